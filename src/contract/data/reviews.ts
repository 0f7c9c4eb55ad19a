/** Data of a page of customer reviews, and a single review. */
import * as z from 'zod';
import { AsinSchema, count, day, flag, object, optional, stars, text } from './scalars.ts';
import { RatingHistogramSchema } from './shared.ts';

export type * from '../generated/reviews.ts';

/** Schema of `Review`. */
export const ReviewSchema = object('A customer review.', {
  review_id: text.describe('Review id: `R...`.'),
  title: optional(text, 'Heading of the review.'),
  text: optional(text, 'Text of the review, in the language shown.'),
  rating: optional(stars, 'Rating [0 to 5 stars].'),
  author: optional(text, 'Name of the author.'),
  author_url: optional(text, "URL of the author's profile, as written on the page."),
  date: optional(day, 'Date of the review [`YYYY-MM-DD`].'),
  country: optional(
    text,
    "Country of the review, as written on the page. For a review of another site: that site's country.",
  ),
  verified_purchase: optional(flag, 'Whether the review is marked as a verified purchase.'),
  helpful_votes: optional(
    count,
    'Number of people who found the review helpful. 0 when the page shows none, absent when it names no number.',
  ),
  variant: optional(text, 'Variation that was bought, as written on the page: "Color: Black".'),
  image_urls: optional(z.array(text), 'URLs of the images in the review.'),
  is_vine: optional(flag, 'Whether the reviewer received the product for free (Vine).'),
});

/** Schema of `ReviewsData`. */
export const ReviewsDataSchema = object('One page of customer reviews.', {
  asin: AsinSchema.describe('ASIN of the reviewed product.'),
  title: optional(text, 'Title of the product.'),
  rating: optional(stars, 'Average rating of the product [0 to 5 stars]. Filters do not change it.'),
  reviews: optional(count, 'Number of ratings of the product. Filters do not change it.'),
  rating_histogram: optional(RatingHistogramSchema, 'Share of each star rating [percent].'),
  current_page: z.int().min(1).describe('Page number, starting at 1.'),
  last_page_number: optional(z.int().min(1), 'Last page that the page names.'),
  entries: z.array(ReviewSchema).describe('Reviews of the page, in page order. Empty when there are none.'),
});
