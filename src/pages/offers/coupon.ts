/** A coupon to clip on an offer: "Save 10% with coupon". */
import type { OfferEntry } from '../../contract/data/offers.ts';
import type { PageBlock } from '../page.ts';

const COUPON = '[id*="coupon" i], [class*="coupon" i]';
const PERCENT = /(\d{1,2}(?:[.,]\d{1,2})?) ?%|% ?(\d{1,2})/u;

/** A text that names several sums could speak of the price that is left, and is not read. */
export function couponOf(offer: PageBlock): OfferEntry['coupon'] {
  const text = offer.text(COUPON);
  const { locale } = offer;
  const percentage = PERCENT.exec(text ?? '');
  const prices = locale.prices(text);
  if (text === undefined || prices.length > 1) return undefined;
  const percent = locale.number(percentage?.[1] ?? percentage?.[2]);
  if (percent !== undefined) return { unit: 'percent', value: percent, text };
  const amount = prices[0]?.amount;
  return amount === undefined ? undefined : { unit: 'currency', value: amount, text };
}
