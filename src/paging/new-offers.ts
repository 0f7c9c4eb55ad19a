/** Removes offers that an earlier page had. */
import type { OfferEntry } from '../contract/data/offers.ts';

/** Remembers the offers of earlier pages. */
export class NewOffers {
  readonly #known = new Set<string>();

  /** Returns the offers that no earlier page had. Equal offers of one page are kept, except a repetition of the featured offer. */
  of(page: readonly OfferEntry[]): OfferEntry[] {
    const pinned = page.find(({ is_pinned }) => is_pinned === true);
    const pinnedKey = pinned === undefined ? undefined : offerKey(pinned);
    const offers = page.filter((offer) => {
      const key = offerKey(offer);
      return !this.#known.has(key) && (offer === pinned || key !== pinnedKey);
    });
    for (const offer of offers) this.#known.add(offerKey(offer));
    return offers;
  }
}

/** Returns a key that identifies an offer of a product. */
export function offerKey(offer: OfferEntry): string {
  if (offer.offer_id !== undefined) return offer.offer_id;
  const { seller_id, name, price, shipping_price, is_fba, condition, condition_text, condition_comments } = offer;
  const shown = [seller_id, name, price, shipping_price, is_fba, condition, condition_text, condition_comments];
  return JSON.stringify(shown);
}
