import { describe, expect, it } from 'vitest';
import { MARKETPLACES, NATIVE_LANGUAGE_MARKETPLACES } from '../../src/contract/codes.ts';
import { ENDPOINT_NAMES, endpoints } from '../../src/contract/endpoints.ts';
import { BadRequestError } from '../../src/contract/errors.ts';
import { validateParams } from '../../src/contract/validate.ts';

const ASIN = 'B0TESTASIN';

/** Calls without types, as in JavaScript. */
const validate = validateParams as (name: string, params: unknown, defaults?: object) => Record<string, unknown>;

function refusal(name: string, params: unknown): BadRequestError {
  try {
    validate(name, params);
  } catch (error) {
    if (error instanceof BadRequestError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('parameters', () => {
  it('fills in the defaults', () => {
    expect(validate('product', { asin: ASIN })).toEqual({ asin: ASIN, marketplace: 'us', language: 'en' });
    expect(validate('offers', { asin: ASIN })).toEqual({
      asin: ASIN,
      marketplace: 'us',
      language: 'en',
      condition: 'all',
      page: 1,
    });
    expect(validate('search', { keyword: 'tea' })).toMatchObject({ page: 1 });
    expect(validate('category', { node: '123' })).toMatchObject({ sort: 'featured', page: 1 });
  });

  it("prefers given values to the marketplace's defaults, and those to the endpoint's", () => {
    const defaults = { marketplace: 'de', language: 'native' };
    expect(validate('product', { asin: ASIN }, defaults)).toMatchObject(defaults);
    expect(validate('product', { asin: ASIN, marketplace: 'fr' }, defaults)).toMatchObject({
      marketplace: 'fr',
      language: 'native',
    });
    expect(validate('product', { asin: ASIN, marketplace: undefined }, defaults)).toMatchObject(defaults);
    expect(validate('scrape', { url: 'https://www.amazon.fr/dp/B0TESTASIN' }, defaults)).not.toHaveProperty(
      'marketplace',
    );
  });

  it.each([
    [
      'product',
      { asin: 'short' },
      'asin: "short" is not a valid ASIN: expected 10 upper-case letters or digits. It is in the URL of the product, after /dp/.',
    ],
    [
      'product',
      { asin: 'b0testasin' },
      'asin: "b0testasin" is not a valid ASIN: expected 10 upper-case letters or digits. Did you mean "B0TESTASIN"?',
    ],
    ['product', { asin: { id: ASIN } }, /^asin: an object is not a string: /],
    ['product', { asin: [ASIN] }, /^asin: a list is not a string: /],
    ['product', { asin: ' B0TESTASIN' }, / Did you mean "B0TESTASIN"\?$/],
    ['product', { asin: 'B0 TEST-ASIN' }, / Did you mean "B0TESTASIN"\?$/],
    [
      'product',
      { asin: 'https://www.amazon.de/smartphone/dp/b0testasin?th=1' },
      / Did you mean "B0TESTASIN"\? To read the page of a URL, call scrape\.$/,
    ],
    [
      'product',
      { asin: 'https://www.amazon.de/smartphone' },
      /digits\. It is in the URL of the product, after \/dp\/\. To read the page of a URL, call scrape\.$/,
    ],
    ['seller', { sellerId: 'https://www.amazon.de/sp?seller=a1kuechenkist' }, / Did you mean "A1KUECHENKIST"\? To/],
    ['category', { node: 'https://www.amazon.de/b?node=3167641' }, / Did you mean "3167641"\? To/],
    ['product', { asin: ASIN, marketplace: 'gb' }, / Did you mean "uk"\?$/],
    ['product', { asin: ASIN, marketplace: 'www.amazon.de' }, / Did you mean "de"\?$/],
    ['product', { asin: ASIN, marketplace: 'https://www.amazon.co.uk/' }, / Did you mean "uk"\?$/],
    ['product', { asin: ASIN, marketplace: 'co.jp' }, / Did you mean "jp"\?$/],
    ['product', { asin: ASIN, marketplace: 'Germany' }, / Did you mean "de"\?$/],
    ['product', { asin: ASIN, marketplace: 'United Kingdom' }, / Did you mean "uk"\?$/],
    ['product', { asin: ASIN, marketplace: 'Turkey' }, / Did you mean "tr"\?$/],
    ['product', { asin: ASIN, marketplace: 'notamazon.de' }, /, se, be\.$/],
    ['product', { asin: ASIN, language: 'en-US' }, / Did you mean "en"\?$/],
    ['product', { asin: ASIN, language: 'German' }, / Did you mean "native"\?$/],
    ['offers', { asin: ASIN, condition: 'Used - Like New' }, / Did you mean "used_like_new"\?$/],
    ['offers', { asin: ASIN, condition: 'very good' }, / Did you mean "used_very_good"\?$/],
    ['category', { node: '1', sort: 'price-asc' }, / Did you mean "price_asc"\?$/],
    ['product', {}, 'asin: missing: expected 10 upper-case letters or digits.'],
    [
      'product',
      { asin: 42 },
      'asin: 42 is not a string: expected 10 upper-case letters or digits. It is in the URL of the product, after /dp/.',
    ],
    ['product', { asin: 1234567890 }, / Did you mean "1234567890"\?$/],
    [
      'product',
      { asin: ASIN, marketplace: 'xx' },
      /^marketplace: "xx" is not a marketplace: expected one of us, uk, de/,
    ],
    ['product', { asin: ASIN, marketplace: 'DE' }, / Did you mean "de"\?$/],
    [
      'product',
      { asin: ASIN, language: 'de' },
      'language: "de" is not a language: expected "en" or "native". Did you mean "native"?',
    ],
    [
      'product',
      { asin: ASIN, language: 'klingon' },
      'language: "klingon" is not a language: expected "en" or "native".',
    ],
    ['product', { asin: ASIN, size: 1 }, 'size: unknown parameter: expected asin, marketplace, language, fields.'],
    ['product', { asin: ASIN, marketplce: 'de' }, /^marketplce: unknown parameter: .* Did you mean "marketplace"\?$/],
    ['product', { asin: ASIN, domain: 'de' }, /^domain: unknown parameter: .* Did you mean "marketplace"\?$/],
    ['search', { query: 'tea' }, /^query: unknown parameter: .* Did you mean "keyword"\?$/],
    ['category', { node: '1', minPrice: 5 }, / Did you mean "min_price"\?$/],
    ['seller', { seller_id: 'A1' }, /^seller_id: unknown parameter: .* Did you mean "sellerId"\?$/],
    ['search', { keyword: '  ' }, 'keyword: "  " is empty: expected a keyword.'],
    ['search', {}, 'keyword: missing: expected a value.'],
    ['search', { keyword: 'tea', page: 0 }, 'page: 0 is not a page number: expected 1 or more.'],
    ['search', { keyword: 'tea', page: 1.5 }, 'page: 1.5 is not a whole number.'],
    ['search', { keyword: 'tea', page: '2' }, 'page: "2" is not a whole number. Did you mean 2?'],
    [
      'offers',
      { asin: ASIN, condition: 'renewed' },
      /^condition: "renewed" is not a condition: expected one of all, new/,
    ],
    ['seller', { sellerId: 'A1' }, /^sellerId: "A1" is not a valid seller id: expected 10 or more/],
    ['scrape', { url: 'amazon' }, /^url: "amazon" is not a URL: expected a URL such as "[^"]+"\.$/],
    ['scrape', { url: 'www.amazon.de/dp/B0TESTASIN' }, / Did you mean "https:\/\/www\.amazon\.de\/dp\/B0TESTASIN"\?$/],
    [
      'category',
      { node: 'books' },
      'node: "books" is not a browse node: expected a string of digits. It is in the URL of the category, after node=.',
    ],
    ['category', { node: '1', min_price: -1 }, 'min_price: -1 is negative: expected 0 or more.'],
    ['category', { node: '1', max_price: 1.005 }, 'max_price: 1.005 has more than 2 decimals.'],
    [
      'category',
      { node: '1', min_price: 20, max_price: 10 },
      'min_price: 20 is above max_price: expected at most max_price.',
    ],
    ['product', 'B0TESTASIN', 'params: "B0TESTASIN" is not an object: expected the parameters of product.'],
    ['product', null, 'params: null is not an object: expected the parameters of product.'],
  ] as const)('throws BadRequestError for %s %o', (name, params, message) => {
    const error = refusal(name, params);
    expect(error).toMatchObject({ code: 'INVALID_PARAMETER', status: 400, parameter: error.message.split(':')[0] });
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
  });

  it.each(ENDPOINT_NAMES)('accepts the example of %s', (name) => {
    const { example, subject } = endpoints[name];
    expect(validate(name, example)).toMatchObject(example);
    expect(example).toHaveProperty(subject);
  });

  it.each(MARKETPLACES)('supports native on %s only if the marketplace does', (marketplace) => {
    const native: readonly string[] = NATIVE_LANGUAGE_MARKETPLACES;
    const params = { asin: ASIN, marketplace, language: 'native' };
    if (native.includes(marketplace)) expect(validate('product', params)).toEqual(params);
    else
      expect(refusal('product', params)).toMatchObject({
        code: 'NATIVE_LANGUAGE_NOT_SUPPORTED',
        parameter: 'language',
      });
  });
});
