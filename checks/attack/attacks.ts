/** Makes the hostile page with a number: the same seed and number give the same page. */
import type { PageType } from '../../src/entries/parse.ts';
import type { Base } from './bases.ts';
import { inSlots, scriptIn, structureIn } from './places.ts';
import type { Plan, Targets } from './plan.ts';
import { Random } from './random.ts';
import { SCRIPTS } from './scripts.ts';
import { structureFor } from './structures.ts';
import { textFor } from './texts.ts';
import { WHOLES } from './wholes.ts';

/** How a page is read. Only `limited` and `workers` have the default time limit: it would hide what is slow. */
type Entry = 'parsePage' | 'explainPage' | 'document' | 'limited' | 'workers';

/** The kinds of attacks. */
export const KINDS = ['slot', 'slots', 'structure', 'script', 'whole'] as const;
type Kind = (typeof KINDS)[number];

/** A hostile page. */
export interface Attack {
  number: number;
  kind: Kind;
  /** The page and what was done to it, in words. */
  what: string;
  type: PageType;
  entry: Entry;
  base: Base;
  html: string;
}

export interface Sizes {
  /** The smallest and the largest hostile part, in characters. */
  min?: number;
  max?: number;
}

/** Makes attacks on some pages. */
export class Attacker {
  readonly #plan: Plan;
  readonly #bases: ReadonlyMap<PageType, readonly Base[]>;
  readonly #types: readonly PageType[];
  readonly #sizes: Required<Sizes>;

  constructor(bases: readonly Base[], plan: Plan, { min = 0, max = 20_000_000 }: Sizes = {}) {
    this.#plan = plan;
    this.#bases = Map.groupBy(bases, ({ type }) => type);
    this.#types = [...this.#bases.keys()];
    this.#sizes = { min, max };
  }

  /** Makes the attack with a number. */
  attack(seed: number, number: number): Attack {
    const random = new Random(seed, number);
    const type = random.pick(this.#types);
    const base = random.pick(this.#bases.get(type) ?? []);
    const targets = this.#plan[type] ?? { paths: [], markers: [], states: [], texts: [] };
    const kind = kindFor(random);
    const entry = entryFor(random);
    const size = Math.min(this.#sizes.max, Math.max(this.#sizes.min, sizeFor(random)));
    const { html, what } = makers[kind]({ base, targets, random, size, others: [...this.#bases.values()].flat() });
    return { number, kind, type, entry, base, html, what: `${base.name}: ${size} characters of ${what}` };
  }
}

interface Making {
  base: Base;
  targets: Targets;
  random: Random;
  size: number;
  /** All pages. */
  others: readonly Base[];
}

type Maker = (making: Making) => { html: string; what: string };

const makers: Readonly<Record<Kind, Maker>> = {
  slot: ({ base, targets, random, size }) => {
    const path = random.pick(targets.paths);
    const text = textFor(targets.texts, random);
    return { html: inSlots(base, [path], text.make(size)), what: `${text.name} in ${path}` };
  },

  slots: ({ base, targets, random, size }) => {
    const count = 2 + random.below(30);
    const text = textFor(targets.texts, random);
    const paths = Array.from({ length: count }, () => random.pick(targets.paths));
    return {
      html: inSlots(base, paths, text.make(Math.ceil(size / count))),
      what: `${text.name} in ${paths.join(' | ')}`,
    };
  },

  structure: ({ base, targets, random, size }) => {
    const structure = structureFor(random);
    const { html, where } = structureIn(base, random.pick(targets.paths), structure, size, random);
    return { html, what: `${structure.name}: ${where}` };
  },

  script: ({ base, targets, random, size }) => {
    const script = random.pick(SCRIPTS);
    const markers = script.name.includes('state') ? targets.states : targets.markers;
    const marker = markers.length === 0 ? 'jQuery.parseJSON' : random.pick(markers);
    const { html, where } = scriptIn(base, script, marker, size, random);
    return { html, what: `${script.name} ${where}` };
  },

  whole: ({ base, random, size, others }) => {
    const whole = random.pick(WHOLES);
    return { html: whole.make({ html: base.html, other: random.pick(others).html, size, random }), what: whole.name };
  },
};

function kindFor(random: Random): Kind {
  const at = random.below(100);
  if (at < 45) return 'slot';
  if (at < 55) return 'slots';
  if (at < 82) return 'structure';
  return at < 92 ? 'script' : 'whole';
}

function entryFor(random: Random): Entry {
  const at = random.below(100);
  if (at < 78) return 'parsePage';
  if (at < 90) return 'explainPage';
  if (at < 94) return 'document';
  return at < 98 ? 'limited' : 'workers';
}

/** Most pages have 1 to 100 kB, one of ten up to a megabyte, one of 300 up to 20 MB. */
function sizeFor(random: Random): number {
  const at = random.below(300);
  if (at === 0) return random.scaled(1_000_000, 20_000_000);
  return at < 30 ? random.scaled(100_000, 1_000_000) : random.scaled(1_000, 100_000);
}
