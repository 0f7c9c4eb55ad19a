/** The entries of a best-seller list: its cards, and the ranks without a card. */
import type { BestsellerEntry } from '../../contract/data/lists.ts';
import { readEach } from '../fields.ts';
import type { PageBlock } from '../page.ts';
import { cardFields } from './entry.ts';
import { rankedItems } from './ranks.ts';

/** The cards of each layout: the grid, the ordered list, the list before it, and the carousels of a landing page. */
const CARDS = ['#gridItemRoot', '#zg-ordered-list > li', '.zg_itemImmersion', '.a-carousel-card:has([data-asin])'];
const CAROUSELS = 3;

/** Returns the entries by rank. On a landing page each carousel has its own ranks, and the entries stay in the order of the page. */
export function readEntries(list: PageBlock): BestsellerEntry[] {
  const layout = CARDS.findIndex((selector) => list.has(selector));
  const cards = layout === -1 ? [] : readEach(cardFields, list.all(CARDS[layout]));
  const items = rankedItems(list);
  const rankOf = new Map(items.map(({ asin, rank }) => [asin, rank]));
  const shown = cards.flatMap(({ asin, rank = rankOf.get(asin ?? ''), ...card }): BestsellerEntry[] =>
    asin === undefined || rank === undefined ? [] : [{ rank, asin, ...card }],
  );
  if (layout === CAROUSELS) return shown;
  const known = new Set(shown.map(({ rank }) => rank));
  const hidden = items.filter(({ rank }) => !known.has(rank)).map(({ rank, asin }) => ({ rank, asin }));
  return [...shown, ...hidden].sort((one, other) => one.rank - other.rank);
}
