/** The shipping price and the import fees of an offer. */
import { mentions } from '../../locale/index.ts';
import type { PageBlock } from '../page.ts';
import { promisedCharge } from '../shared/delivery.ts';
import { promisedDeliveries } from '../shared/delivery-slots.ts';

/** Returns 0 for free delivery, and for a cost that is not understood. */
export function shippingPrice(offer: PageBlock): number {
  const named = offer.once(charges).shipping;
  if (named !== undefined) return named;
  const standard = offer.once(promisedDeliveries).find(({ estimate }) => estimate.kind === 'standard');
  if (standard === undefined) return 0;
  return offer.locale.price(standard.price)?.amount ?? promisedCharge(standard.estimate, offer.locale) ?? 0;
}

/** Returns the import fees, if the page names them in a line of their own. */
export function importFees(offer: PageBlock): number | undefined {
  return offer.once(charges).importFees;
}

/** Whether the shipping row says that the delivery is free. `null` if it does not say. */
export function isShippingFree(offer: PageBlock): boolean | null {
  return offer.locale.delivery(offer.once(chargeLines)[0]).is_free;
}

interface Charges {
  shipping?: number | undefined;
  importFees?: number | undefined;
}

/** "+ $14.38 shipping", a line for each charge. "Shipping & import fees" in one sum counts as shipping. */
function charges(offer: PageBlock): Charges {
  const { locale } = offer;
  const priced = offer.once(chargeLines).filter((line) => locale.price(line) !== undefined);
  const [first] = priced;
  if (first === undefined) return {};
  const fees = priced.find((line) => line !== first && mentions(line, locale.words.offers.importFees));
  return { shipping: locale.price(first)?.amount, importFees: locale.price(fees)?.amount };
}

/** The lines of the shipping row. It can be without a class, after the row of the bottle deposit. Seen 2021. */
function chargeLines(offer: PageBlock): string[] {
  const row = offer.find('#aod_ship_charge_row, .aod-ship-charge').lines();
  return row.length > 0 ? row : offer.first('[id^="aod-bottlingDepositFee"]').next().filter('span').lines();
}
