/** Written by `npm run contract` out of src/contract/data/reviews.ts: change it there. */
import type { RatingHistogram } from './shared.ts';

/** A customer review. */
export type Review = {
  /** The marketplace's identifier of the review: `R...`. */
  review_id: string;
  /** The review's heading. */
  title?: string;
  /** The review itself, in the language that the page shows it in. */
  text?: string;
  /** 0 to 5 stars. */
  rating?: number;
  /** The name that the author goes by. */
  author?: string;
  /** The page's own address of the author's profile. */
  author_url?: string;
  /** The day of the review (`YYYY-MM-DD`). */
  date?: string;
  /** The country named beside the date, in the page's words. */
  country?: string;
  /** Whether the review carries the mark of a verified purchase. */
  verified_purchase?: boolean;
  /** How many people found it helpful; 0 when nobody is named. */
  helpful_votes?: number;
  /** The variation that was bought, in the page's words: "Color: Black". */
  variant?: string;
  /** Addresses of the pictures in the review. */
  image_urls?: string[];
  /** Whether it was written for a free product. */
  is_vine?: boolean;
};

/** A page of customer reviews. */
export type ReviewsData = {
  /** The product that is reviewed. */
  asin: string;
  /** The product's title. */
  title?: string;
  /** The product's mean rating, 0 to 5 stars, also on a filtered page. */
  rating?: number;
  /** The product's count of ratings, also on a filtered page. */
  reviews?: number;
  /** The share of each star rating, in percent. */
  rating_histogram?: RatingHistogram;
  /** The page shown, 1 first. */
  current_page: number;
  /** The last page that the page names. */
  last_page_number?: number;
  /** The reviews of the page, in its order; empty when there is none. */
  entries: Review[];
};
