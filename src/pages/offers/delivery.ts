/** The delivery promises of an offer: the `standard` slot first, then the `fastest`. */
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import type { PageBlock } from '../page.ts';
import { deliveryEstimate, type ShownPromise } from '../shared/delivery.ts';
import { primaryPromise, secondaryPromise } from './promises.ts';
import { isShippingFree } from './shipping.ts';

/** Returns an empty list for an offer without a promise. */
export function deliveryOf(offer: PageBlock): DeliveryEstimate[] {
  const estimateOf = (kind: DeliveryEstimate['kind'], promise: ShownPromise | undefined) =>
    promise && deliveryEstimate(kind, promise, offer.locale);
  const standard = estimateOf('standard', offer.once(primaryPromise));
  const fastest = estimateOf('fastest', offer.once(secondaryPromise));
  if (standard !== undefined) standard.is_free ??= isShippingFree(offer);
  return [standard, fastest].filter((estimate) => estimate !== undefined);
}
