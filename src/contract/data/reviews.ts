/** A page of customer reviews (design §5.9), and the review that product pages carry too. */
import * as z from 'zod';
import { AsinSchema, count, day, RatingHistogramSchema, stars } from './shared.ts';

export type { Review, ReviewsData } from '../types/reviews.ts';

/** A customer review. */
export const ReviewSchema = z.object({
  /** The marketplace's identifier of the review: `R...`. */
  review_id: z.string(),
  /** The review's heading. */
  title: z.string().exactOptional(),
  /** The review itself, in the language that the page shows it in. */
  text: z.string().exactOptional(),
  /** 0 to 5 stars. */
  rating: stars.exactOptional(),
  /** The name that the author goes by. */
  author: z.string().exactOptional(),
  /** The page's own address of the author's profile. */
  author_url: z.string().exactOptional(),
  /** The day of the review (`YYYY-MM-DD`). */
  date: day.exactOptional(),
  /** The country named beside the date, in the page's words. */
  country: z.string().exactOptional(),
  /** Whether the review carries the mark of a verified purchase. */
  verified_purchase: z.boolean().exactOptional(),
  /** How many people found it helpful; 0 when nobody is named. */
  helpful_votes: count.exactOptional(),
  /** The variation that was bought, in the page's words: "Color: Black". */
  variant: z.string().exactOptional(),
  /** Addresses of the pictures in the review. */
  image_urls: z.array(z.string()).exactOptional(),
  /** Whether it was written for a free product. */
  is_vine: z.boolean().exactOptional(),
});

/** A page of customer reviews. */
export const ReviewsDataSchema = z.object({
  /** The product that is reviewed. */
  asin: AsinSchema,
  /** The product's title. */
  title: z.string().exactOptional(),
  /** The product's mean rating, 0 to 5 stars, also on a filtered page. */
  rating: stars.exactOptional(),
  /** The product's count of ratings, also on a filtered page. */
  reviews: count.exactOptional(),
  /** The share of each star rating, in percent. */
  rating_histogram: RatingHistogramSchema.exactOptional(),
  /** The page shown, 1 first. */
  current_page: z.int().min(1),
  /** The last page that the page names. */
  last_page_number: z.int().min(1).exactOptional(),
  /** The reviews of the page, in its order; empty when there is none. */
  entries: z.array(ReviewSchema),
});
