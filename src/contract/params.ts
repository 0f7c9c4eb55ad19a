/** The parameters of every endpoint, as plain data. Unknown parameters are errors: they are usually misspelled. */
import { CATEGORY_SORTS, LANGUAGES, MARKETPLACES, OFFER_CONDITION_FILTERS } from './codes.ts';
import type { Parameter, ParameterTable } from './parameter.ts';

/** The most characters of parameters. Longer ones are mistakes, and no site accepts them. */
const LONGEST = { keyword: 1_000, sellerId: 50, node: 20, url: 8_192 } as const;

const ASIN = 'expected 10 upper-case letters or digits';
const SELLER_ID = 'expected 10 or more upper-case letters or digits';
const NODE = 'expected a string of digits';

/** The ASIN of a product. Data has it too. */
export const asinParameter = {
  type: 'text',
  description: 'ASIN of the product: 10 upper-case letters or digits.',
  pattern: /^[A-Z0-9]{10}$/,
  messages: { type: `is not a string: ${ASIN}`, pattern: `is not a valid ASIN: ${ASIN}` },
} as const satisfies Parameter;

const marketplace = {
  type: 'choice',
  values: MARKETPLACES,
  messages: { type: `is not a marketplace: expected one of ${MARKETPLACES.join(', ')}` },
} as const;

const common = {
  marketplace: { ...marketplace, description: 'Marketplace code.', default: 'us' },
  language: {
    type: 'choice',
    description: "Page language: English, or the marketplace's own language (it, fr, de and es only).",
    default: 'en',
    values: LANGUAGES,
    messages: { type: 'is not a language: expected "en" or "native"' },
  },
} as const satisfies ParameterTable;

const page = {
  type: 'wholeNumber',
  default: 1,
  min: 1,
  messages: { type: 'is not a whole number', min: 'is not a page number: expected 1 or more' },
} as const;

const price = {
  type: 'amount',
  isOptional: true,
  min: 0,
  max: 1_000_000_000,
  decimals: 2,
  messages: { type: 'is not a number', min: 'is negative: expected 0 or more' },
} as const;

/** The parameters of each endpoint. */
export const parameters = {
  product: { asin: asinParameter, ...common },
  search: {
    keyword: {
      type: 'text',
      description: `Search keyword, at most ${LONGEST.keyword} characters.`,
      pattern: /\S/,
      maxLength: LONGEST.keyword,
      messages: { type: 'is not a string', pattern: 'is empty: expected a keyword' },
    },
    page: { ...page, description: 'Page number, starting at 1, up to `last_page_number`.' },
    ...common,
  },
  offers: {
    asin: asinParameter,
    condition: {
      type: 'choice',
      description: 'Only offers in this condition. `used` matches every used condition.',
      default: 'all',
      values: OFFER_CONDITION_FILTERS,
      messages: { type: `is not a condition: expected one of ${OFFER_CONDITION_FILTERS.join(', ')}` },
    },
    page: { ...page, description: 'Page number, starting at 1, up to `total_pages` of page 1.' },
    ...common,
  },
  seller: {
    sellerId: {
      type: 'text',
      description: `Seller id, as in storefront URLs: 10 to ${LONGEST.sellerId} upper-case letters or digits.`,
      pattern: /^[A-Z0-9]{10,}$/,
      maxLength: LONGEST.sellerId,
      messages: { type: `is not a string: ${SELLER_ID}`, pattern: `is not a valid seller id: ${SELLER_ID}` },
    },
    ...common,
  },
  scrape: {
    url: {
      type: 'url',
      description: `URL of a marketplace page, at most ${LONGEST.url} characters.`,
      maxLength: LONGEST.url,
      messages: { type: 'is not a URL: expected a URL such as "https://www.amazon.com/dp/B0LANTERN1"' },
    },
    marketplace: {
      ...marketplace,
      description: 'Marketplace of the URL. Only needed for short links. Must match the URL.',
      isOptional: true,
    },
    language: common.language,
  },
  category: {
    node: {
      type: 'text',
      description: `Browse node of the category: at most ${LONGEST.node} digits.`,
      pattern: /^\d+$/,
      maxLength: LONGEST.node,
      messages: { type: `is not a string: ${NODE}`, pattern: `is not a browse node: ${NODE}` },
    },
    page: { ...page, description: 'Page number, starting at 1, up to `last_page_number`.' },
    min_price: {
      ...price,
      description: 'Minimum price [major currency units, at most 2 decimals].',
      notAbove: 'max_price',
    },
    max_price: { ...price, description: 'Maximum price [major currency units, at most 2 decimals].' },
    sort: {
      type: 'choice',
      description: 'Sort order of the entries.',
      default: 'featured',
      values: CATEGORY_SORTS,
      messages: { type: `is not a sort order: expected one of ${CATEGORY_SORTS.join(', ')}` },
    },
    ...common,
  },
} as const satisfies Readonly<Record<string, ParameterTable>>;

/** The parameters of each endpoint: the type of the table. */
export type Parameters = typeof parameters;
