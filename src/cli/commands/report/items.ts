/** Products, offers, list entries, sellers and reviews in the data of responses. */
import { isPageType, type PageTypeInfo, pageTypes } from '../../../contract/page-types.ts';
import { listedIn, type Row } from '../../../tables/rows.ts';
import type { ResponseLine } from './result-line.ts';

/** The items of a page: one product, offers, a list of products, a seller, or reviews. */
export type Source = 'product' | 'offers' | 'lists' | 'sellers' | 'reviews';

function sourceOf({ item, list }: PageTypeInfo): Source {
  if (item === 'product') return list === undefined ? 'product' : 'lists';
  return `${item}s`;
}

/** The items of a source in a response; none for other page types. */
export function itemsOf({ pageType, found, data }: ResponseLine, source: Source): Row[] {
  if (!found || !isPageType(pageType)) return [];
  const info: PageTypeInfo = pageTypes[pageType];
  if (sourceOf(info) !== source) return [];
  return info.list === undefined ? [data] : listedIn(data, info);
}

/** Reads a value from the items of each source. */
export type ItemReaders<Value> = Partial<Record<Source, (item: Row) => Value | undefined>>;

/** The values of a response's items. */
export function valuesOf<Value>(response: ResponseLine, readers: ItemReaders<Value>): Value[] {
  const values = Object.entries(readers).flatMap(([source, read]) => itemsOf(response, source as Source).map(read));
  return values.filter((value) => value !== undefined);
}
