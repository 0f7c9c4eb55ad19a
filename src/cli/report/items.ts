/** Products, offers, list entries, sellers and reviews in the data of responses. */
import { ROW_PLACES } from '../output/columns.ts';
import type { Row } from '../output/rows.ts';
import type { ResponseLine } from '../results/result-line.ts';
import { recordsAt } from '../results/unchecked.ts';

/** Page types by what they contain. */
const PAGE_TYPES = {
  product: ['product'],
  offers: ['offers'],
  lists: ['search', 'category', 'storefront', 'bestseller'],
  sellers: ['seller'],
  reviews: ['reviews'],
} as const;

/** What a page contains. */
export type Source = keyof typeof PAGE_TYPES;

/** The items of a source in a response; none for other page types. */
export function itemsOf({ pageType, found, data }: ResponseLine, source: Source): Row[] {
  const type = PAGE_TYPES[source].find((candidate) => candidate === pageType);
  if (!found || type === undefined) return [];
  const { list } = ROW_PLACES[type];
  return list === undefined ? [data] : recordsAt(data, list);
}

/** Reads a value from the items of each source. */
export type ItemReaders<Value> = Partial<Record<Source, (item: Row) => Value | undefined>>;

/** The values of a response's items. */
export function valuesOf<Value>(response: ResponseLine, readers: ItemReaders<Value>): Value[] {
  const values = Object.entries(readers).flatMap(([source, read]) => itemsOf(response, source as Source).map(read));
  return values.filter((value) => value !== undefined);
}
