/** Variations. */
import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const variationFields = {
  variation_dimensions: () => undefined,
  variations: () => undefined,
  variations_count: () => undefined,
  selected_variation: () => undefined,
} satisfies FieldGroup<ProductData>;
