/** The slots of an offer that a delivery promise can stand in. */
import type { PageBlock } from '../page.ts';

/** A promise as it stands there, and what its attributes say of it. */
export interface ShownPromise {
  text: string;
  stated: { time?: string | undefined; price?: string | undefined };
}

/** The promise of the first slot. */
export function primaryPromise(offer: PageBlock): ShownPromise | undefined {
  return (
    slot(offer.first('[id*="slot-PRIMARY_DELIVERY_MESSAGE"]')) ??
    slot(offer.first('#delivery-message')) ??
    slot(offer.first('.aod-delivery-promise'))
  );
}

/** The promise of the second slot. */
export function secondaryPromise(offer: PageBlock): ShownPromise | undefined {
  return slot(offer.first('[id*="slot-SECONDARY_DELIVERY_MESSAGE"]')) ?? slot(offer.first('#upsell-message'));
}

function slot(block: PageBlock): ShownPromise | undefined {
  const text = block.text();
  if (text === undefined) return undefined;
  return {
    text,
    stated: {
      time: block.attr('data-csa-c-delivery-time', '[data-csa-c-delivery-time]'),
      price: block.attr('data-csa-c-delivery-price', '[data-csa-c-delivery-price]'),
    },
  };
}
