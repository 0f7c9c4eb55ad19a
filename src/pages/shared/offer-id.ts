/** The offer listing id: what a cart is told. */

/** The hidden fields of the form that puts an offer into the cart, newest first. */
export const OFFER_ID_INPUTS = [
  'input[name$="[offerListingId]"]',
  'input[name^="offeringID"]',
  'input[name="offerListingID"]',
] as const;

/** An id as the page writes it, with `%2B` for `+`, decoded (design §5.14). */
export function decodedId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
