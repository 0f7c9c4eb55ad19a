/** Written by `npm run contract` out of src/contract/endpoints.ts: change it there. */
import type { BestsellerData, CategoryData, StorefrontData } from './lists.ts';
import type { OffersData } from './offers.ts';
import type {
  CategoryParams,
  OffersParams,
  ProductParams,
  ScrapeParams,
  SearchParams,
  SellerParams,
} from './params.ts';
import type { ProductData } from './product.ts';
import type { ReviewsData } from './reviews.ts';
import type { SearchData } from './search.ts';
import type { StorefrontInfoData } from './seller.ts';

/** The parameters of each endpoint. */
export interface ParamsByEndpoint {
  /** Parameters of `product`. */
  product: ProductParams;
  /** Parameters of `search`. */
  search: SearchParams;
  /** Parameters of `offers`. */
  offers: OffersParams;
  /** Parameters of `seller`. */
  seller: SellerParams;
  /** Parameters of `scrape`. */
  scrape: ScrapeParams;
  /** Parameters of `category`. */
  category: CategoryParams;
}

/** The data of each page type. */
export interface PageDataByType {
  /** A product, as its page shows it: what the page lacks is absent. */
  product: ProductData;
  /** A page of the results of a keyword search. */
  search: SearchData;
  /** A page of the offers of a product. */
  offers: OffersData;
  /** A category's listing or landing page: the fields of a search, and where the category stands. */
  category: CategoryData;
  /** One of the five best-seller lists. */
  bestseller: BestsellerData;
  /** A storefront: a seller's products or a brand's store, told apart by `kind`. */
  storefront: StorefrontData;
  /** A seller's profile. What the seller does not publish is absent, or `null` where the type says so. */
  seller: StorefrontInfoData;
  /** A page of customer reviews. */
  reviews: ReviewsData;
}
