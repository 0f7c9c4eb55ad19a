/** Delivery, shipping cost and stock of a tile. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { mentions, type Stock } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import { deliveryEstimate, promisedCharge } from '../shared/delivery.ts';
import { part } from './parts.ts';
import { shownPrice } from './price.ts';
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

/** The standard slot comes first. A promise for members is always the `fastest` slot. */
function deliveryOf(tile: Tile): DeliveryEstimate[] {
  const { locale } = tile;
  const [first, second] = promises(tile).flatMap((text) => deliveryEstimate('standard', { text }, locale) ?? []);
  if (first === undefined) return [];
  const isForMembers = mentions(first.text, locale.words.delivery.members);
  const [standard, fastest] = isForMembers ? [second, first] : [first, second];
  return [
    ...(standard === undefined ? [] : [standard]),
    ...(fastest === undefined ? [] : [{ ...fastest, kind: 'fastest' as const }]),
  ];
}

function promises(tile: Tile): string[] {
  const area = part(tile, 'delivery');
  const slots = area.find('.udm-primary-delivery-message, .udm-secondary-delivery-message');
  if (slots.exists) return slots.texts();
  const line = deliveryLine(area).all(`${PROMISE}, ${PLAIN_ROW}`);
  const shown = line.filter((block) => block.tag === 'span' || tile.locale.delivery(block.text()).is_free !== null);
  return withCosts(
    tile,
    shown.flatMap((block) => block.texts()),
  );
}

const PROMISE = 'span[aria-label]';
/** A row without a label: a cost, or the country that the item ships to. */
const PLAIN_ROW = `div.a-row:not(:has(.a-row, ${PROMISE}))`;

/** The delivery line of older pages: a span for each promise, or one for the day and one for the cost. */
function deliveryLine(area: Tile): Tile {
  const lines = area.all('.a-color-secondary.s-align-children-center');
  return lines.find((line) => line.has(PROMISE)) ?? area.filter(':not(*)');
}

/** Joins a cost without a day and a day without a cost: "FREE One-Day", "Get it tomorrow, Dec 17" is one promise. */
function withCosts(tile: Tile, texts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const text of texts) {
    const before = joined.at(-1);
    if (before !== undefined && completes(tile, before, text)) joined.splice(-1, 1, `${before} ${text}`);
    else joined.push(text);
  }
  return joined;
}

/** Whether two lines are one promise: one of them has the day, the other one the cost. A day of a faster delivery is another promise. */
function completes({ locale }: Tile, first: string, second: string): boolean {
  const [one, other] = [locale.delivery(first), locale.delivery(second)];
  if (other.date_min === null) return one.is_free === null;
  const isSplit = one.date_min === null && one.is_free !== null && other.is_free === null;
  return isSplit && !mentions(second, locale.words.delivery.fastest);
}

/** The availability is a line of its own in the delivery part, or a coloured text instead of the price. */
const STOCK_COLOURS = '.a-color-price, .a-color-error';
const STOCK_LINES = `${STOCK_COLOURS}, div.a-color-secondary`;

function stockOf(tile: Tile): Stock {
  const texts = [...part(tile, 'delivery').texts(STOCK_LINES), ...part(tile, 'price').texts(STOCK_COLOURS)];
  return texts.map((text) => tile.locale.stock(text)).find((stock) => Object.keys(stock).length > 0) ?? {};
}

/** An item with a price is in stock unless the tile says otherwise. */
function isInStock(tile: Tile): boolean | undefined {
  const { in_stock, is_preorder, is_backorder } = tile.once(stockOf);
  if (in_stock !== undefined) return in_stock;
  const { headline, range } = tile.once(shownPrice);
  const isLater = is_preorder === true || is_backorder === true || isForInvited(tile);
  return (headline === undefined && range === undefined) || isLater ? undefined : true;
}

function isForInvited(tile: Tile): boolean {
  const { invitation } = tile.locale.words.search;
  return part(tile, 'delivery')
    .texts(STOCK_LINES)
    .some((text) => mentions(text, invitation));
}
