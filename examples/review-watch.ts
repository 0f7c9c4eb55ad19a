/**
 * Tells of new reviews with few stars, so that somebody can answer.
 *
 *   node examples/review-watch.ts https://www.amazon.com/dp/B08N5WRWNW --stars 3 --seen reviews.json
 *   node examples/review-watch.ts --fixtures
 *
 * Reviews are written by people: keep no more of them than you need (see docs/responsible-use.md).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMarketplace, type Marketplace, type Review, UnavailableError } from 'buybox';
import { detectPageType } from 'buybox/parse';

/** The newest reviews of a product that the marketplace shows. */
export interface ShownReviews {
  /** Where they stood: the page of reviews, or the product's own page, which shows a choice of them. */
  page: 'reviews' | 'product';
  reviews: readonly Review[];
}

/** Reads the first page of reviews, newest first. Where that is shown only to those who sign in, the product's page has some: two credits at most. */
export async function shownReviews(marketplace: Marketplace, product: string): Promise<ShownReviews> {
  const asin = detectPageType(product)?.asin;
  if (asin === undefined) throw new Error(`${product} is not the address of a product`);
  const newest = new URL(`/product-reviews/${asin}?sortBy=recent`, product).href;
  try {
    const answer = await marketplace.scrape({ url: newest });
    if (answer.page_type === 'reviews') return { page: 'reviews', reviews: answer.data?.entries ?? [] };
  } catch (error) {
    if (!(error instanceof UnavailableError && error.code === 'SIGN_IN_REQUIRED')) throw error;
  }
  const { page_type, data } = await marketplace.scrape({ url: product });
  return { page: 'product', reviews: page_type === 'product' ? (data?.top_reviews ?? []) : [] };
}

/** Reviews that were not `seen` before, of so many stars or fewer; `seen` then has all of them. */
export function newReviews(reviews: readonly Review[], seen: Set<string>, stars: number): Review[] {
  const fresh = reviews.filter(({ review_id }) => !seen.has(review_id));
  for (const { review_id } of fresh) seen.add(review_id);
  // A review whose stars could not be read is for a person to look at, too.
  return fresh.filter(({ rating }) => rating === undefined || rating <= stars);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stars: { type: 'string', default: '3' },
      seen: { type: 'string' },
      fixtures: { type: 'boolean', default: false },
    },
  });
  await using marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  const products = values.fixtures ? ['https://www.amazon.com/dp/B0LANTERN1'] : positionals;
  const { seen: file } = values;
  const seen = new Set<string>(file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
  for (const product of products) {
    const { page, reviews } = await shownReviews(marketplace, product);
    if (page === 'product') console.error(`${product}: only the reviews on the product's own page could be read`);
    for (const { rating, title, date, text, review_id } of newReviews(reviews, seen, Number(values.stars))) {
      console.log(`${rating ?? '?'} stars, ${date ?? 'no date'}: ${title ?? ''} (${review_id})\n  ${text ?? ''}`);
    }
    if (file !== undefined) writeFileSync(file, JSON.stringify([...seen]));
  }
}
