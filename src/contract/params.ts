/** The parameters of every endpoint. Unknown parameters are errors: they are usually misspelled. */
import * as z from 'zod';
import { CATEGORY_SORTS, LANGUAGES, MARKETPLACES, OFFER_CONDITION_FILTERS } from './codes.ts';
import { AsinSchema } from './data/scalars.ts';

export type {
  CategoryParams,
  OffersParams,
  ProductParams,
  ScrapeParams,
  SearchParams,
  SellerParams,
} from './types/params.ts';

/** The most characters of parameters. Longer ones are mistakes, and no site accepts them. */
const LONGEST = { keyword: 1_000, sellerId: 50, node: 20, url: 8_192 } as const;

/** Returns the message for a parameter that is too long. */
function tooLong(name: keyof typeof LONGEST): string {
  return `is too long: expected at most ${LONGEST[name]} characters`;
}

const SELLER_ID = 'expected 10 or more upper-case letters or digits';
const NODE = 'expected a string of digits';

const marketplace = z.enum(MARKETPLACES, { error: `is not a marketplace: expected one of ${MARKETPLACES.join(', ')}` });
const language = z.enum(LANGUAGES, { error: 'is not a language: expected "en" or "native"' });
const page = z.int('is not a whole number').min(1, 'is not a page number: expected 1 or more');
const price = z
  .number('is not a number')
  .min(0, 'is negative: expected 0 or more')
  .max(1_000_000_000, 'is too high: expected at most 1000000000')
  .multipleOf(0.01, 'has more than 2 decimals');

const common = {
  marketplace: marketplace.default('us').describe('Marketplace code.'),
  language: language
    .default('en')
    .describe("Page language: English, or the marketplace's own language (it, fr, de and es only)."),
};

/** Schema of {@link ProductParams}. */
export const ProductParamsSchema = z
  .strictObject({
    asin: AsinSchema.describe('ASIN of the product: 10 upper-case letters or digits.'),
    ...common,
  })
  .describe('Parameters of `product`.');

/** Schema of {@link SearchParams}. */
export const SearchParamsSchema = z
  .strictObject({
    keyword: z
      .string('is not a string')
      .regex(/\S/, 'is empty: expected a keyword')
      .max(LONGEST.keyword, tooLong('keyword'))
      .describe(`Search keyword, at most ${LONGEST.keyword} characters.`),
    page: page.default(1).describe('Page number, starting at 1, up to `last_page_number`.'),
    ...common,
  })
  .describe('Parameters of `search`.');

/** Schema of {@link OffersParams}. */
export const OffersParamsSchema = z
  .strictObject({
    asin: AsinSchema.describe('ASIN of the product: 10 upper-case letters or digits.'),
    condition: z
      .enum(OFFER_CONDITION_FILTERS, {
        error: `is not a condition: expected one of ${OFFER_CONDITION_FILTERS.join(', ')}`,
      })
      .default('all')
      .describe('Only offers in this condition. `used` matches every used condition.'),
    page: page.default(1).describe('Page number, starting at 1, up to `total_pages` of page 1.'),
    ...common,
  })
  .describe('Parameters of `offers`.');

/** Schema of {@link SellerParams}. */
export const SellerParamsSchema = z
  .strictObject({
    sellerId: z
      .string(`is not a string: ${SELLER_ID}`)
      .regex(/^[A-Z0-9]{10,}$/, `is not a valid seller id: ${SELLER_ID}`)
      .max(LONGEST.sellerId, tooLong('sellerId'))
      .describe(`Seller id, as in storefront URLs: 10 to ${LONGEST.sellerId} upper-case letters or digits.`),
    ...common,
  })
  .describe('Parameters of `seller`.');

/** Schema of {@link ScrapeParams}. */
export const ScrapeParamsSchema = z
  .strictObject({
    url: z
      .url('is not a URL: expected a URL such as "https://www.amazon.com/dp/B0LANTERN1"')
      .max(LONGEST.url, tooLong('url'))
      .describe(`URL of a marketplace page, at most ${LONGEST.url} characters.`),
    marketplace: marketplace
      .exactOptional()
      .describe('Marketplace of the URL. Only needed for short links. Must match the URL.'),
    language: language
      .default('en')
      .describe("Page language: English, or the marketplace's own language (it, fr, de and es only)."),
  })
  .describe('Parameters of `scrape`.');

/** Schema of {@link CategoryParams}. */
export const CategoryParamsSchema = z
  .strictObject({
    node: z
      .string(`is not a string: ${NODE}`)
      .regex(/^\d+$/, `is not a browse node: ${NODE}`)
      .max(LONGEST.node, tooLong('node'))
      .describe(`Browse node of the category: at most ${LONGEST.node} digits.`),
    page: page.default(1).describe('Page number, starting at 1, up to `last_page_number`.'),
    min_price: price.exactOptional().describe('Minimum price [major currency units, at most 2 decimals].'),
    max_price: price.exactOptional().describe('Maximum price [major currency units, at most 2 decimals].'),
    sort: z
      .enum(CATEGORY_SORTS, { error: `is not a sort order: expected one of ${CATEGORY_SORTS.join(', ')}` })
      .default('featured')
      .describe('Sort order of the entries.'),
    ...common,
  })
  .refine(({ min_price = 0, max_price = Number.POSITIVE_INFINITY }) => min_price <= max_price, {
    path: ['min_price'],
    error: 'is above max_price: expected at most max_price',
  })
  .describe('Parameters of `category`.');
