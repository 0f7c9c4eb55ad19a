/** What the page says of the product. */
import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const contentFields = {
  feature_bullets: () => undefined,
  description: () => undefined,
  aplus_text: () => undefined,
  aplus_image_urls: () => undefined,
  has_aplus: () => undefined,
  brand_story: () => undefined,
  overview: () => undefined,
  important_information: () => undefined,
  whats_in_the_box: () => undefined,
  documents: () => undefined,
} satisfies FieldGroup<ProductData>;
