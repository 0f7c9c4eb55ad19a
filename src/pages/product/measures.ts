/** Measures. */
import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const measureFields = {
  dimensions: () => undefined,
  weight: () => undefined,
  package_dimensions: () => undefined,
  package_weight: () => undefined,
  color: () => undefined,
  size: () => undefined,
  material: () => undefined,
} satisfies FieldGroup<ProductData>;
