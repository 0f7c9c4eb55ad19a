/**
 * Prints new reviews with few stars.
 *
 *   node examples/review-watch.ts https://www.amazon.com/dp/B0LANTERN1 --stars 3 --seen reviews.json
 *   node examples/review-watch.ts --fixtures
 *
 * Reviews are personal data: store no more of them than you need (see docs/responsible-use.md).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMarketplace, type Marketplace, type Review, UnavailableError } from 'buybox';
import { detectPageType } from 'buybox/parse';

/** The newest reviews of a product. */
export interface ShownReviews {
  /** Their page: the page of reviews, or the product page, which shows a selection. */
  page: 'reviews' | 'product';
  reviews: readonly Review[];
}

/** Returns the first page of reviews, newest first, or the reviews of the product page if that page requires a sign-in. Costs at most two credits. */
export async function shownReviews(marketplace: Marketplace, product: string): Promise<ShownReviews> {
  const asin = detectPageType(product)?.asin;
  if (asin === undefined) throw new Error(`${product} is not the URL of a product`);
  const newest = new URL(`/product-reviews/${asin}?sortBy=recent`, product).href;
  try {
    const response = await marketplace.scrape({ url: newest });
    if (response.page_type === 'reviews') return { page: 'reviews', reviews: response.data?.entries ?? [] };
  } catch (error) {
    if (!(error instanceof UnavailableError && error.code === 'SIGN_IN_REQUIRED')) throw error;
  }
  const { page_type, data } = await marketplace.scrape({ url: product });
  return { page: 'product', reviews: page_type === 'product' ? (data?.top_reviews ?? []) : [] };
}

/** Returns the reviews that are not in `seen` and have at most `stars` stars. Adds all reviews to `seen`. */
export function newReviews(reviews: readonly Review[], seen: Set<string>, stars: number): Review[] {
  const fresh = reviews.filter(({ review_id }) => !seen.has(review_id));
  for (const { review_id } of fresh) seen.add(review_id);
  // Reviews with an unknown rating are included.
  return fresh.filter(({ rating }) => rating === undefined || rating <= stars);
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stars: { type: 'string', default: '3' },
      seen: { type: 'string' },
      fixtures: { type: 'boolean', default: false },
    },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    const products = values.fixtures ? ['https://www.amazon.com/dp/B0LANTERN1'] : positionals;
    const { seen: file } = values;
    const seen = new Set<string>(file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
    for (const product of products) {
      const { page, reviews } = await shownReviews(marketplace, product);
      if (page === 'product') console.error(`${product}: only the reviews on the product page are available`);
      for (const { rating, title, date, text, review_id } of newReviews(reviews, seen, Number(values.stars))) {
        console.log(`${rating ?? '?'} stars, ${date ?? 'no date'}: ${title ?? ''} (${review_id})\n  ${text ?? ''}`);
      }
      if (file !== undefined) writeFileSync(file, JSON.stringify([...seen]));
    }
  } finally {
    await marketplace.close();
  }
}
