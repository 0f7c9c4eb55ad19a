/** Ratings and reviews. */
import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const reviewFields = {
  rating: () => undefined,
  reviews: () => undefined,
  rating_histogram: () => undefined,
  top_reviews: () => undefined,
  reviews_summary: () => undefined,
  reviews_aspects: () => undefined,
  answered_questions: () => undefined,
} satisfies FieldGroup<ProductData>;
