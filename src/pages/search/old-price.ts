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
  const prices = pricesAt(oldPricePlace(tile));
  const isLent = prices.length > 0 && prices.every(({ amount }) => amount === 0) && tile.all(PRICE).length > 1;
  // Nothing to pay, and a price below it: a membership lends the item.
  return isLent ? [] : prices;
}

function pricesAt(place: Tile): Price[] {
  const said = [place.fullText('.a-offscreen'), place.attr('aria-label', '[aria-label]')];
  const prices = said.map((text) => place.locale.prices(text)).find((found) => found.length > 0);
  const parts = place.all('.sx-price');
  return prices ?? (parts.length > 0 ? parts.flatMap(priceInParts) : place.locale.prices(place.text()));
}

/** The fraction stands there as a raised number without a mark. */
function priceInParts(price: Tile): Price[] {
  const whole = price.text('.sx-price-whole')?.replace(/\P{Nd}/gu, '') ?? '';
  const fraction = price.text('.sx-price-fractional');
  const text = `${price.text('.sx-price-currency') ?? ''}${whole}${fraction === undefined ? '' : `.${fraction}`}`;
  return whole === '' ? [] : price.locale.prices(text);
}
