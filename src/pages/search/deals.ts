/** The price of a tile, its deal, its reference prices and its coupon. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { DealBadge } from '../../contract/data/shared.ts';
import { mentions } from '../../locale/index.ts';
import type { FieldGroup } from '../engine/fields.ts';
import { liveDeal, membersDeal, readCoupon, readTimestamp } from '../parts/deals.ts';
import { promotionInfo, type ReferencePrices, referencePrices, type ShownReference, STRUCK } from '../parts/prices.ts';
import { priceArea, type ShownPrice, shownPrice } from './price.ts';
import { part, type Tile } from './tile-parts.ts';

/** Rows for the price and for promotions. Savings can contradict the price. */
export const promotionFields = {
  price: (tile) => checkedPrice(tile)?.price?.amount,
  prime_price: (tile) => membersPrice(checkedPrice(tile)),
  promotion: readPromotion,
  list_price: (tile) => tile.once(prices).list?.amount,
  coupon: couponOf,
} satisfies FieldGroup<SearchResultEntry, Tile>;

/** Returns the prices. `undefined` if the savings contradict them. */
const checkedPrice = (tile: Tile): ShownPrice | undefined =>
  tile.once(prices).contradiction === undefined ? tile.once(shownPrice) : undefined;

/** Returns the headline price, if only members pay it. */
const membersPrice = (shown: ShownPrice | undefined): number | undefined =>
  shown?.membersOnly === undefined ? undefined : shown.headline?.amount;

/** `undefined` for prices that contradict each other, and if the tile shows savings whose reference price is not found. */
function readPromotion(tile: Tile): SearchResultEntry['promotion'] {
  const references = tile.once(prices);
  const { list, lowest, contradiction } = references;
  const isLost = list === null && lowest === null && showsSavings(priceArea(tile));
  return contradiction === undefined && !isLost ? promotionInfo(dealOf(tile), references, tile.locale) : undefined;
}

/** Whether prices have a percentage, or a text for screen readers next to the price: "List: $23.99". */
function showsSavings(area: Tile): boolean {
  const isNewer = area.has('.a-price');
  const hidden = isNewer ? area.all('.a-offscreen').filter((text) => !text.closest('.a-price').exists) : [];
  return renderedPercent(area) !== undefined || hidden.some((text) => text.price()?.currency !== undefined);
}

/** The deal badges. A status badge ("Best Seller") has another type. */
const DEAL_BADGE = '[data-a-badge-type="deal"], .a-badge[id^="DEAL_"], .a-badge[id*="-deal"]';

const SECOND_OFFER = '[data-cy="multi-offer-display"]';

/** Returns the badge of the tile's deal, not the badge of a second offer in the tile. */
export const dealBadgeOf = (tile: Tile): Tile | undefined =>
  tile.all(DEAL_BADGE).find((badge) => !badge.closest(SECOND_OFFER).exists);

/** Tiles show no deal id and no terms; the end only as a countdown, and never in days. */
function dealOf(tile: Tile): DealBadge | null {
  const badge = tile.once(dealBadgeOf);
  const label = badge?.text();
  const ends_at = readTimestamp(badge?.attr('data-target-time', '[data-target-time]'));
  const deal = label === undefined ? undefined : liveDeal({ label, ends_at }, tile.locale);
  if (deal !== undefined) return { ...deal, ends_in_days: null };
  const { membersOnly } = tile.once(shownPrice);
  return membersOnly === undefined ? null : membersDeal(membersOnly);
}

/** A lowest price of 30 days can have no line through it. Instalments and unit prices match too. */
const UNSTRUCK = '.a-price.a-text-price:not([data-a-strike="true"])';

function prices(tile: Tile): ReferencePrices {
  const area = priceArea(tile);
  const savings = { renderedPercent: renderedPercent(area), current: tile.once(shownPrice).headline?.amount };
  const shown = [
    ...area.all(UNSTRUCK).map((element) => shownReference(element, false)),
    ...area.all(STRUCK).map((element) => shownReference(element, true)),
  ].filter((reference) => reference !== undefined);
  const references = referencePrices(shown, savings, tile.locale);
  if (references.contradiction !== undefined) tile.contradict('price-recipe', references.contradiction);
  return references;
}

function shownReference(element: Tile, isStruck: boolean): ShownReference | undefined {
  const amount = element.amount();
  const around = isStruck ? undefined : element.closest('.a-color-secondary').ownText();
  return amount === undefined ? undefined : { amount, label: around ?? labelOf(element), isStruck };
}

/** "List:", next to the price in the same line. A unit price is not a label. */
function labelOf(price: Tile): string | undefined {
  const labels = price.closest('div, a').children().filter('.a-color-secondary:not(.a-price, .a-text-strike)');
  return labels.texts().find((text) => labels.locale.prices(text).length === 0);
}

const IN_BRACKETS = /\([^()]{0,80}\)/g;

/** "(45% off)" in the line of the price. The rows below have percentages of other things. */
function renderedPercent(area: Tile): number | undefined {
  const lines = [...area.texts('div.a-color-base'), ...area.filter('.a-row').texts()];
  const percents = lines.flatMap((line) => line.match(IN_BRACKETS) ?? []).map((text) => area.locale.percent(text));
  return percents.find((percent) => percent !== undefined);
}

const COUPON = '[data-component-type="s-coupon-component"]';

/**
 * The hidden text for a clipped coupon says what the coupon takes off. The visible text can say the price that is left instead ("You pay
 * $55.79"): without a hidden text its words decide. For subscribers the visible text is "Extra $5.00 off", and the hidden one "when you subscribe".
 */
function couponOf(tile: Tile): SearchResultEntry['coupon'] {
  const component = part(tile, 'price').first(COUPON);
  if (!component.exists) return null;
  const clipped = component.first('.s-coupon-clipped');
  const applied = clipped.fullText('.a-color-base') ?? clipped.fullText();
  const coupon = readCoupon(applied, tile.locale) ?? visibleCoupon(component, applied !== undefined);
  return coupon ? { unit: coupon.unit, value: coupon.value } : null;
}

function visibleCoupon(component: Tile, isClippable: boolean): SearchResultEntry['coupon'] | undefined {
  const text = component.text();
  const coupon = readCoupon(text, component.locale);
  const isKnown = isClippable || coupon?.unit === 'percent';
  return isKnown || mentions(text, component.locale.words.search.couponOff) ? coupon : undefined;
}
