/** Applies changes to a page: chooses elements that values were read from, their ancestors and their siblings. */
import fc from 'fast-check';
import { type PageContext, type PageType, type ParsedPage, parsePage } from '../../src/entries/parse.ts';
import { Recorder } from '../../src/html/index.ts';
import { detectRequested, readPage } from '../../src/pages/parse.ts';
import { isHard } from './fields.ts';
import { ancestorsOf, isChangeable, MUTATION_KINDS, type Mutation, mutate } from './mutations.ts';
import { hardPaths, judge, outcomeOf, type Verdict } from './oracle.ts';
import { edited, elementsOf, finderOf, normalized, overlaps, type SourceElement } from './source.ts';

/** A page to change. */
export interface PageInput {
  name: string;
  html: string;
  context: PageContext;
}

/** One change of a page, and what it did. */
export interface Trial {
  page: string;
  /** The number of the change: with the seed and the page it gives the same change again. */
  at: number;
  /** The field that the change was aimed at. */
  field: string;
  mutation: Mutation;
  verdict: Verdict;
}

/** Numbers that decide a change. */
type Choice = readonly [field: number, reading: number, relation: number, level: number, kind: number, pick: number];

const choices: fc.Arbitrary<Choice> = fc.tuple(
  ...Array.from({ length: 6 }, () => fc.nat()),
) as unknown as fc.Arbitrary<Choice>;

/** A page whose values and elements are known. */
export class MutablePage {
  readonly name: string;
  readonly type: PageType;
  readonly before: ParsedPage & { found: true };
  /** The number of hard values. */
  readonly values: number;
  readonly html: string;
  readonly #context: PageContext;
  /** The elements that each value was read from, by path. */
  readonly #readings: ReadonlyMap<string, readonly SourceElement[]>;
  /** The paths by the name of the field: tiles have the same fields many times. Hard fields first. */
  readonly #fields: readonly (readonly string[])[];
  readonly #hardFields: number;

  private constructor(
    { name, html, context }: PageInput,
    before: ParsedPage & { found: true },
    readings: ReadonlyMap<string, readonly SourceElement[]>,
  ) {
    this.name = name;
    this.html = html;
    this.#context = context;
    this.before = before;
    this.type = before.page_type;
    this.values = hardPaths(before.data, '').length;
    this.#readings = readings;
    const byName = Map.groupBy(readings.keys(), (path) => path.replace(/\[\d+\]/g, ''));
    const isHardField = (path: string) => isHard(path) || HARD_GROUPS.test(path);
    const names = [...byName.keys()];
    const sorted = [...names.filter(isHardField), ...names.filter((path) => !isHardField(path))];
    this.#hardFields = names.filter(isHardField).length;
    this.#fields = sorted.map((field) => byName.get(field) ?? []);
  }

  /** Reads a page. Returns `undefined` if it is refused, not found, or without values to aim at. */
  static open(input: PageInput): MutablePage | undefined {
    const html = normalized(input.html);
    const recorder = new Recorder();
    const before = outcomeOf(() => readPage(html, input.context, detectRequested(input.context), recorder));
    if (before instanceof Error || !before.found) return undefined;
    const find = finderOf(elementsOf(html));
    const readings = new Map<string, readonly SourceElement[]>();
    for (const { path, reading } of recorder.fields) {
      const elements = find(reading?.nodes ?? []).filter(isChangeable);
      if (elements.length > 0) readings.set(path, elements);
    }
    return readings.size === 0 ? undefined : new MutablePage({ ...input, html }, before, readings);
  }

  /** Makes the change with a number. `undefined` if no kind of change is possible there. */
  trial(seed: number, at: number): Trial | undefined {
    const [choice] = fc.sample(choices, {
      seed: mixed(seed, this.name, at),
      numRuns: 1,
      unbiased: true,
    } as fc.Parameters<Choice>);
    if (choice === undefined) return undefined;
    const [fieldPick, readingPick, relation, level, kindPick, pick] = choice;
    // Three of four changes are aimed at hard values.
    const reach = this.#hardFields > 0 && fieldPick % 4 > 0 ? this.#hardFields : this.#fields.length;
    const paths = this.#fields[Math.floor(fieldPick / 4) % reach] ?? [];
    const path = paths[readingPick % paths.length] as string;
    const read = this.#readings.get(path) ?? [];
    const element = near(read[Math.floor(readingPick / 1000) % read.length] as SourceElement, relation, level);
    for (let turn = 0; turn < MUTATION_KINDS.length; turn++) {
      const kind = MUTATION_KINDS[(kindPick + turn) % MUTATION_KINDS.length] as (typeof MUTATION_KINDS)[number];
      const mutation = mutate(kind, element, this.html, pick);
      if (mutation !== undefined) return { page: this.name, at, field: path, mutation, verdict: this.judge(mutation) };
    }
    return undefined;
  }

  /** Applies a change and compares the values. */
  judge(mutation: Mutation): Verdict {
    const html = this.changed(mutation);
    const after = outcomeOf(() => parsePage(html, this.#context));
    return judge(this.before, after, mutation, (path) => this.#isTouched(path, mutation));
  }

  /** Returns the HTML with a change. */
  changed({ edits }: Mutation): string {
    return edited(this.html, edits);
  }

  /** Whether a change repeats or removes an element that a value, or the object that it is in, was read from. */
  #isTouched(path: string, { touched }: Mutation): boolean {
    if (touched === undefined) return false;
    for (let at = path; at !== ''; at = at.replace(/(?:\.|^)[^.[\]]+$|\[\d+\]$/, '')) {
      const read = this.#readings.get(at);
      if (read !== undefined) return read.some((element) => overlaps(touched, element));
    }
    // A value without a reading of its own is derived from the page as a whole.
    return true;
  }
}

/** Recorded fields that contain hard values. */
const HARD_GROUPS = /(?:^|\.)(?:promotion|coupon|unit_price|seller|rating_histogram|star_histogram|bsr_ranks)$/;

/** Returns the element, an ancestor, a sibling of one of both, or a descendant. */
function near(element: SourceElement, relation: number, level: number): SourceElement {
  const line = [element, ...ancestorsOf(element)].filter(isChangeable);
  switch (relation % 10) {
    case 0:
    case 1:
    case 2:
      return element;
    case 3:
    case 4:
    case 5:
    case 6:
      return line[1 + (level % 8)] ?? line.at(-1) ?? element;
    case 7:
    case 8: {
      const one = line[level % 5] ?? element;
      const siblings = one.parent?.children.filter((sibling) => sibling !== one && isChangeable(sibling)) ?? [];
      return siblings[Math.floor(level / 5) % (siblings.length || 1)] ?? one;
    }
    default: {
      const below = descendantsOf(line[level % 3] ?? element).filter(isChangeable);
      return below[Math.floor(level / 3) % (below.length || 1)] ?? element;
    }
  }
}

function descendantsOf(element: SourceElement): SourceElement[] {
  return element.children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** FNV-1a over the seed, the name and the number. */
function mixed(seed: number, name: string, at: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}/${name}/${at}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}
