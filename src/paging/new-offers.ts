/** Offers of a product over its pages, each once. */
import type { OfferEntry } from '../contract/data/offers.ts';
import { offerKey } from './offer-pages.ts';

/** Knows the offers of earlier pages. */
export class NewOffers {
  readonly #known = new Set<string>();

  /** Offers of no earlier page. Two that look alike on one page are two, but the featured one can stand in the list a second time. */
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
