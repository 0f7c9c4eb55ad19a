/** The places of a list that the page names without rendering their cards: 20 of the 50 of a page. */
import { parseLoose } from '../../html/index.ts';
import type { PageBlock } from '../page.ts';

/** An item and its place. */
export interface RankedItem {
  asin: string;
  rank: number;
}

const ASIN = /^[A-Z0-9]{10}$/;

/** What the grid's `data-client-recs-list` says: `[{ id, metadataMap: { 'render.zg.rank': '1' } }]`. */
export function rankedItems(scope: PageBlock): RankedItem[] {
  const list = parseLoose(scope.attr('data-client-recs-list', '[data-client-recs-list]') ?? '');
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: { id?: unknown; metadataMap?: Record<string, unknown> } | null) => {
    const rank = Number(item?.metadataMap?.['render.zg.rank']);
    const asin = item?.id;
    return typeof asin === 'string' && ASIN.test(asin) && Number.isInteger(rank) && rank > 0 ? [{ asin, rank }] : [];
  });
}
