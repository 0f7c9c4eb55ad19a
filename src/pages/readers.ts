/** The reader of every page type. */
import type { PageType } from '../contract/page-types.ts';
import { bestsellerPage } from './bestseller/index.ts';
import { categoryPage } from './category/index.ts';
import { offersPage } from './offers/index.ts';
import { productPage } from './product/index.ts';
import type { PageReader } from './reader.ts';
import { reviewsPage } from './reviews/index.ts';
import { searchPage } from './search/index.ts';
import { sellerPage } from './seller/index.ts';
import { storefrontPage } from './storefront/index.ts';

export const readers = {
  product: productPage,
  search: searchPage,
  offers: offersPage,
  category: categoryPage,
  bestseller: bestsellerPage,
  storefront: storefrontPage,
  seller: sellerPage,
  reviews: reviewsPage,
} as const satisfies Record<PageType, PageReader<never> | PageReader<unknown>>;
