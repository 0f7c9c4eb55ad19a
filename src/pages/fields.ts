/** Field tables. A page type is a table with one row per field; a row is a small pure function from the page to a value. */
import { IDENTIFYING } from '../contract/field-types.ts';
import type { FieldTree } from '../contract/fields.ts';
import { LIMITS, PageLimit, step } from '../html/index.ts';
import { isMoney, removeBareAmounts } from './money.ts';
import type { Page, PageBlock } from './page.ts';

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

/** Returns the rows of a table for the wanted fields. Amounts need the row of their currency: see {@link removeBareAmounts}. */
function namesToRead<Data, On extends PageBlock>(
  table: FieldTable<Data, On>,
  wanted: FieldTree | undefined,
): (keyof Data & string)[] {
  const names = Object.keys(table) as (keyof Data & string)[];
  if (wanted === undefined) return names;
  const needsCurrency = [...wanted.keys()].some(isMoney);
  return names.filter((name) => wanted.has(name) || isIdentifying(name) || (name === 'currency' && needsCurrency));
}

function isIdentifying(name: string): boolean {
  return (IDENTIFYING as readonly string[]).includes(name);
}

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
export function someOf<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list];
}
