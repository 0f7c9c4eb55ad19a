/** The items of a list that the page names in JSON. It renders cards for 30 of 50 only. */
import { parseLoose } from '../../html/index.ts';
import { ordinalNumber } from '../../locale/index.ts';
import { isAsin } from '../detect.ts';
import type { PageBlock } from '../page.ts';

/** An item and its rank. */
export interface RankedItem {
  asin: string;
  rank: number;
}

/** Reads `data-client-recs-list` of the grid: `[{ id, metadataMap: { 'render.zg.rank': '1' } }]`. */
export function rankedItems(scope: PageBlock): RankedItem[] {
  const list = parseLoose(scope.attr('data-client-recs-list', '[data-client-recs-list]') ?? '');
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: { id?: unknown; metadataMap?: Record<string, unknown> } | null) => {
    const rank = ordinalNumber(item?.metadataMap?.['render.zg.rank']);
    const asin = item?.id;
    return isAsin(asin) && rank !== undefined ? [{ asin, rank }] : [];
  });
}
