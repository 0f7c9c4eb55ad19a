/** Reviews on product pages before they had hooks: the parts are found by ids and by their place. Seen 2015 to 2017. */
import type { Review } from '../../contract/data/reviews.ts';
import type { FieldTable } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { reviewFields } from './review.ts';

/** Returns the "most helpful" reviews of such a page. */
export function olderReviewBlocks(page: Page): PageBlock[] {
  return LISTS.flatMap((id) => page.at(id).all('[id^="rev-dpReviewsMostHelpful"]'));
}

const LISTS = ['revMHRL', 'revMHFRL'];
const ID = /-(R[A-Z0-9]{8,})$/;
const PROFILE = 'a[href*="/profile/"]';
const TEXT = '[id^="revData-"] > div';

/** The rows of {@link reviewFields}, with the places of the older page. Its badges are unknown. */
export const olderReviewFields = {
  ...reviewFields,
  review_id: (review) => ID.exec(review.attr('id') ?? '')?.[1] ?? '',
  title: (review) => review.text('.a-text-bold'),
  text: (review) => review.ownText(TEXT) ?? review.text(TEXT),
  rating: (review) => review.locale.rating(review.fullText('.a-icon-alt') ?? review.attr('title', 'a')),
  author: (review) => review.text(PROFILE),
  author_url: (review) => review.attr('href', PROFILE),
  date,
  verified_purchase: () => undefined,
  helpful_votes: (review) => review.locale.counts(review.text('[id^="cr-vote-"]')).sort((one, other) => one - other)[0],
  is_vine: () => undefined,
} satisfies FieldTable<Review, PageBlock>;

/** "By NAME on March 3, 2015": in small text next to the author. */
function date(review: PageBlock): string | undefined {
  for (const line of review.texts('.a-color-secondary')) {
    const day = review.locale.date(line);
    if (day !== undefined) return day;
  }
  return undefined;
}
