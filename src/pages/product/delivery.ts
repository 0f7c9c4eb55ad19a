import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const deliveryFields = {} satisfies FieldGroup<ProductData>;
