/** The entries of envelopes, and the values of their fields. */

import type { EndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { fieldTree, pickFields as pickTree } from '../contract/fields.ts';
import type { OfferEntry } from '../contract/generated/offers.ts';
import { isRecord } from '../contract/json.ts';
import { landedPrice } from '../contract/landed-price.ts';
import { isPageType, type PageType, type PageTypeInfo, pageTypes } from '../contract/page-types.ts';
import { gapsOf } from '../paging/walk.ts';
import type { TypedColumn } from './parquet.ts';

/** The source of rows: an envelope, or the result of `parsePage`. */
export interface CsvSource {
  /** Its page type decides the columns. */
  page_type: string;
  /** Its data; `null` has no rows. */
  data: unknown;
  /** Its `marketplace` makes URLs absolute. */
  meta?: unknown;
}

/** A result of `batch`, as a source of rows: a request, with members of your own, and its response or its error. */
export interface CsvResult {
  /** Its parameters and your own members are columns: `request.asin`, `request.sku`. */
  request: { endpoint: EndpointName; params: object };
  /** Absent if the call failed. */
  response?: CsvSource | undefined;
  /** Its code is the column `error`. */
  error?: unknown;
}

/** An entry, or a flat row. */
export type Row = Record<string, unknown>;

/**
 * Returns the entries of an envelope: the data itself, or the entries of its lists, which start with the context of the list. They have the columns of
 * {@link COMPUTED} too, as far as they are known.
 *
 * @param before The number of entries on earlier pages; `undefined` if it is not known. @default 0 for page 1, unless it was cut off
 */
export function entriesOf(envelope: CsvSource, before: number | undefined = firstRank(envelope)): Row[] {
  const { page_type, data } = envelope;
  if (!isRecord(data) || !isPageType(page_type)) return [];
  const info: PageTypeInfo = pageTypes[page_type];
  if (info.list === undefined) return [data];
  const members = Object.entries(info.context ?? {}).map(([name, member]) => [name, data[member]] as const);
  const known = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  return listedIn(data, info).map((entry, index) => ({
    ...known,
    ...entry,
    ...computedOf(page_type, entry, index, before),
  }));
}

/** Columns of entries that are not in the data. */
export const COMPUTED: Readonly<Partial<Record<PageType, TypedColumn>>> = {
  search: { name: 'rank', type: 'integer' },
  category: { name: 'rank', type: 'integer' },
  offers: { name: 'landed_price', type: 'number' },
};

function computedOf(type: PageType, entry: Row, index: number, before: number | undefined): Row {
  const column = COMPUTED[type]?.name;
  if (column === 'rank') return before === undefined ? {} : { rank: before + index + 1 };
  const amount = column === undefined || !isOffer(entry) ? undefined : landedPrice(entry)?.amount;
  return amount === undefined ? {} : { landed_price: amount };
}

/** Whether a page was cut off. */
export function isCutOff(meta: unknown): boolean {
  return gapsOf(meta as ResponseMeta).some(({ kind }) => kind === 'partial');
}

/** Whether an entry has what a price is computed from. A service can send other types, and a selection of fields lacks some. */
function isOffer(entry: Row): entry is Row & OfferEntry {
  const { price, shipping_price = 0, import_fees = 0, delivery } = entry;
  return [price, shipping_price, import_fees].every(Number.isFinite) && Array.isArray(delivery);
}

/** All pages of a list can be in one envelope: if one of them was cut off, nobody knows which. */
function firstRank({ data, meta }: CsvSource): number | undefined {
  return isRecord(data) && data.current_page === 1 && !isCutOff(meta) ? 0 : undefined;
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
