/** Answers as flat rows, and values with only the fields that are wanted. */
import { isPageType, type PageTypeInfo, pageTypes } from '../../contract/page-types.ts';
import { type Column, columnsOf } from './columns.ts';

/** What rows are made of: an envelope, live or read from a file. */
export interface RowSource {
  page_type: string;
  data: unknown;
}

/** A flat row: a value by the name of its column, without the columns that the answer lacks. */
export type Row = Record<string, unknown>;

/**
 * The rows of an answer: one for a product or a seller, one an entry for lists; none when nothing is found. `columnsOf(answer.page_type)`
 * are all columns that a row can have.
 */
export function rowsOf(answer: RowSource): Row[] {
  if (!isPageType(answer.page_type)) return [];
  const columns = columnsOf(answer.page_type);
  return entriesOf(answer).map((entry) => rowOf(entry, columns));
}

/** What stands behind the rows: a product's data, or the entries of a list, each with what the list is about in front. */
export function entriesOf({ page_type, data }: RowSource): Row[] {
  if (!isRecord(data) || !isPageType(page_type)) return [];
  const { list, context = {} }: PageTypeInfo = pageTypes[page_type];
  if (list === undefined) return [data];
  const entries = data[list];
  const about = Object.entries(context).map(([name, member]) => [name, data[member]] as const);
  const known = Object.fromEntries(about.filter(([, value]) => value !== undefined));
  return Array.isArray(entries) ? entries.filter(isRecord).map((entry) => ({ ...known, ...entry })) : [];
}

function rowOf(entry: Row, columns: readonly Column[]): Row {
  const cells = columns.map(({ name }) => [name, valueAt(entry, name)] as const);
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined));
}

/** The value at a path with dots; of a list, the list of its entries' values. */
export function valueAt(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const [index, name] of path.split('.').entries()) {
    if (Array.isArray(found)) {
      const rest = path.split('.').slice(index).join('.');
      return found.map((entry: unknown) => valueAt(entry, rest));
    }
    found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

/**
 * A value with only these fields, nested as they were.
 *
 * @example pickFields({ a: 1, b: { c: 2, d: 3 } }, ['a', 'b.c']) // { a: 1, b: { c: 2 } }
 */
export function pickFields(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => pickFields(entry, fields));
  if (!isRecord(value)) return value;
  const picked: Row = {};
  for (const [name, paths] of Map.groupBy(fields, (field) => field.split('.', 1)[0] ?? field)) {
    if (!Object.hasOwn(value, name)) continue;
    const inner = paths.map((path) => path.slice(name.length + 1));
    picked[name] = inner.includes('') ? value[name] : pickFields(value[name], inner);
  }
  return picked;
}

/** Whether a value has members. */
export function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
