/** The parameters of every endpoint (specification, "Endpoints"; category: design §5.8). Unknown parameters are refused: they are misspelt ones. */
import { z } from 'zod';
import { CATEGORY_SORTS, LANGUAGES, MARKETPLACES, OFFER_CONDITION_FILTERS } from './codes.ts';
import { AsinSchema } from './data/shared.ts';

const marketplace = z.enum(MARKETPLACES, { error: `must be one of ${MARKETPLACES.join(', ')}` });
const language = z.enum(LANGUAGES, { error: 'must be "en" or "native"' });
const page = z.int('must be a whole number').min(1, 'must be 1 or more');
const price = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .multipleOf(0.01, 'must have at most two decimals');

const place = {
  /** Which of the 20 marketplaces; default `us`. */
  marketplace: marketplace.default('us').describe('which of the 20 marketplaces'),
  /** `en` (default) or `native`, which it, fr, de, es support. */
  language: language.default('en').describe("the English render, or the marketplace's own language (it, fr, de, es)"),
};

/** Parameters of `product`. */
export const ProductParamsSchema = z.strictObject({
  /** Ten capital letters and digits. */
  asin: AsinSchema.describe('ten capital letters and digits'),
  ...place,
});

/** Parameters of `search`. */
export const SearchParamsSchema = z.strictObject({
  keyword: z.string('must be a text').regex(/\S/, 'must not be empty').describe('what to search for'),
  /** 1 first. */
  page: page.default(1).describe('1 first'),
  ...place,
});

/** Parameters of `offers`. */
export const OffersParamsSchema = z.strictObject({
  /** Ten capital letters and digits. */
  asin: AsinSchema.describe('ten capital letters and digits'),
  /** Default `all`; `used` matches any used tier. */
  condition: z
    .enum(OFFER_CONDITION_FILTERS, { error: `must be one of ${OFFER_CONDITION_FILTERS.join(', ')}` })
    .default('all')
    .describe('only offers of this condition; used matches any used tier'),
  /** 1 first. */
  page: page.default(1).describe('1 first'),
  ...place,
});

/** Parameters of `seller`. */
export const SellerParamsSchema = z.strictObject({
  /** The seller token of a storefront URL. */
  sellerId: z
    .string('must be a text')
    .regex(/^[A-Z0-9]{10,}$/, 'must be ten or more capital letters and digits')
    .describe('the seller token of a storefront URL'),
  ...place,
});

/** Parameters of `scrape`. */
export const ScrapeParamsSchema = z.strictObject({
  /** Full address of a marketplace page. */
  url: z.url('must be a full URL').describe('full address of a marketplace page'),
  /** Must be the URL's own when given. */
  marketplace: marketplace.exactOptional().describe("the URL's own, when given"),
  language: language.default('en').describe("the English render, or the marketplace's own language"),
});

/** Parameters of `category`. */
export const CategoryParamsSchema = z.strictObject({
  /** Browse node: digits. */
  node: z.string('must be a text of digits').regex(/^\d+$/, 'must be digits (a browse node)').describe('browse node'),
  /** 1 first. */
  page: page.default(1).describe('1 first'),
  /** Major units, at most two decimals. */
  min_price: price.exactOptional().describe('in major units, at most two decimals'),
  /** Major units, at most two decimals. */
  max_price: price.exactOptional().describe('in major units, at most two decimals'),
  /** Default `featured`. */
  sort: z
    .enum(CATEGORY_SORTS, { error: `must be one of ${CATEGORY_SORTS.join(', ')}` })
    .default('featured')
    .describe('order of the entries'),
  ...place,
});
