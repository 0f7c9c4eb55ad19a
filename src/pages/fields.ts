/** A page type is a table of fields: one row a field, each a small pure function from the page to a value (design §2). */
import type { Page, PageBlock } from './page.ts';

/**
 * One row for every field of the data. A row of an optional field gives `undefined` when the page does not show it; a row of a required one gives
 * a value or throws a `ParseError`.
 */
export type FieldTable<Data, On extends PageBlock = Page> = {
  readonly [Key in keyof Data]-?: object extends Pick<Data, Key>
    ? (on: On) => Exclude<Data[Key], undefined> | undefined
    : (on: On) => Data[Key];
};

/** Some rows of a table: a group of fields that stands in a file of its own. */
export type FieldGroup<Data, On extends PageBlock = Page> = Partial<FieldTable<Data, On>>;

/** Runs a table: the fields that the page shows, in the table's order. */
export function readFields<Data, On extends PageBlock>(table: FieldTable<Data, On>, on: On): Data {
  const { recorder } = on.source;
  const data: Partial<Data> = {};
  for (const key of Object.keys(table) as (keyof Data & string)[]) {
    const row = table[key] as (on: On) => Data[typeof key] | undefined;
    const value = recorder === undefined ? row(on) : recorder.field(key, () => row(on));
    if (value !== undefined) data[key] = value;
  }
  return data as Data;
}

/** Runs a table on every block of a list. */
export function readEach<Data, On extends PageBlock>(table: FieldTable<Data, On>, blocks: readonly On[]): Data[] {
  const [first] = blocks;
  const recorder = first?.source.recorder;
  return blocks.map((block, index) => {
    const read = () => readFields(table, block);
    return recorder === undefined ? read() : (recorder.field(`[${index}]`, read) as Data);
  });
}

/** A list, or nothing for an empty one: a list that the page does not show is absent. */
export function someOf<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list];
}
