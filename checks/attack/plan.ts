/** The targets of attacks: for each page type the slots that its readers ask for, found by reading. */
import { PAGE_TYPES, type PageType } from '../../src/entries/parse.ts';
import { edited } from '../mutation/source.ts';
import { type Asked, askedOf } from './asked.ts';
import type { Base } from './bases.ts';
import { selectorOf, stepsOf } from './selectors.ts';

/** The parts that the readers of a page type ask for. */
export interface Targets {
  /** Selectors without alternatives, with the attribute that is read, if one is: `#feature a@href`. */
  paths: readonly string[];
  /** Texts that readers look for in scripts. */
  markers: readonly string[];
  /** Keys of `a-state` elements. */
  states: readonly string[];
  /** Texts that values are read from. */
  texts: readonly string[];
}

export type Plan = Readonly<Partial<Record<PageType, Targets>>>;

/** Finds the targets of each page type that has pages. */
export function planOf(bases: readonly Base[]): Plan {
  const types = PAGE_TYPES.filter((type) => bases.some((base) => base.type === type));
  return Object.fromEntries(types.map((type) => [type, targetsOf(bases.filter((base) => base.type === type))]));
}

/** Reads the pages, then the pages with everything in them that was asked for: what is read in it is asked for then. */
function targetsOf(bases: readonly Base[]): Targets {
  const first = targetsIn(askedOf(bases));
  const [base] = bases;
  if (base === undefined) return first;
  const filled = { name: base.name, context: base.context, html: filledWith(base, first) };
  const second = targetsIn(askedOf([filled]));
  return {
    paths: union(first.paths, second.paths),
    markers: union(first.markers, second.markers),
    states: union(first.states, second.states),
    texts: first.texts,
  };
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}

function targetsIn({ paths, markers, states, texts }: Asked): Targets {
  const simple = [...paths].flatMap((path) => {
    const [selector = '', attribute] = path.split(/@([\w-]+)$/);
    if (selector === '') return [];
    return stepsOf(selector).map((steps) => `${selectorOf(steps)}${attribute === undefined ? '' : `@${attribute}`}`);
  });
  return {
    paths: [...new Set(simple)].filter((path) => path.length < 300),
    markers: [...markers].filter((marker) => marker !== '<!--'),
    states: [...states],
    texts: [...texts],
  };
}

/** Returns the page with new elements for everything that it lacks. */
function filledWith(base: Base, { paths, texts }: Targets): string {
  const edits = paths.flatMap((path, at) => {
    const edit = base.editAt(path, texts[at % (texts.length || 1)] ?? '1');
    return edit.start === edit.end ? [edit] : [];
  });
  return edited(base.html, edits);
}
