/** Delivery, shipping cost and stock of a tile. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { mentions, type Stock } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import { deliveryEstimate, promisedCharge, standardOf } from '../shared/delivery.ts';
import { part } from './parts.ts';
import { shownPrice } from './price.ts';
import { promises } from './promises.ts';
import type { Tile } from './results.ts';

/** Rows for delivery and stock. */
export const deliveryFields = {
  shipping: (tile) => shippingOf(tile),
  is_prime: (tile) => (part(tile, 'delivery').has(PRIME_BADGE) || part(tile, 'price').has(PRIME_BADGE) ? true : null),
  delivery: (tile) => someOf(tile.once(deliveryOf)),
  in_stock: (tile) => isInStock(tile),
  stock_qty: (tile) => tile.once(stockOf).stock_qty,
} satisfies FieldGroup<SearchResultEntry, Tile>;

const PRIME_BADGE = 'i.a-icon-prime, i[class*="a-icon-prime-"], .s-prime';

/** Returns 0 for free delivery, `null` if the tile names no cost. */
function shippingOf(tile: Tile): number | null {
  const standard = tile.once(deliveryOf).find(({ kind }) => kind === 'standard');
  return (standard && promisedCharge(standard, tile.locale)) ?? null;
}

/** The `standard` promise comes first. Another one is `fastest`. */
function deliveryOf(tile: Tile): DeliveryEstimate[] {
  const shown = tile.once(promises).flatMap((text) => deliveryEstimate('standard', { text }, tile) ?? []);
  const standard = standardOf(shown, tile.locale);
  const other = shown.find((one) => one !== standard);
  return [
    ...(standard === undefined ? [] : [standard]),
    ...(other === undefined ? [] : [{ ...other, kind: 'fastest' as const }]),
  ];
}

/** The availability is a line of its own in the delivery part, or a coloured text instead of the price. */
const STOCK_COLOURS = '.a-color-price, .a-color-error';
const STOCK_LINES = `${STOCK_COLOURS}, div.a-color-secondary`;

function stockOf(tile: Tile): Stock {
  const texts = [...part(tile, 'delivery').texts(STOCK_LINES), ...part(tile, 'price').texts(STOCK_COLOURS)];
  const stocks = texts.map((text) => tile.locale.stock(text)).filter((stock) => Object.keys(stock).length > 0);
  // The promise is a line too. "Usually ships ..." says less than a count, or than the day of a release.
  return stocks.find(({ in_stock, stock_qty }) => in_stock !== true || stock_qty !== undefined) ?? stocks[0] ?? {};
}

/** An item with a price is in stock unless the tile says otherwise. */
function isInStock(tile: Tile): boolean | undefined {
  const { in_stock, is_preorder } = tile.once(stockOf);
  if (in_stock !== undefined) return in_stock;
  const { headline, range } = tile.once(shownPrice);
  const isLater = is_preorder === true || isForInvited(tile);
  return (headline === undefined && range === undefined) || isLater ? undefined : true;
}

function isForInvited(tile: Tile): boolean {
  const { invitation } = tile.locale.words.search;
  return part(tile, 'delivery')
    .texts(STOCK_LINES)
    .some((text) => mentions(text, invitation));
}
