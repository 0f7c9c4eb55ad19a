/** The storefront page: a seller's products, or a brand's store. */
import type { BrandStore, SellerProducts, StorefrontData } from '../../contract/data/lists.ts';
import { readFields } from '../fields.ts';
import type { Page } from '../page.ts';
import type { PageReader } from '../reader.ts';
import { resultsLandmark } from '../search/index.ts';
import { listLandmarks } from '../search/list-landmarks.ts';
import { resultsOf } from '../search/results.ts';
import { brandStoreFields } from './brand.ts';
import { sellerListFields } from './seller.ts';

export const storefrontPage: PageReader<StorefrontData> = {
  landmarks: [
    {
      name: 'products',
      test: (page) => (isBrandStore(page) ? hasStore(page) : resultsLandmark.test(page)),
      required: true,
    },
    ...listLandmarks(resultsOf),
  ],
  read: (page) =>
    isBrandStore(page)
      ? readFields<BrandStore, Page>(brandStoreFields, page, page.source.fields)
      : readFields<SellerProducts, Page>(sellerListFields, page, page.source.fields),
};

const STORE_PATH = /\/stores(?:\/|$)/;

function isBrandStore(page: Page): boolean {
  return STORE_PATH.test(new URL(page.url).pathname);
}

/** A store without products has a navigation, or at least its frame and a name. */
function hasStore(page: Page): boolean {
  return (
    (page.at('ad-landing-page-wrap').exists && brandStoreFields.name(page) !== undefined) ||
    brandStoreFields.sections(page).length > 0 ||
    brandStoreFields.navigation(page).length > 0
  );
}
