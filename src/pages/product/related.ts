/** Other products. */
import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const relatedFields = {
  frequently_bought_together: () => undefined,
  related_asins: () => undefined,
  comparison_asins: () => undefined,
  newer_model_asin: () => undefined,
} satisfies FieldGroup<ProductData>;
