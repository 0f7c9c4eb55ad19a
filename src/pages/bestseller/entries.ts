/** The entries of a list: its cards, and the places that it names without a card. */
import type { BestsellerEntry } from '../../contract/data/lists.ts';
import { readEach } from '../fields.ts';
import type { PageBlock } from '../page.ts';
import { cardFields } from './entry.ts';
import { rankedItems } from './ranks.ts';

/** The cards of each layout, newest first: the grid, the ordered list, its forerunner, and the carousels of a landing page. */
const CARDS = ['#gridItemRoot', '#zg-ordered-list > li', '.zg_itemImmersion', '.a-carousel-card:has([data-asin])'];
const CAROUSELS = 3;

/** By rank; the carousels of a landing page, whose ranks are those of their departments, stay in the page's order. */
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
