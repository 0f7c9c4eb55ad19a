/** The entries of a best-seller list: its cards, and the ranks without a card. */
import type { BestsellerEntry } from '../../contract/data/lists.ts';
import type { FieldTree } from '../../contract/fields.ts';
import { readEach } from '../fields.ts';
import type { PageBlock } from '../page.ts';
import { withoutOtherItems } from '../shared/other-items.ts';
import { cardFields } from './entry.ts';
import { rankedItems } from './ranks.ts';

/** The cards of each layout: the grid, the ordered list, and the list before it. */
const CARDS = ['#gridItemRoot', '#zg-ordered-list > li', '.zg_itemImmersion'] as const;

/** Returns the entries by rank. @param wanted The fields to read. @default all */
export function readEntries(list: PageBlock, wanted?: FieldTree): BestsellerEntry[] {
  const layout = CARDS.find((selector) => list.has(selector));
  const cards = layout === undefined ? [] : readEach(cardFields, list.entries(layout).map(withoutOtherItems), wanted);
  const items = rankedItems(list);
  const rankOf = new Map(items.map(({ asin, rank }) => [asin, rank]));
  const shown = cards.flatMap(({ asin, rank = rankOf.get(asin ?? ''), ...card }): BestsellerEntry[] =>
    asin === undefined || rank === undefined ? [] : [{ rank, asin, ...card }],
  );
  const known = new Set(shown.map(({ rank }) => rank));
  const hidden = items.filter(({ rank }) => !known.has(rank)).map(({ rank, asin }) => ({ rank, asin }));
  return [...shown, ...hidden].sort((one, other) => one.rank - other.rank);
}
