/** The line about other offers of a tile: "More Buying Choices $19.12 (5+ used & new offers)". */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { Price } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import { isMarked, part } from './parts.ts';
import type { Tile } from './results.ts';

/** Rows for other offers. */
export const offerFields = {
  offers_count: (tile) => tile.locale.count(countIn(tile.once(offersLine)?.offers)),
  offers_from_price: (tile) => offersPrice(tile)?.amount,
} satisfies FieldGroup<SearchResultEntry, Tile>;

/** Returns the text in brackets. In older links the price is before it. */
function countIn(text: string | undefined): string | undefined {
  return /[(\uff08]([^()\uff08\uff09]*)[)\uff09]/u.exec(text ?? '')?.[1] ?? text;
}

/** The line, its text and its link. */
export interface OffersLine {
  line: Tile;
  text: string;
  /** The text of the link to the offers. Absent if the line is about something else: "Or $5.99 to buy". */
  offers: string | undefined;
}

const LINK = '[data-action="s-show-all-offers-display"], a[href*="/offer-listing/"]';

/** Returns the line of a tile. */
function offersLine(tile: Tile): OffersLine | undefined {
  const area = part(tile, 'offers');
  const link = area.first(LINK);
  const line = link.exists ? link.closest('.a-color-secondary, .a-row, .a-section') : area;
  const text = link.exists || isMarked(tile, 'offers') ? line.text() : undefined;
  return text === undefined ? undefined : { line, text, offers: link.text() };
}

/** Returns the lowest price of the offers. */
export function offersPrice(tile: Tile): Price | undefined {
  const line = tile.once(offersLine);
  return line?.offers === undefined ? undefined : line.line.price('.a-color-base', '.a-color-price');
}
