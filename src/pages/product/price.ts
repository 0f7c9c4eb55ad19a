import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const priceFields = {} satisfies FieldGroup<ProductData>;
