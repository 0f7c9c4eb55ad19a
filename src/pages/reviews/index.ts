/** The reviews page. */
import type { Review, ReviewsData } from '../../contract/data/reviews.ts';
import { ParseError } from '../../contract/errors.ts';
import { largestOf, ordinalNumber } from '../../locale/index.ts';
import { type FieldTable, type PageReader, readEach, readFields, wantedIn } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import type { DetectedPage } from '../urls/detect.ts';
import { asinOfHref } from '../urls/links.ts';
import { SINGLE_REVIEW_ID } from '../urls/unsupported.ts';
import { ratingHistogram } from './histogram.ts';
import { reviewBlocks, reviewFields } from './review.ts';

/** A page with text in any of these ids is a reviews page, also without reviews. */
const IDS = ['cm_cr-review_list', 'cm_cr-product_info', 'cm_cr-reviews_pager', 'reviews-container'];

export const reviewsPage: PageReader<ReviewsData> = {
  landmarks: [
    {
      name: 'cm_cr-review_list',
      // A single review has most parts of a reviews page.
      test: (page) => !page.at(SINGLE_REVIEW_ID).exists && hasReviews(page),
      required: true,
    },
    { name: 'review', fields: ['entries'], test: (page) => reviewBlocks(page).length > 0 || saysNoReviews(page) },
    {
      name: 'review',
      fields: ['entries'],
      test: (page) => !needsSignIn(page) || reviewBlocks(page).length >= (page.once(statedReviews) ?? 0),
      partial: 'the page shows the other reviews only to signed-in shoppers',
      amount: (page) => ({ have: reviewBlocks(page).length, total: page.once(statedReviews) ?? 0, reason: 'sign_in' }),
    },
    { name: 'product-link', fields: ['title'], test: (page) => productLink(page).exists },
  ],
  read: (page, detected) => readFields(fieldsOf(detected), page, page.source.fields),
};

/** Whether the list is a message. A heading ("From the United States") has reviews below it. */
const saysNoReviews = (page: Page): boolean =>
  page.at('cm_cr-review_list').text() !== undefined && !page.marked('data-hook', 'arp-local-reviews-header').exists;

/** Whether the list ends with a link to sign in. */
const needsSignIn = (page: Page): boolean =>
  page.at('cm_cr-review_list').has('a[href*="/ap/signin"]') ||
  page.at('cm_cr-pagination_bar').has('a[href*="/ap/signin"]');

/** Returns the number of reviews with a text that the filter of the page has: "1,234 ratings, 56 with reviews". */
function statedReviews(page: Page): number | undefined {
  const counts = page.locale.counts(page.marked('data-hook', 'cr-filter-info-review-rating-count').text());
  return counts.at(-1);
}

/** On a filtered page, rating, count and histogram are those of all reviews. */
const fieldsOf = (detected: DetectedPage): FieldTable<ReviewsData> => ({
  asin: (page) => productAsin(page, detected),
  title: (page) => productLink(page).text(),
  rating: (page) =>
    page.locale.rating(page.marked('data-hook', 'rating-out-of-text').text()) ??
    page.locale.rating(page.marked('data-hook', 'average-star-rating').fullText()) ??
    page.locale.rating(page.marked('data-hook', 'average-stars-rating-text').text()) ??
    page.locale.rating(
      page.at(PRODUCT).text('.arp-rating-out-of-text') ?? page.at(PRODUCT).fullText('.averageStarRating'),
    ),
  reviews: (page) =>
    page.locale.count(
      page.marked('data-hook', 'total-review-count').text() ??
        page.marked('data-hook', 'total-rating-count').text() ??
        page.at(PRODUCT).text('.totalReviewCount'),
    ),
  rating_histogram: ratingHistogram,
  current_page: (page) => detected.page ?? selectedPage(page) ?? 1,
  last_page_number: (page) => lastPage(page, detected.page ?? selectedPage(page) ?? 1),
  entries: (page) => readEach<Review, PageBlock>(reviewFields, reviewBlocks(page), wantedIn(page, 'entries')),
});

const hasReviews = (page: Page): boolean =>
  IDS.some((id) => page.at(id).text() !== undefined) || page.marked('data-hook', 'review').exists;

/** The product, its rating and the number of its reviews, with classes instead of hooks. Seen 2015. */
const PRODUCT = 'cm_cr-product_info';

function productLink(page: Page): PageBlock {
  const hooked = page.marked('data-hook', 'product-link').first();
  return hooked.exists ? hooked : page.at(PRODUCT).first('.product-title a');
}

function productAsin(page: Page, detected: DetectedPage): string {
  const asin = detected.asin ?? reviewedProduct(page) ?? reviewedAsin(page);
  if (asin === undefined) throw new ParseError(`the page ${page.url} has no ASIN.`);
  return asin;
}

/** Returns the ASIN of the product that the page links to. */
export const reviewedProduct = (page: Page): string | undefined => asinOfHref(productLink(page).attr('href'));

function reviewedAsin(page: Page): string | undefined {
  const [review] = reviewBlocks(page);
  return review
    ?.attrs('href', 'a[href]')
    .map((href) => /[?&]ASIN=([A-Z0-9]{10})(?=[&#]|$)/i.exec(href)?.[1])
    .find((asin) => asin !== undefined);
}

const pager = (page: Page): PageBlock => page.at('cm_cr-pagination_bar').first('.a-pagination');

const selectedPage = (page: Page): number | undefined => page.locale.count(pager(page).text('li.a-selected'));

/** On the last page the "next" button is disabled. All pages can be numbered: Seen 2015 to 2019. `undefined` without either. */
function lastPage(page: Page, current: number): number | undefined {
  const bar = pager(page);
  if (bar.has('li.a-last.a-disabled')) return current;
  const numbers = bar.texts('li:not(.a-last)').flatMap((text) => ordinalNumber(text) ?? []);
  return numbers.length > 1 ? largestOf(numbers) : undefined;
}
