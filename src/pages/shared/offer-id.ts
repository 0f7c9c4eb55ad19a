/** The offer listing id, which the cart form sends. */
import { decodedPart } from '../site-path.ts';

/** The hidden inputs of the cart form, newest layout first. The last: Seen 2015 to 2021. A warranty next to them has a check box `offeringID.1`. */
export const OFFER_ID_INPUTS = [
  'input[name="items[0.base][offerListingId]"]',
  'input[name$="[offerListingId]"]',
  'input[name="offerListingID"]',
  'input[name^="offeringID"]:not([type="checkbox"], [type="radio"])',
] as const;

/** The id of the used offer, next to that of the new one. Seen 2017 to 2024. */
export const USED_OFFER_ID_INPUT = 'input[name="usedOfferListingID"]';

/** Decodes an id: pages write `%2B` for `+`. */
export function decodedOfferId(id: string | undefined): string | undefined {
  return id === undefined ? undefined : decodedPart(id);
}
