/** The data of sellers and of reviews for tests. */
import type { Review, ReviewsData } from '../../contract/generated/reviews.ts';
import type { StorefrontInfoData } from '../../contract/generated/seller.ts';
import { filled, type Loose, type LooseList, type Subject } from './subject.ts';

/** The data of a page of reviews, of which a test sets only some members. */
export type ReviewsAnswer = LooseList<ReviewsData, 'entries', Review>;

/** Returns the data of a seller's profile. */
export function sellerAnswer(given: Loose<StorefrontInfoData>, subject: Subject): StorefrontInfoData {
  const seller_id = given.seller_id ?? subject.seller_id;
  const base: StorefrontInfoData = {
    seller_id,
    name: 'Larkmoor Outdoors',
    storefront_url: `/s?me=${seller_id}`,
    rating: 4.8,
    positive_percent: 96,
    ratings_count: 1_204,
    business_name: 'Larkmoor Outdoors LLC',
    business_address: ['12 Harbor Lane', 'Portland, OR 97205', 'US'],
    is_just_launched: false,
  };
  return filled(base, given);
}

/** Reviews of a page that the test does not list, and of a full page. */
const USUAL_ENTRIES = 2;
const PAGE_SIZE = 10;

/** Returns the data of a page of reviews: each has an id. */
export function reviewsAnswer({ entries, ...given }: ReviewsAnswer, subject: Subject): ReviewsData {
  const current_page = given.current_page ?? subject.page;
  const first = (current_page - 1) * PAGE_SIZE + 1;
  const base: ReviewsData = {
    asin: subject.asin,
    title: 'Larkmoor Camping Lantern, 1000 Lumens',
    rating: 4.6,
    reviews: 2418,
    current_page,
    last_page_number: current_page,
    entries: (entries ?? Array.from({ length: USUAL_ENTRIES }, () => ({}))).map((entry, index) =>
      reviewAnswer(entry, first + index),
    ),
  };
  return filled(base, given);
}

function reviewAnswer(given: Loose<Review>, number: number): Review {
  const base: Review = {
    review_id: `R${String(number).padStart(13, '0')}`,
    title: 'Bright',
    text: 'Lights the whole tent.',
    rating: 5,
    author: `Reader ${number}`,
    date: '2026-11-02',
    verified_purchase: true,
    helpful_votes: 0,
  };
  return filled(base, given);
}
