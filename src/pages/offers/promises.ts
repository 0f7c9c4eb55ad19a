/** The slots for delivery promises in an offer. */
import type { PageBlock } from '../page.ts';
import { type ShownPromise, shownPromise } from '../shared/delivery.ts';

/** Returns the promise of the first slot. */
export function primaryPromise(offer: PageBlock): ShownPromise | undefined {
  return (
    shownPromise(offer.first('[id*="slot-PRIMARY_DELIVERY_MESSAGE"]')) ??
    shownPromise(offer.first('#delivery-message')) ??
    shownPromise(offer.first('.aod-delivery-promise'))
  );
}

/** Returns the promise of the second slot. */
export function secondaryPromise(offer: PageBlock): ShownPromise | undefined {
  return (
    shownPromise(offer.first('[id*="slot-SECONDARY_DELIVERY_MESSAGE"]')) ?? shownPromise(offer.first('#upsell-message'))
  );
}
