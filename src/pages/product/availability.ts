import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const availabilityFields = {} satisfies FieldGroup<ProductData>;
