/** What makes a tile's price special: the subset of `PromotionInfo` that tiles carry (specification, SearchResultEntry). */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { DealBadge, PromotionInfo, ReferencePrice } from '../../contract/data/shared.ts';
import { type Locale, mentions } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import { momentText, referencePrice } from '../shared/struck-prices.ts';
import { part } from './parts.ts';
import { priceArea, shownPrice } from './price.ts';
import type { Tile } from './results.ts';

/** Rows for promotions. */
export const promotionFields = {
  promotion: (tile) => promotionOf(tile),
  list_price: (tile) => tile.once(struckPrices).list?.amount,
  coupon: (tile) => couponOf(tile),
} satisfies FieldGroup<SearchResultEntry, Tile>;

function promotionOf(tile: Tile): PromotionInfo | null {
  const deal = dealOf(tile);
  const { list = null, lowest } = tile.once(struckPrices);
  if (deal === null && list === null && lowest === undefined) return null;
  return { deal, list_price: list, ...(lowest === undefined ? {} : { lowest_price_30_days: lowest }) };
}

const SECOND_OFFER = '[data-cy="multi-offer-display"]';
/** A status badge ("Best Seller") has another type. */
const DEAL_BADGE = '.a-badge[data-a-badge-type="deal"], .a-badge[id^="DEAL_"], .a-badge[id*="-deal"]';

/** The badge of the tile's deal, not that of a second offer in it. */
export function dealBadge(tile: Tile): Tile | undefined {
  return tile.all(DEAL_BADGE).find((badge) => !badge.closest(SECOND_OFFER).exists);
}

function dealOf(tile: Tile): DealBadge | null {
  const badge = tile.once(dealBadge);
  const label = badge?.text() ?? tile.once(shownPrice).membersOnly;
  if (label === undefined) return null;
  // The moment that a countdown runs to.
  const ends_at = momentText(new Date(badge?.attr('data-target-time', '[data-target-time]') ?? Number.NaN)) ?? null;
  return {
    kind: tile.locale.dealKind(label),
    label,
    deal_id: null,
    ends_at,
    ends_on: ends_at?.slice(0, 10) ?? null,
    ends_in_days: null,
  };
}

interface StruckPrices {
  list?: ReferencePrice | undefined;
  lowest?: ReferencePrice | undefined;
}

/** Instalments wear the class of struck prices, without the strike. */
const STRUCK = '.a-price[data-a-strike="true"], .a-text-strike';
/** "(45% off)", also with the sign before the figure. */
const RENDERED_PERCENT =
  /\([^()]{0,40}?(?:(\p{Nd}{1,2})\s?[%\u066a\uff05]|[%\u066a\uff05]\s?(\p{Nd}{1,2}))[^()]{0,40}\)/u;

function struckPrices(tile: Tile): StruckPrices {
  const area = priceArea(tile);
  const renderedPercent = renderedPercentOf(area);
  const current = tile.once(shownPrice).headline?.amount;
  const struck: StruckPrices = {};
  for (const element of area.all(STRUCK)) {
    const amount = element.amount();
    if (amount === undefined) continue;
    const label = labelOf(element);
    const isLowest = mentions(label, tile.locale.words.search.lowestPrice);
    if (isLowest) struck.lowest ??= referencePrice({ amount, label, current });
    else struck.list ??= referencePrice({ amount, label, current, renderedPercent });
  }
  return struck;
}

/** In the line of the price: the rows below it hold percentages of other things. */
function renderedPercentOf(area: Tile): number | undefined {
  const lines = [...area.texts('div.a-color-base'), ...area.filter('.a-row').texts()];
  const [, before, after] = lines.map((line) => RENDERED_PERCENT.exec(line)).find((match) => match !== null) ?? [];
  return area.locale.number(before ?? after);
}

/** "List:", beside the struck price in the same line. A price for a unit is no label. */
function labelOf(struck: Tile): string | undefined {
  const beside = struck.closest('div, a').children().filter('.a-color-secondary:not(.a-price, .a-text-strike)');
  return beside.texts().find((text) => beside.locale.prices(text).length === 0);
}

const COUPON = '[data-component-type="s-coupon-component"]';
const PERCENT = /(?<!\p{Nd})(\p{Nd}{1,2}(?:[.,]\p{Nd}{1,2})?)\s?[%\u066a\uff05]|[%\u066a\uff05]\s?(\p{Nd}{1,2})/u;

/**
 * What is applied once the coupon is clipped says what it takes off; before, the price that is left can stand there ("You pay $55.79"). One
 * for subscribers says it before: "Extra $5.00 off", and then "when you subscribe".
 */
function couponOf(tile: Tile): SearchResultEntry['coupon'] {
  const coupon = part(tile, 'price').first(COUPON);
  if (!coupon.exists) return null;
  const { locale } = tile;
  const clipped = coupon.first('.s-coupon-clipped');
  const applied = clipped.fullText('.a-color-base') ?? clipped.fullText();
  const percent = percentIn(applied, locale) ?? percentIn(coupon.text(), locale);
  if (percent !== undefined) return { unit: 'percent', value: percent };
  const sum = locale.price(applied) ?? (applied === undefined ? undefined : locale.price(coupon.text()));
  return sum === undefined ? undefined : { unit: 'currency', value: sum.amount };
}

function percentIn(text: string | undefined, locale: Locale): number | undefined {
  const [, before, after] = PERCENT.exec(text ?? '') ?? [];
  return locale.number(before ?? after);
}
