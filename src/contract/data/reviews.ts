/** A page of customer reviews (design §5.9), and the review that product pages carry too. */
import { z } from 'zod';
import { AsinSchema, count, day, RatingHistogramSchema, stars } from './shared.ts';

/** A customer review (design §5.9). */
export const ReviewSchema = z.object({
  /** The marketplace's identifier of the review: `R...`. */
  review_id: z.string(),
  title: z.string().exactOptional(),
  text: z.string().exactOptional(),
  /** 0 to 5 stars. */
  rating: stars.exactOptional(),
  author: z.string().exactOptional(),
  /** The page's own address of the author's profile. */
  author_url: z.string().exactOptional(),
  /** Day of the review. */
  date: day.exactOptional(),
  /** The country named beside the date, in the page's words. */
  country: z.string().exactOptional(),
  verified_purchase: z.boolean().exactOptional(),
  /** How many people found it helpful; 0 when nobody is named. */
  helpful_votes: count.exactOptional(),
  /** The variation that was bought, in the page's words: "Color: Black". */
  variant: z.string().exactOptional(),
  image_urls: z.array(z.string()).exactOptional(),
  /** Written for a free product. */
  is_vine: z.boolean().exactOptional(),
});
/** A customer review (design §5.9). */
export type Review = z.infer<typeof ReviewSchema>;

/** A page of customer reviews (design §5.9). */
export const ReviewsDataSchema = z.object({
  asin: AsinSchema,
  /** The product's title. */
  title: z.string().exactOptional(),
  /** The product's mean rating, also on a filtered page. */
  rating: stars.exactOptional(),
  /** The product's count of ratings, also on a filtered page. */
  reviews: count.exactOptional(),
  rating_histogram: RatingHistogramSchema.exactOptional(),
  /** 1 first. */
  current_page: z.int().min(1),
  last_page_number: z.int().min(1).exactOptional(),
  entries: z.array(ReviewSchema),
});
/** A page of customer reviews (design §5.9). */
export type ReviewsData = z.infer<typeof ReviewsDataSchema>;
