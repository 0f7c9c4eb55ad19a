/** The product page. */
import type { ProductData } from '../../contract/data/product.ts';
import { type FieldTable, readFields } from '../fields.ts';
import type { PageReader } from '../reader.ts';
import { availabilityFields } from './availability.ts';
import { badgeFields } from './badges.ts';
import { categoryFields } from './categories.ts';
import { contentFields } from './content.ts';
import { deliveryFields } from './delivery.ts';
import { detailFields } from './details.ts';
import { identityFields } from './identity.ts';
import { measureFields } from './measures.ts';
import { mediaFields } from './media.ts';
import { offersSummaryFields } from './offers-summary.ts';
import { priceFields } from './price.ts';
import { promotionFields } from './promotion.ts';
import { relatedFields } from './related.ts';
import { reviewFields } from './reviews.ts';
import { saleFields } from './sale.ts';
import { variationFields } from './variations.ts';

const productFields: FieldTable<ProductData> = {
  ...identityFields,
  ...detailFields,
  ...categoryFields,
  ...priceFields,
  ...promotionFields,
  ...offersSummaryFields,
  ...availabilityFields,
  ...deliveryFields,
  ...saleFields,
  ...badgeFields,
  ...mediaFields,
  ...contentFields,
  ...measureFields,
  ...reviewFields,
  ...variationFields,
  ...relatedFields,
};

/** How a product page is told to be one, and how it is read. */
export const productPage: PageReader<ProductData> = {
  landmarks: [{ name: '#productTitle', required: true, test: (page) => productFields.title(page) !== undefined }],
  read: (page) => readFields(productFields, page),
};
