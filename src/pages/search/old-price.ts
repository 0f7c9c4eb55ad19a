/** Prices of tiles in an older layout. Seen 2015 to 2018. */
import type { Price } from '../../locale/index.ts';
import { isRented, isToBuy } from './ownership.ts';
import { isMarked, part } from './parts.ts';
import type { Tile } from './results.ts';

/** A link with the price as text for screen readers and in parts, or plain text. */
const PRICE = 'a:has(.sx-price), .s-price';

/** Returns the block of a tile's price. Empty for newer tiles. */
export function oldPriceBlock(tile: Tile): Tile {
  const none = tile.filter(':not(*)');
  const area = part(tile, 'price');
  if (isMarked(tile, 'price') || area.has('.a-price')) return none;
  const prices = area.all(PRICE).filter((price) => !isRented(price));
  const [first = none] = prices;
  // A price of 0 above another price, or next to words, means that members can borrow the item.
  const isLent = pricesIn(first).every(({ amount }) => amount === 0) && (prices.length > 1 || hasWordsAround(first));
  return (isLent ? prices.find((price) => isToBuy(price.closest('.a-row'))) : prices[0]) ?? none;
}

/** Whether the row of a price says more than the price. */
const hasWordsAround = (price: Tile): boolean => /\p{L}/u.test(price.closest('.a-row').without(price).text() ?? '');

/** Returns the price of a tile, or both prices of a range: "$9.99 - $12.99". */
export function oldPrices(tile: Tile): Price[] {
  return pricesIn(oldPriceBlock(tile));
}

function pricesIn(block: Tile): Price[] {
  const texts = [block.fullText('.a-offscreen'), block.attr('aria-label', '[aria-label]')];
  const prices = texts.map((text) => block.locale.prices(text)).find((found) => found.length > 0);
  const parts = block.all('.sx-price');
  return prices ?? (parts.length > 0 ? parts.flatMap(priceInParts) : block.locale.prices(block.text()));
}

/** Reads a price in parts. The fraction is in its own element, without a decimal mark. */
function priceInParts(price: Tile): Price[] {
  const whole = price.text('.sx-price-whole')?.replace(/\P{Nd}/gu, '') ?? '';
  const fraction = price.text('.sx-price-fractional');
  const text = `${price.text('.sx-price-currency') ?? ''}${whole}${fraction === undefined ? '' : `.${fraction}`}`;
  return whole === '' ? [] : price.locale.prices(text);
}
