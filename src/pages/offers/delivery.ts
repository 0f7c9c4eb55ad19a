/** The delivery promises of an offer. */
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import type { PageBlock } from '../page.ts';
import { promisedDeliveries } from '../shared/delivery-slots.ts';
import { isShippingFree } from './shipping.ts';

/** Returns the `standard` promise first, then the `fastest`. An empty list for an offer without a promise. */
export function deliveryOf(offer: PageBlock): DeliveryEstimate[] {
  const promises = offer.once(promisedDeliveries).map(({ estimate }) => estimate);
  const [standard] = promises.filter(({ kind }) => kind === 'standard');
  const others = promises.filter((promise) => promise !== standard);
  return standard === undefined
    ? others
    : [{ ...standard, is_free: standard.is_free ?? isShippingFree(offer) }, ...others];
}
