/** The product page. */
import type { ProductData } from '../../contract/data/product.ts';
import { type FieldTable, type PageReader, readFields } from '../engine/fields.ts';
import type { Page } from '../engine/page.ts';
import { availabilityFields } from './availability.ts';
import { badgeFields } from './badges.ts';
import { boxOf, MOBILE_BOXES } from './buybox.ts';
import { contentFields } from './content.ts';
import { deliveryFields } from './delivery.ts';
import { categoryFields, detailFields, measureFields } from './details.ts';
import { identityFields, ownAsin } from './identity.ts';
import { MOBILE_GALLERIES, mediaFields } from './media.ts';
import { offersSummaryFields } from './offers-summary.ts';
import { priceFields } from './price.ts';
import { relatedFields } from './related.ts';
import { reviewFields } from './reviews.ts';
import { saleFields } from './seller.ts';
import { variationFields } from './variations.ts';
import { isVideoTitle, videoFields } from './video.ts';

const productFields: FieldTable<ProductData> = {
  ...identityFields,
  ...detailFields,
  ...categoryFields,
  ...priceFields,
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

const hasAny = (page: Page, ...ids: string[]): boolean => ids.some((id) => page.at(id).exists);

/** The parts of a product that the page of a film does not have. */
const orVideo = (test: (page: Page) => boolean) => (page: Page) => isVideoTitle(page) || test(page);

const titleOf = (page: Page) => (isVideoTitle(page) ? videoFields : productFields).title(page);

/** Recognizes and reads product pages. */
export const productPage: PageReader<ProductData> = {
  landmarks: [
    {
      name: '#dp',
      required: true,
      test: orVideo((page) => hasAny(page, 'productTitle', 'dp', 'dp-container', 'ppd', ...MOBILE_BOXES)),
    },
    {
      name: 'title or ASIN',
      required: true,
      test: (page) => titleOf(page) !== undefined || ownAsin(page) !== undefined,
    },
    { name: '#productTitle', fields: ['title'], test: (page) => titleOf(page) !== undefined },
    {
      name: '#buybox',
      fields: Object.keys({ ...priceFields, ...availabilityFields, ...deliveryFields, ...saleFields }),
      test: orVideo((page) => boxOf(page).exists),
    },
    {
      name: '#imageBlock',
      fields: Object.keys(mediaFields),
      test: orVideo((page) =>
        hasAny(page, 'imageBlock', 'imageBlock_feature_div', 'ebooksImageBlock', 'img-canvas', ...MOBILE_GALLERIES),
      ),
    },
    {
      name: '#customerReviews',
      fields: Object.keys(reviewFields),
      test: orVideo((page) => hasAny(page, 'customerReviews', 'reviewsMedley', 'customer-reviews_feature_div')),
    },
  ],
  read: (page) => readFields(isVideoTitle(page) ? videoFields : productFields, page, page.source.fields),
};
