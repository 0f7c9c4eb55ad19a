/** The data of a page of offers for tests. */

import type { OfferEntry, OffersData } from '../../contract/generated/offers.ts';
import { MARKETPLACE_SUFFIXES } from '../../contract/sites.ts';
import { currencyOf, filled, type Loose, type LooseList, numberedSeller, type Subject } from './subject.ts';

/** The data of a page of offers, of which a test sets only some members. */
export type OffersAnswer = LooseList<OffersData, 'product_sellers_info', OfferEntry>;

/** Offers on a page, without the pinned one. */
const PAGE_SIZE = 10;

/** Returns the data of a page of offers: ids, numbers and counts agree with the offers that the test sets. */
export function offersAnswer({ product_sellers_info, ...given }: OffersAnswer, subject: Subject): OffersData {
  const index = given.page_index ?? subject.page - 1;
  const entries = product_sellers_info ?? [{}, {}, {}];
  // Page 1 has the pinned offer in addition.
  const before = index === 0 ? 0 : index * PAGE_SIZE + 1;
  // The first offer of page 1 is the featured one, unless the test says which it is.
  const isPinnedSet = entries.some((entry) => 'is_pinned' in entry);
  const offers = entries.map((entry, position) =>
    offerAnswer(entry, {
      subject,
      number: before + position + 1,
      isPinned: !isPinnedSet && index === 0 && position === 0,
    }),
  );
  const total = given.total_offers_count ?? before + offers.length;
  const pinned = index > 0 || offers.some(({ is_pinned }) => is_pinned === true) ? 1 : 0;
  const base: OffersData = {
    asin: subject.asin,
    title: 'Larkmoor Camping Lantern, 1000 Lumens',
    rating: 4.6,
    reviews: 2418,
    sold_by_amazon: offers.some(({ is_amazon }) => is_amazon === true),
    fba_count: offers.filter(({ is_fba }) => is_fba === true).length,
    fbm_count: offers.filter(({ is_fba }) => is_fba === false).length,
    page_index: index,
    total_pages: Math.max(offers.length === 0 ? 0 : index + 1, Math.ceil((total - pinned) / PAGE_SIZE)),
    total_offers_count: total,
    product_sellers_info: offers,
  };
  return filled(base, given);
}

interface Place {
  subject: Subject;
  /** Number of the offer among all, starting at 1. */
  number: number;
  isPinned: boolean;
}

const DELIVERY = {
  kind: 'standard',
  days_min: null,
  days_max: null,
  date_min: null,
  date_max: null,
  text: 'Standard delivery',
} as const;

function offerAnswer(given: Loose<OfferEntry>, { subject, number, isPinned }: Place): OfferEntry {
  const isAmazon = given.is_amazon ?? given.seller_id === null;
  const shipping = given.shipping_price ?? 0;
  const base: Loose<OfferEntry> = {
    name: isAmazon ? 'Amazon' : `Seller ${number}`,
    price: 33.99 + number,
    currency: currencyOf(subject),
    shipping_price: shipping,
    is_shipping_known: true,
    is_fba: true,
    is_amazon: isAmazon,
    ships_from: given.is_fba === false ? `Seller ${number}` : 'Amazon',
    rating_percent: isAmazon ? undefined : 96,
    reviews_count: isAmazon ? undefined : 1_000 + number,
    condition: 'new',
    condition_text: 'New',
    seller_id: isAmazon ? null : numberedSeller(number),
    domain: MARKETPLACE_SUFFIXES[subject.marketplace],
    is_just_launched: false,
    is_pinned: isPinned,
    delivery: [{ ...DELIVERY, is_free: shipping === 0 }],
  };
  return filled(base, given);
}
