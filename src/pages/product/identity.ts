/** What the product is: its identifiers, its name and who made it. */
import type { ProductData } from '../../contract/data/product.ts';
import { asinOfHref } from '../address.ts';
import type { FieldGroup } from '../fields.ts';

export const identityFields = {
  asin: (page) => asinOfHref(page.url) ?? '',
  title: (page) => page.at('productTitle').text(),
} satisfies FieldGroup<ProductData>;
