/** The things in an answer that have a price, a rating or a stock: a product, offers, entries of a list. */
import { isRecord, type Row } from '../output/rows.ts';
import { recordsAt } from '../results/members.ts';
import type { AnswerLine } from '../results/result-line.ts';

/** Where a thing stood. */
export type Source = 'product' | 'offers' | 'lists';

/** The lists of products, by the page types that have one. */
const LISTS: Readonly<Record<string, string>> = {
  search: 'shallow_parts',
  category: 'shallow_parts',
  storefront: 'shallow_parts',
  bestseller: 'entries',
};

/** The products and offers of an answer, and where they stood. */
export function itemsOf({ pageType, found, data }: AnswerLine): { source: Source; items: Row[] } | undefined {
  if (!found || !isRecord(data)) return undefined;
  if (pageType === 'product') return { source: 'product', items: [data] };
  if (pageType === 'offers') return { source: 'offers', items: recordsAt(data, 'product_sellers_info') };
  const list = LISTS[pageType];
  return list === undefined ? undefined : { source: 'lists', items: recordsAt(data, list) };
}
