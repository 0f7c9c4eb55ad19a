/** Products, offers and list entries in the data of responses. */
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
