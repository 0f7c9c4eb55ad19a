/** Data of a page of customer reviews, and a single review. */
import * as z from 'zod';
import { AsinSchema, count, day, flag, stars, text } from './scalars.ts';
import { RatingHistogramSchema } from './shared.ts';

export type { Review, ReviewsData } from '../generated/reviews.ts';

/** Schema of `Review`. */
export const ReviewSchema = z
  .object({
    review_id: text.describe('Review id: `R...`.'),
    title: text.exactOptional().describe('Heading of the review.'),
    text: text.exactOptional().describe('Text of the review, in the language shown.'),
    rating: stars.exactOptional().describe('Rating [0 to 5 stars].'),
    author: text.exactOptional().describe('Name of the author.'),
    author_url: text.exactOptional().describe("URL of the author's profile, as written on the page."),
    date: day.exactOptional().describe('Date of the review [`YYYY-MM-DD`].'),
    country: z
      .string()
      .exactOptional()
      .describe("Country of the review, as written on the page. For a review of another site: that site's country."),
    verified_purchase: flag.exactOptional().describe('Whether the review is marked as a verified purchase.'),
    helpful_votes: count
      .exactOptional()
      .describe(
        'Number of people who found the review helpful. 0 when the page shows none, absent when it names no number.',
      ),
    variant: text.exactOptional().describe('Variation that was bought, as written on the page: "Color: Black".'),
    image_urls: z.array(text).exactOptional().describe('URLs of the images in the review.'),
    is_vine: flag.exactOptional().describe('Whether the reviewer received the product for free (Vine).'),
  })
  .describe('A customer review.');

/** Schema of `ReviewsData`. */
export const ReviewsDataSchema = z
  .object({
    asin: AsinSchema.describe('ASIN of the reviewed product.'),
    title: text.exactOptional().describe('Title of the product.'),
    rating: stars.exactOptional().describe('Average rating of the product [0 to 5 stars]. Filters do not change it.'),
    reviews: count.exactOptional().describe('Number of ratings of the product. Filters do not change it.'),
    rating_histogram: RatingHistogramSchema.exactOptional().describe('Share of each star rating [percent].'),
    current_page: z.int().min(1).describe('Page number, starting at 1.'),
    last_page_number: z.int().min(1).exactOptional().describe('Last page that the page names.'),
    entries: z.array(ReviewSchema).describe('Reviews of the page, in page order. Empty when there are none.'),
  })
  .describe('One page of customer reviews.');
