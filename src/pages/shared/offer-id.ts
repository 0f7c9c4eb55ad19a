/** The offer listing id, which the cart form sends. */

/** The hidden inputs of the cart form, newest layout first. */
export const OFFER_ID_INPUTS = [
  'input[name$="[offerListingId]"]',
  'input[name^="offeringID"]',
  'input[name="offerListingID"]',
] as const;

/** Decodes an id: pages write `%2B` for `+`. */
export function decodedOfferId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
