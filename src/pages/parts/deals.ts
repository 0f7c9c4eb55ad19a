/** Deal badges and clip-to-apply coupons. */
import type { CouponWithText, DealBadge } from '../../contract/data/shared.ts';
import { type Locale, without } from '../../locale/index.ts';

/** Creates a badge from what the page shows of it. Everything else is `null`. */
const dealBadge = (shown: Partial<DealBadge> & Pick<DealBadge, 'kind' | 'label'>): DealBadge => ({
  deal_id: null,
  ends_at: null,
  ends_on: null,
  ends_in_days: null,
  ...shown,
});

/** The text of a badge, and what a page shows of the deal's end. */
interface ShownDeal {
  label: string;
  /** ISO 8601, UTC. */
  ends_at: string | undefined;
  /** The text that names the day of the end, if the page shows no timestamp. */
  endText?: string | undefined;
}

/** Creates the badge of a deal. `undefined` if the deal is not live: its end has passed, or the badge says that it has ended or has not begun. */
export function liveDeal({ label, ends_at, endText }: ShownDeal, locale: Locale): DealBadge | undefined {
  const end = ends_at === undefined ? locale.dealEnd(endText) : locale.dealEndAt(ends_at);
  const hasEnded =
    ends_at === undefined ? (end.ends_in_days ?? 0) < 0 : Date.parse(ends_at) <= locale.requestedAt.getTime();
  if (hasEnded || locale.isNotLive(label)) return undefined;
  return dealBadge({ kind: locale.dealKind(label), label, ends_at: ends_at ?? null, ...end });
}

/** Creates the badge of a price that only members pay: it counts as a deal for them. */
export const membersDeal = (label: string): DealBadge => dealBadge({ kind: 'prime_exclusive', label });

/** Milliseconds since 1970, or a date with a time and a time zone. */
const MILLISECONDS = /^\d{13}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/;

/** Returns a timestamp of the page's markup as ISO 8601 in UTC, in whole seconds. `undefined` for any other text. */
export function readTimestamp(text: string | undefined): string | undefined {
  if (text === undefined || !(MILLISECONDS.test(text) || DATE_TIME.test(text))) return undefined;
  const time = new Date(MILLISECONDS.test(text) ? Number(text) : text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/**
 * Reads what a coupon takes off: a percentage or an amount. Returns `undefined` for a text without either, and for one with several amounts:
 * one of them can be the price that is left, and for one whose amount is that price.
 */
export function readCoupon(text: string | undefined, locale: Locale): CouponWithText | undefined {
  const prices = locale.prices(text);
  if (text === undefined || prices.length > 1) return undefined;
  const percent = locale.percent(text);
  if (percent !== undefined && percent > 0) return { unit: 'percent', value: percent, text };
  const amount = prices[0]?.amount;
  return amount === undefined || amount <= 0 || saysPriceLeft(text, locale)
    ? undefined
    : { unit: 'currency', value: amount, text };
}

/** Whether the amount in a text is the price that is left: "You pay $7.00", "$8.50 with coupon". "Save $3.00 with coupon" names what is taken off. */
function saysPriceLeft(text: string, { says, allWords }: Locale): boolean {
  if (says(text, ({ search }) => search.couponPrice)) return true;
  if (!says(text, ({ search }) => search.couponWith)) return false;
  const rest = allWords.reduce((left, { search }) => without(left, search.couponWith), text);
  return !says(rest, ({ search }) => search.couponOff);
}
