/** Field tables, and readers of page types. A page type is a table with one row per field; a row is a small pure function from the page to a value. */
import { type FieldTree, IDENTIFYING } from '../../contract/fields.ts';
import type { Gap } from '../../contract/generated/gap.ts';
import { LIMITS, PageLimit, step } from '../../html/index.ts';
import type { DetectedPage } from '../urls/detect.ts';
import { isMoney, removeBareAmounts } from './clean-data.ts';
import type { Page, PageBlock } from './page.ts';

/** A part that every page of a type should have. */
export interface Landmark {
  /** The name in `gaps`: the id or the marker. */
  name: string;
  /** Whether the page has it. */
  test: (page: Page) => boolean;
  /** Whether a page without it is a `ParseError` instead of a gap. */
  required?: boolean;
  /** Paths of the fields that are read from it. The gap is only reported if the caller asked for one of them. @default any field */
  fields?: readonly string[];
  /** The detail of a gap for a part that is incomplete instead of missing. */
  partial?: string;
  /** How much of a list the page shows. `undefined` if the page does not say. */
  amount?: (page: Page) => Pick<Gap, 'have' | 'total' | 'reason'> | undefined;
}

/** Recognizes and reads the pages of one type. */
export interface PageReader<Data> {
  landmarks: readonly Landmark[];
  /** Whether the entity exists. Only for page types that can be "not found" without the site's 404 page. */
  isFound?: (page: Page, detected: DetectedPage) => boolean;
  read: (page: Page, detected: DetectedPage) => Data;
}

/**
 * One row for every field of the data. The row of an optional field returns `undefined` if the page does not show the field. The row of a
 * required field returns a value or throws a `ParseError`.
 */
export type FieldTable<Data, On extends PageBlock = Page> = {
  readonly [Key in keyof Data]-?: object extends Pick<Data, Key>
    ? (on: On) => Exclude<Data[Key], undefined> | undefined
    : (on: On) => Data[Key];
};

/** Some rows of a table, in a file of their own. */
export type FieldGroup<Data, On extends PageBlock = Page> = Partial<FieldTable<Data, On>>;

/** A field takes at least some microseconds. */
const STEPS_PER_FIELD = 20;

/**
 * Runs a table. Returns the fields that the page shows, in the order of the table.
 *
 * @param wanted The fields to read, in addition to those that identify the data. @default all
 */
export function readFields<Data, On extends PageBlock>(
  table: FieldTable<Data, On>,
  on: On,
  wanted?: FieldTree | undefined,
): Data {
  const { recorder } = on.source;
  const data: Partial<Data> = {};
  for (const key of namesToRead(table, wanted)) {
    step(STEPS_PER_FIELD);
    const row = table[key] as (on: On) => Data[typeof key] | undefined;
    const value = recorder === undefined ? row(on) : recorder.field(key, () => row(on));
    assertLength(key, value);
    if (value !== undefined) data[key] = value;
  }
  if ('currency' in table) removeBareAmounts(data);
  return data as Data;
}

/** Lists from scripts and attributes have no elements that are counted elsewhere. @throws PageLimit if a list has more entries than any real page */
function assertLength(name: string, value: unknown): void {
  const most = name === 'variations' ? LIMITS.variations : LIMITS.entries;
  if (Array.isArray(value) && value.length > most) throw new PageLimit(`entries of ${name}`, most);
}

/** Fields that are read only if the caller names them: all fields does not mean them. */
const ONLY_NAMED: ReadonlySet<string> = new Set(['sponsored_parts']);

/** Returns the rows of a table for the wanted fields. Amounts need the row of their currency: see {@link removeBareAmounts}. */
function namesToRead<Data, On extends PageBlock>(
  table: FieldTable<Data, On>,
  wanted: FieldTree | undefined,
): (keyof Data & string)[] {
  const names = Object.keys(table) as (keyof Data & string)[];
  if (wanted === undefined) return names.filter((name) => !ONLY_NAMED.has(name));
  const needsCurrency = [...wanted.keys()].some(isMoney);
  return names.filter((name) => wanted.has(name) || isIdentifying(name) || (name === 'currency' && needsCurrency));
}

const isIdentifying = (name: string): boolean => (IDENTIFYING as readonly string[]).includes(name);

/**
 * Runs a table on every block of a list.
 *
 * @param wanted The fields to read of each entry. @default all
 */
export function readEach<Data, On extends PageBlock>(
  table: FieldTable<Data, On>,
  blocks: readonly On[],
  wanted?: FieldTree | undefined,
): Data[] {
  const [first] = blocks;
  const recorder = first?.source.recorder;
  return blocks.map((block, index) => {
    const read = () => readFields(table, block, wanted);
    return recorder === undefined ? read() : (recorder.field(`[${index}]`, read) as Data);
  });
}

/** Returns `undefined` for an empty list: a list that the page does not show is absent. */
export const someOf = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list]);

/** Returns the first value that a reader finds in the items. */
export function firstValue<Item, T>(items: Iterable<Item>, read: (item: Item) => T | undefined): T | undefined {
  for (const item of items) {
    const value = read(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the first item with each key, in the order of the list. */
export function onceEach<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = keyOf(item);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Whether the caller asked for a field, for one inside of it, or for one that contains it. */
export function isWanted({ source }: PageBlock, path: string): boolean {
  let tree = source.asked;
  for (const name of path.split('.')) {
    if (tree === undefined) return true;
    if (!tree.has(name)) return false;
    tree = tree.get(name);
  }
  return true;
}

/**
 * Returns the wanted fields inside of an object or a list. `undefined` for all.
 *
 * @param also Fields that the page's reader itself needs.
 */
export function wantedIn({ source }: PageBlock, path: string, also: readonly string[] = []): FieldTree | undefined {
  let tree: FieldTree | undefined = source.fields;
  for (const name of path.split('.')) {
    if (tree === undefined) return undefined;
    tree = tree.has(name) ? tree.get(name) : new Map();
  }
  return tree === undefined ? undefined : new Map([...tree, ...also.map((name) => [name, undefined] as const)]);
}
