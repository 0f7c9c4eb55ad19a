/** The price of an offer with its delivery. */
import type { OfferEntry } from './generated/offers.ts';

/** A sum with its currency. */
export interface LandedPrice {
  /** Price, shipping and import fees, without coupons [major units]. */
  amount: number;
  /** Currency [ISO 4217], as shown on the page. */
  currency?: string;
}

/** The fields of an offer that its landed price depends on. */
export const LANDED_FIELDS = [
  'price',
  'currency',
  'shipping_price',
  'is_shipping_known',
  'import_fees',
  'delivery',
] as const;

/** The part of an offer that its landed price depends on: ask for all of it if you choose `fields`. */
export type LandedOffer = Pick<OfferEntry, (typeof LANDED_FIELDS)[number]>;

/**
 * Returns what an offer costs delivered. `undefined` if the page shows no price, or if its shipping is not known: `shipping_price: 0` means both free and
 * not read, and `is_shipping_known` tells which. A service can leave it out: then 0 counts only with a free standard delivery.
 *
 * @example
 * landedPrice({ price: 58, shipping_price: 4.5, is_shipping_known: true, currency: 'USD', seller_id: 'A1LARKMOOR0US', delivery: [] })
 * // { amount: 62.5, currency: 'USD' }
 */
export function landedPrice(offer: LandedOffer): LandedPrice | undefined {
  const { price, currency, shipping_price: shipping = 0, import_fees: fees = 0, is_shipping_known, delivery } = offer;
  const isKnown =
    is_shipping_known ??
    (shipping > 0 || delivery.some(({ kind, is_free }) => kind === 'standard' && is_free === true));
  if (price === undefined || !isKnown) return undefined;
  const amount = Number((price + shipping + fees).toFixed(2));
  return currency === undefined ? { amount } : { amount, currency };
}
