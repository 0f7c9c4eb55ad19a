/** Prices as lists of results wrote them up to 2018. No page of the corpus has such tiles. */
import type { Price } from '../../locale/index.ts';
import { part } from './parts.ts';
import type { Tile } from './results.ts';

/** A link that has the price as one text for screen readers, beside its parts; or a plain text. */
const PRICE = 'a:has(.sx-price), .s-price';

/** The place of a tile's price; empty on newer pages, which mark the parts of a tile. */
export function oldPricePlace(tile: Tile): Tile {
  const area = part(tile, 'price');
  return area === tile && !tile.has('.a-price') ? tile.first(PRICE) : tile.filter(':not(*)');
}

/** The price, or the lowest and the highest of a range: "$9.99 - $12.99". */
export function oldPrices(tile: Tile): Price[] {
  const place = oldPricePlace(tile);
  return tile.locale.prices(place.fullText('.a-offscreen') ?? place.text());
}
