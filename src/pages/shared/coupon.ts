/** Clip-to-apply coupons on product pages, tiles and offers. */
import type { CouponWithText } from '../../contract/data/shared.ts';
import type { Locale } from '../../locale/index.ts';

/**
 * Reads what a coupon takes off: a percentage or an amount. Returns `undefined` for a text without either, and for one with several amounts:
 * one of them can be the price that is left.
 */
export function readCoupon(text: string | undefined, locale: Locale): CouponWithText | undefined {
  const prices = locale.prices(text);
  if (text === undefined || prices.length > 1) return undefined;
  const percent = locale.percent(text);
  if (percent !== undefined && percent > 0) return { unit: 'percent', value: percent, text };
  const amount = prices[0]?.amount;
  return amount === undefined || amount <= 0 ? undefined : { unit: 'currency', value: amount, text };
}
