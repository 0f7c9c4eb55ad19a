/** The delivery promises of an offer: the `standard` slot first, then the `fastest` (specification, OfferEntry). */
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import type { PageBlock } from '../page.ts';
import { deliveryEstimate } from '../shared/delivery.ts';
import { primaryPromise, type ShownPromise, secondaryPromise } from './promises.ts';
import { isShippingFree } from './shipping.ts';

/** Empty when the offer displays no promise. */
export function deliveryOf(offer: PageBlock): DeliveryEstimate[] {
  const standard = estimateOf('standard', offer.once(primaryPromise), offer);
  const fastest = estimateOf('fastest', offer.once(secondaryPromise), offer);
  if (standard !== undefined) standard.is_free ??= isShippingFree(offer);
  return [standard, fastest].filter((estimate) => estimate !== undefined);
}

/** "Beyond the seller's shipping coverage" stands in the place of a promise and is none. */
function estimateOf(
  kind: DeliveryEstimate['kind'],
  promise: ShownPromise | undefined,
  { locale }: PageBlock,
): DeliveryEstimate | undefined {
  if (promise === undefined) return undefined;
  const { text, stated } = promise;
  const estimate = deliveryEstimate(kind, text, locale, stated);
  const isStated = stated.time !== undefined || stated.price !== undefined;
  return isStated || estimate.date_min !== null || estimate.is_free !== null ? estimate : undefined;
}
