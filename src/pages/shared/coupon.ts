/** Clip-to-apply coupons, from their words. */
import type { CouponUnit } from '../../contract/codes.ts';
import type { Locale } from '../../locale/index.ts';

const PERCENT = /(\d{1,2}(?:[.,]\d{1,2})?) ?[%٪％]|[%٪％] ?(\d{1,2})/u;

/**
 * What a coupon takes off; `undefined` for words that name no sum, or several: one of those could be the price that is left after it.
 */
export function readCoupon(
  text: string,
  locale: Locale,
): { unit: CouponUnit; value: number; text: string } | undefined {
  const percentage = PERCENT.exec(text);
  const prices = locale.prices(text);
  if (prices.length > 1) return undefined;
  const percent = locale.number(percentage?.[1] ?? percentage?.[2]);
  if (percent !== undefined && percent > 0) return { unit: 'percent', value: percent, text };
  const amount = prices[0]?.amount;
  return amount === undefined || amount <= 0 ? undefined : { unit: 'currency', value: amount, text };
}
