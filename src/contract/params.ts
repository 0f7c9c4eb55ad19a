/** The parameters of every endpoint (specification, "Endpoints"; category: design §5.8). Unknown parameters are refused: they are misspelt ones. */
import * as z from 'zod';
import { CATEGORY_SORTS, LANGUAGES, MARKETPLACES, OFFER_CONDITION_FILTERS } from './codes.ts';
import { AsinSchema } from './data/shared.ts';

export type {
  CategoryParams,
  OffersParams,
  ProductParams,
  ScrapeParams,
  SearchParams,
  SellerParams,
} from './types/params.ts';

const marketplace = z.enum(MARKETPLACES, { error: `must be one of ${MARKETPLACES.join(', ')}` });
const language = z.enum(LANGUAGES, { error: 'must be "en" or "native"' });
const page = z.int('must be a whole number').min(1, 'must be 1 or more');
const price = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .multipleOf(0.01, 'must have at most two decimals');

const place = {
  /** Which of the 20 marketplaces. */
  marketplace: marketplace.default('us'),
  /** The English render, or the marketplace's own language (it, fr, de, es). */
  language: language.default('en'),
};

/** Parameters of `product`. */
export const ProductParamsSchema = z.strictObject({
  /** Ten capital letters and digits (an ASIN). */
  asin: AsinSchema,
  ...place,
});

/** Parameters of `search`. */
export const SearchParamsSchema = z.strictObject({
  /** What to search for. */
  keyword: z.string('must be a text').regex(/\S/, 'must not be empty'),
  /** Page of the results, 1 first: not past `last_page_number`. */
  page: page.default(1),
  ...place,
});

/** Parameters of `offers`. */
export const OffersParamsSchema = z.strictObject({
  /** Ten capital letters and digits (an ASIN). */
  asin: AsinSchema,
  /** Only offers of this condition; `used` matches any used tier. */
  condition: z
    .enum(OFFER_CONDITION_FILTERS, { error: `must be one of ${OFFER_CONDITION_FILTERS.join(', ')}` })
    .default('all'),
  /** Page of the offers, 1 first: not past page 1's `total_pages`. */
  page: page.default(1),
  ...place,
});

/** Parameters of `seller`. */
export const SellerParamsSchema = z.strictObject({
  /** The seller's token, as storefront addresses have it: ten or more capital letters and digits. */
  sellerId: z.string('must be a text').regex(/^[A-Z0-9]{10,}$/, 'must be ten or more capital letters and digits'),
  ...place,
});

/** Parameters of `scrape`. */
export const ScrapeParamsSchema = z.strictObject({
  /** Full address of a marketplace page. */
  url: z.url('must be a full URL'),
  /** The marketplace of the address; only needed for short links, and refused when it is another one. */
  marketplace: marketplace.exactOptional(),
  /** The English render, or the marketplace's own language (it, fr, de, es). */
  language: language.default('en'),
});

/** Parameters of `category`. */
export const CategoryParamsSchema = z.strictObject({
  /** The category's browse node: digits. */
  node: z.string('must be a text of digits').regex(/^\d+$/, 'must be digits (a browse node)'),
  /** Page of the list, 1 first: not past `last_page_number`. */
  page: page.default(1),
  /** Lowest price, in major units of the currency, at most two decimals. */
  min_price: price.exactOptional(),
  /** Highest price, in major units of the currency, at most two decimals. */
  max_price: price.exactOptional(),
  /** Order of the entries. */
  sort: z.enum(CATEGORY_SORTS, { error: `must be one of ${CATEGORY_SORTS.join(', ')}` }).default('featured'),
  ...place,
});
