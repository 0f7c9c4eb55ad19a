/** The entries of envelopes, and the values of their fields. */
import { fieldTree, pickFields as pickTree } from '../contract/fields.ts';
import { isRecord } from '../contract/json.ts';
import { isPageType, type PageTypeInfo, pageTypes } from '../contract/page-types.ts';
import type { CsvSource } from './to-csv.ts';

/** An entry, or a flat row. */
export type Row = Record<string, unknown>;

/** Returns the entries of an envelope: the data itself, or the entries of its lists, which start with the context of the list. */
export function entriesOf({ page_type, data }: CsvSource): Row[] {
  if (!isRecord(data) || !isPageType(page_type)) return [];
  const info: PageTypeInfo = pageTypes[page_type];
  if (info.list === undefined) return [data];
  const members = Object.entries(info.context ?? {}).map(([name, member]) => [name, data[member]] as const);
  const known = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  return listedIn(data, info).map((entry) => ({ ...known, ...entry }));
}

/** Returns the entries of the list in the data, and those of the lists of an overview, with the title of their list as `section`. */
export function listedIn(data: Row, { list = '', sections = '' }: PageTypeInfo): Row[] {
  const overview = recordsIn(data[sections]).flatMap((section) =>
    recordsIn(section[list]).map((entry) => ({ section: section.title, ...entry })),
  );
  return [...recordsIn(data[list]), ...overview];
}

/** Returns the objects in a list. */
export function recordsIn(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns the value at a path such as `brand.name`; for a list, the values of its entries. */
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
 * Returns a value with only some fields.
 *
 * @example pickFields({ a: 1, b: { c: 2, d: 3 } }, ['a', 'b.c']) // { a: 1, b: { c: 2 } }
 */
export function pickFields(value: unknown, fields: readonly string[]): unknown {
  return pickTree(value, fieldTree(fields), []);
}
