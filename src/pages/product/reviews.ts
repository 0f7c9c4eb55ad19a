/** The rating and the reviews of the product. */
import type { ProductData, ReviewAspect } from '../../contract/data/product.ts';
import type { Review } from '../../contract/data/reviews.ts';
import type { Literal } from '../../html/index.ts';
import { type FieldGroup, firstValue, readEach, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import { ratingHistogram } from '../reviews/histogram.ts';
import { olderReviewBlocks, olderReviewFields, reviewBlocks, reviewFields as reviewRows } from '../reviews/review.ts';

export const reviewFields = {
  rating,
  reviews: reviewsCount,
  rating_histogram: ratingHistogram,
  top_reviews: (page) => someOf(topReviews(page)),
  reviews_summary: (page) =>
    page.marked('data-testid', 'overall-summary').text() ??
    page.marked('data-hook', 'cr-insights-widget-summary').text('p:not([id]):not([data-csa-c-item-id])'),
  reviews_aspects: (page) => someOf(page.once(aspects)),
  answered_questions: (page) => page.locale.count(page.at('askATFLink').text()),
} satisfies FieldGroup<ProductData>;

function topReviews(page: Page): Review[] {
  const reviews = reviewBlocks(page);
  if (reviews.length > 0) return readEach<Review, PageBlock>(reviewRows, reviews);
  return readEach<Review, PageBlock>(olderReviewFields, olderReviewBlocks(page));
}

/** Ids of the rating under the title. Mobile pages have the second and third without the first around them. */
const HEADS = ['averageCustomerReviews', 'acrPopover', 'acrCustomerReviewLink', 'averageCustomerReviews_feature_div'];

function rating(page: Page): number | undefined {
  const { locale } = page;
  const heads = HEADS.map((id) => page.at(id).first());
  return (
    firstValue(heads, (head) => locale.rating(head.attr('title', '#acrPopover') ?? head.attr('title'))) ??
    firstValue(heads, (head) => locale.rating(head.fullText('.a-icon-alt'))) ??
    locale.rating(page.marked('data-hook', 'rating-out-of-text').text()) ??
    locale.rating(page.marked('data-hook', 'average-stars-rating-text').text())
  );
}

/** The label for screen readers is exact. The text can be short: "12.4K". */
function reviewsCount(page: Page): number | undefined {
  const { locale } = page;
  const texts = [page.at('averageCustomerReviews').first(), page].map((block) => block.at('acrCustomerReviewText'));
  return (
    firstValue(texts, (text) => locale.count(text.first().attr('aria-label'))) ??
    countInLabel(page) ??
    locale.count(page.marked('data-hook', 'total-review-count').text()) ??
    locale.count(page.marked('data-hook', 'total-rating-count').text()) ??
    firstValue(texts, (text) => locale.count(text.text()))
  );
}

/** Mobile pages have one label for both: "4.5 out of 5 stars, 1,234 ratings". The count is the last number, behind the rating and the best rating. */
function countInLabel(page: Page): number | undefined {
  const link = page.at('acrCustomerReviewLink').first();
  const counted = page.locale.count(link.attr('aria-label', 'span[aria-label]:not(:has(*))'));
  if (counted !== undefined) return counted;
  const label = link.attr('aria-label');
  const [stars, counts] = [page.locale.rating(label), page.locale.counts(label)];
  // A rating with decimals is not a count.
  const others = stars === undefined ? 0 : Number.isInteger(stars) ? 2 : 1;
  return counts.length === others + 1 ? counts.at(-1) : undefined;
}

/** Reads the current layout: one element per aspect. Its id ends with the sentiment. */
function aspects(page: Page): ReviewAspect[] {
  const entries = page.marked('data-testid', 'aspect-list').entries('[data-csa-c-item-id]');
  const found = entries.flatMap((entry): ReviewAspect[] => {
    const label = entry.first('[data-testid="aspect-label"]');
    const name = label.ownText();
    const mentions = page.locale.count(label.text('span'));
    if (name === undefined) return [];
    return [present({ name, mentions, sentiment: sentimentOf(entry), ...opinionsIn(page, entry, mentions) })];
  });
  return found.length > 0 ? found : aspectsOfTabs(page);
}

/** Reads the line in the aspect's panel: "248 customers mention it", "209 positive", "39 negative". The two counts add up to the mentions. */
function opinionsIn(
  page: Page,
  entry: PageBlock,
  mentions: number | undefined,
): Pick<ReviewAspect, 'positive' | 'negative'> {
  const panel = page.at(entry.attr('aria-controls', '[aria-controls]') ?? '');
  const counts = panel.first('[data-testid="mentions-inline"]').texts('span[aria-hidden="true"]');
  const [total, positive, negative] = counts.map((text) => page.locale.count(text));
  if (positive === undefined || negative === undefined) return {};
  return total === mentions && positive + negative === total ? { positive, negative } : {};
}

/** Reads a row of tabs, and a box with the counts for each. Seen 2024 to 2025. */
function aspectsOfTabs(page: Page): ReviewAspect[] {
  const tabs = page.marked('data-hook', 'cr-insights-widget-aspects').entries('a[id^="aspect-button-"]');
  return tabs.flatMap((tab): ReviewAspect[] => {
    const name = tab.text();
    const box = page.at((tab.attr('id') ?? '').replace('aspect-button', 'aspect-bottom-sheet'));
    const count = <Text extends string>(selector: Literal<Text>) => page.locale.count(box.text(selector));
    const [positive, negative] = [count('[class*="text-positive"]'), count('[class*="text-negative"]')];
    const mentions = count('[class*="stat-info-box"] > span');
    return name === undefined ? [] : [present({ name, mentions, sentiment: sentimentOf(tab), positive, negative })];
  });
}

const SENTIMENTS = ['positive', 'negative', 'mixed'] as const;

/** `Fit_POSITIVE`, `makeup removal_positive`. */
function sentimentOf(entry: PageBlock): ReviewAspect['sentiment'] {
  const ending = /_([a-z]+)$/i.exec(entry.attr('data-csa-c-item-id') ?? '')?.[1]?.toLowerCase();
  return SENTIMENTS.find((sentiment) => sentiment === ending);
}
