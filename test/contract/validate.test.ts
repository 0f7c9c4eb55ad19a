import { describe, expect, it } from 'vitest';
import { MARKETPLACES, NATIVE_LANGUAGE_MARKETPLACES } from '../../src/contract/codes.ts';
import { BadRequestError } from '../../src/contract/errors.ts';
import { validateParams } from '../../src/contract/validate.ts';

const ASIN = 'B0TESTASIN';

/** Calls as JavaScript can make them, where no type holds a caller back. */
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
  it('fills in the defaults of the specification', () => {
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

  it("puts the marketplace's own defaults before those, and what is given before both", () => {
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
    ['product', { asin: 'short' }, 'asin', /"short" must be ten capital letters and digits/],
    ['product', { asin: 'b0testasin' }, 'asin', /must be ten capital letters/],
    ['product', {}, 'asin', /it is missing/],
    ['product', { asin: 42 }, 'asin', /42/],
    ['product', { asin: ASIN, marketplace: 'xx' }, 'marketplace', /"xx" must be one of us, uk, de/],
    ['product', { asin: ASIN, language: 'de' }, 'language', /must be "en" or "native"/],
    [
      'product',
      { asin: ASIN, marketplce: 'de' },
      'marketplce',
      /no parameter of this endpoint; it takes asin, marketplace, language/,
    ],
    ['search', { keyword: '  ' }, 'keyword', /must not be empty/],
    ['search', { keyword: 'tea', page: 0 }, 'page', /0 must be 1 or more/],
    ['search', { keyword: 'tea', page: 1.5 }, 'page', /1.5 must be a whole number/],
    ['offers', { asin: ASIN, condition: 'renewed' }, 'condition', /"renewed" must be one of all, new, used/],
    ['seller', { sellerId: 'A1' }, 'sellerId', /ten or more/],
    ['scrape', { url: 'amazon' }, 'url', /"amazon" must be a full URL/],
    ['category', { node: 'books' }, 'node', /must be digits/],
    ['category', { node: '1', min_price: -1 }, 'min_price', /must not be negative/],
    ['category', { node: '1', max_price: 1.005 }, 'max_price', /two decimals/],
    ['product', 'B0TESTASIN', 'params', /must be an object/],
    ['product', null, 'params', /must be an object/],
  ])('%s %o is refused by the name of %s', (name, params, parameter, message) => {
    const error = refusal(name, params);
    expect(error).toMatchObject({ code: 'INVALID_PARAMETER', status: 400, parameter });
    expect(error.message).toMatch(message);
    expect(error.message.startsWith(`${parameter}:`)).toBe(true);
  });

  it.each(MARKETPLACES)('allows native on %s only where the specification does', (marketplace) => {
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
