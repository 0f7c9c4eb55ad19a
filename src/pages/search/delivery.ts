/** Delivery, shipping cost and stock of a tile. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { mentions, type Stock } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../engine/fields.ts';
import { deliveryEstimate, promisedCharge, standardOf } from '../parts/delivery.ts';
import { shownPrice } from './price.ts';
import { isMarked, part, type Tile } from './tile-parts.ts';

/** Rows for delivery and stock. */
export const deliveryFields = {
  shipping: shippingOf,
  is_prime: (tile) => (part(tile, 'delivery').has(PRIME_BADGE) || part(tile, 'price').has(PRIME_BADGE) ? true : null),
  delivery: (tile) => someOf(tile.once(deliveryOf)),
  in_stock: isInStock,
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
const STOCK_LINES = `${STOCK_COLOURS}, div.a-color-secondary, span[aria-label]`;

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
  const { headline, range, lowest } = tile.once(shownPrice);
  const isLater = is_preorder === true || isForInvited(tile);
  return (headline ?? range ?? lowest) === undefined || isLater ? undefined : true;
}

function isForInvited(tile: Tile): boolean {
  const { invitation } = tile.locale.words.search;
  return part(tile, 'delivery')
    .texts(STOCK_LINES)
    .some((text) => mentions(text, invitation));
}

/** Returns the promises in the order of the tile, each with its cost. */
function promises(tile: Tile): string[] {
  const area = part(tile, 'delivery');
  const slots = area.find('.udm-primary-delivery-message, .udm-secondary-delivery-message');
  if (slots.exists) return slots.texts().filter((text) => isPromise(area, text));
  const line = firstPromises(area.all(LINE)) ?? mobilePromises(tile) ?? oldPromises(area);
  const hasCost = line.some((text) => tile.locale.delivery(text).is_free !== null);
  return withCosts(tile, hasCost ? line : [...line, ...charges(tile)]);
}

/** The delivery line. On mobile pages it has no class of its own. */
const LINE = '.a-color-secondary.s-align-children-center';
const MOBILE_LINE = 'div.a-color-secondary:not(:has(.a-color-secondary))';
const firstPromises = (lines: readonly Tile[]): string[] | undefined =>
  lines.map(promisesIn).find((texts) => texts.length > 0);

/** Reads the lines of a marked part: the promises can be several. */
function mobilePromises(tile: Tile): string[] | undefined {
  if (!isMarked(tile, 'delivery')) return undefined;
  const texts = part(tile, 'delivery').all(MOBILE_LINE).flatMap(promisesIn);
  return texts.length > 0 ? texts : undefined;
}

/** A promise, or a cost. Its label repeats the text. */
const LABELLED = 'span[aria-label]:not(span[aria-label] span)';
/** A row without a label: a cost, the country that the item ships to, a day. */
const PLAIN_ROW = 'div.a-row:not(:has(.a-row, span[aria-label]))';

/** A line has a span for each promise, or one for the day and one for the cost. Other lines are about certificates, or where the item ships to. */
function promisesIn(line: Tile): string[] {
  const blocks = line.all(`${LABELLED}, ${PLAIN_ROW}`);
  const isShown = (text: string) => isPromise(line, text);
  const texts = (blocks.length > 0 ? blocks : [line]).flatMap((block) =>
    block.texts().filter((text) => isShown(text) || (block.tag === 'span' && isAboutShipping(line, text))),
  );
  return texts.some(isShown) ? texts : [];
}

/** Whether a text has a day or a cost of delivery. The day of a release or of new stock does not count. */
function isPromise({ locale }: Tile, text: string): boolean {
  const { date_min, is_free } = locale.delivery(text);
  if (is_free !== null || date_min === null) return is_free !== null;
  const { is_preorder, is_backorder } = locale.stock(text);
  return is_preorder !== true && is_backorder !== true;
}

/** Whether a text names the charge, or what it depends on: "FREE Shipping on orders over $25". */
function isAboutShipping({ locale }: Tile, text: string): boolean {
  const { shipping, free } = locale.words.delivery;
  return mentions(text, shipping) || mentions(text, free);
}

/** The day of a promise is green: "Get it by Thursday, Mar 29". Seen 2016 to 2018. */
function oldPromises(area: Tile): string[] {
  const lines = area.all('.a-color-success').flatMap((day) => day.closest('span.a-color-secondary').texts());
  return lines.filter((text) => area.locale.delivery(text).date_min !== null);
}

/** The cost is a line of its own, or next to the price: "+ $5.99 shipping". Seen 2015 to 2021. */
function charges(tile: Tile): string[] {
  const { delivery, prices, words } = tile.locale;
  const areas = [part(tile, 'price'), part(tile, 'delivery')];
  const lines = areas.flatMap((area) => area.all('.a-color-secondary:not(:has(.a-color-secondary))'));
  const texts = lines.filter((line) => !line.closest(LINE).exists).flatMap((line) => line.texts());
  const isCharge = (text: string) =>
    text.length <= LONGEST_CHARGE &&
    mentions(text, words.delivery.shipping) &&
    !mentions(text, words.search.couponOff) &&
    (prices(text).length === 1 || delivery(text).is_free === true) &&
    delivery(text).date_min === null;
  return texts.filter(isCharge).slice(0, 1);
}

/** In characters. Longer texts are sentences about other orders. */
const LONGEST_CHARGE = 60;

/** Joins a cost and the day before or after it. The cost of the usual delivery is not the one of a faster promise. */
function withCosts({ locale }: Tile, texts: readonly string[]): string[] {
  const isFaster = (text: string | undefined) => mentions(text, locale.words.delivery.fastest);
  const joined: string[] = [];
  for (const text of texts) {
    const before = joined.at(-1);
    const [own, last] = [locale.delivery(text), locale.delivery(before)];
    const [day, cost] = own.date_min === null ? [before, text] : [text, before];
    const isOne = own.date_min === null ? last.is_free === null : last.date_min === null && own.is_free === null;
    if (before !== undefined && isOne && (isFaster(cost) || !isFaster(day))) joined.splice(-1, 1, `${before} ${text}`);
    else joined.push(text);
  }
  return joined;
}
