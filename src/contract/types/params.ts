/** Written by `npm run contract` out of src/contract/params.ts: change it there. */
import type { CategorySort, Language, MarketplaceCode, OfferConditionFilter } from '../codes.ts';

/** Parameters of `product`. */
export type ProductParams = {
  /** Ten capital letters and digits (an ASIN). */
  asin: string;
  /** Which of the 20 marketplaces. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** The English render, or the marketplace's own language (it, fr, de, es). @default 'en' */
  language?: Language | undefined;
};

/** Parameters of `search`. */
export type SearchParams = {
  /** What to search for. */
  keyword: string;
  /** Page of the results, 1 first: not past `last_page_number`. @default 1 */
  page?: number | undefined;
  /** Which of the 20 marketplaces. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** The English render, or the marketplace's own language (it, fr, de, es). @default 'en' */
  language?: Language | undefined;
};

/** Parameters of `offers`. */
export type OffersParams = {
  /** Ten capital letters and digits (an ASIN). */
  asin: string;
  /** Only offers of this condition; `used` matches any used tier. @default 'all' */
  condition?: OfferConditionFilter | undefined;
  /** Page of the offers, 1 first: not past page 1's `total_pages`. @default 1 */
  page?: number | undefined;
  /** Which of the 20 marketplaces. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** The English render, or the marketplace's own language (it, fr, de, es). @default 'en' */
  language?: Language | undefined;
};

/** Parameters of `seller`. */
export type SellerParams = {
  /** The seller's token, as storefront addresses have it: ten or more capital letters and digits. */
  sellerId: string;
  /** Which of the 20 marketplaces. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** The English render, or the marketplace's own language (it, fr, de, es). @default 'en' */
  language?: Language | undefined;
};

/** Parameters of `scrape`. */
export type ScrapeParams = {
  /** Full address of a marketplace page. */
  url: string;
  /** The marketplace of the address; only needed for short links, and refused when it is another one. */
  marketplace?: MarketplaceCode;
  /** The English render, or the marketplace's own language (it, fr, de, es). @default 'en' */
  language?: Language | undefined;
};

/** Parameters of `category`. */
export type CategoryParams = {
  /** The category's browse node: digits. */
  node: string;
  /** Page of the list, 1 first: not past `last_page_number`. @default 1 */
  page?: number | undefined;
  /** Lowest price, in major units of the currency, at most two decimals. */
  min_price?: number;
  /** Highest price, in major units of the currency, at most two decimals. */
  max_price?: number;
  /** Order of the entries. @default 'featured' */
  sort?: CategorySort | undefined;
  /** Which of the 20 marketplaces. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** The English render, or the marketplace's own language (it, fr, de, es). @default 'en' */
  language?: Language | undefined;
};
