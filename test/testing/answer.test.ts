import { describe, expect, it } from 'vitest';
import { dataSchemas } from '../../src/contract/data/index.ts';
import { ERROR_CLASSES } from '../../src/contract/stored-error.ts';
import { BadRequestError, ERROR_CODES, type ErrorCode, MarketplaceError, PAGE_TYPES } from '../../src/entries/index.ts';
import { envelopeSchema } from '../../src/entries/schemas.ts';
import { answer, errorOf } from '../../src/entries/testing.ts';

describe('answer', () => {
  it.each(PAGE_TYPES)('fills a valid envelope of %s', (type) => {
    const schema = envelopeSchema(type, dataSchemas[type]);
    expect(schema.safeParse(answer(type)).error).toBeUndefined();
    expect(schema.safeParse(answer.notFound(type)).error).toBeUndefined();
    expect(answer.notFound(type)).toMatchObject({ found: false, page_type: type, data: null });
  });

  it('keeps what the test sets, and leaves out what it sets to undefined', () => {
    const { data, meta } = answer('product', { bb_price: 19.9, rating: undefined }, { marketplace: 'de' });
    expect(data).toMatchObject({ bb_price: 19.9, buybox: true, currency: 'EUR' });
    expect(data).not.toHaveProperty('rating');
    expect(meta).toMatchObject({ marketplace: 'de', usage: { requests_consumed: 1 } });
  });

  it.each([
    [{ buybox: false }, 'see_all_buying_options', true],
    [{ bb_price: undefined }, 'see_all_buying_options', true],
    [{ in_stock: false }, 'unavailable', false],
    [{ buybox_state: 'unavailable' as const }, 'unavailable', false],
  ])('a product with %j has no featured offer', (given, buybox_state, in_stock) => {
    const { data } = answer('product', given);
    expect(data).toMatchObject({ buybox: false, buybox_state, in_stock });
    for (const name of ['bb_price', 'seller', 'is_prime', 'condition']) expect(data).not.toHaveProperty(name);
  });

  it('keeps ranks, images and variations in step', () => {
    expect(answer('product', { bsr: 7 }).data.bsr_ranks).toMatchObject([{ rank: 7 }]);
    expect(answer('product', { bsr_ranks: [{ rank: 3, category: 'Toys' }] }).data.bsr).toBe(3);
    const images = [{ url: 'https://images.example.com/1.jpg' }];
    expect(answer('product', { images }).data).toMatchObject({ images_count: 1, image_url: images[0]?.url });
    expect(answer('product', { variations: [] }).data.variations_count).toBe(0);
  });

  it('counts offers, and gives each an id', () => {
    const { data } = answer('offers', {
      product_sellers_info: [{ price: 18 }, { price: 17.5, is_fba: false }, { seller_id: null }],
    });
    expect(data).toMatchObject({
      fba_count: 2,
      fbm_count: 1,
      sold_by_amazon: true,
      page_index: 0,
      total_pages: 1,
      total_offers_count: 3,
    });
    expect(data.product_sellers_info.map(({ is_pinned }) => is_pinned)).toEqual([true, false, false]);
    expect(new Set(data.product_sellers_info.map(({ seller_id }) => seller_id)).size).toBe(3);
    expect(data.product_sellers_info[2]).toMatchObject({ is_amazon: true, seller_id: null });
    expect(answer('offers', { total_offers_count: 15 }).data.total_pages).toBe(2);
    const unpinned = answer('offers', { product_sellers_info: [{ is_pinned: false }] }).data;
    expect(unpinned.product_sellers_info[0]?.is_pinned).toBe(false);
    expect(answer('offers', { product_sellers_info: [] }).data.total_pages).toBe(0);
  });

  it('numbers the entries of lists', () => {
    const { data } = answer('search', { current_page: 2, shallow_parts: [{ price: 3 }, { asin: 'B0LANTERN1' }] });
    expect(data.shallow_parts).toMatchObject([
      { asin: 'B000000017', index_on_page: 1, page_number: 2, price: 3 },
      { asin: 'B0LANTERN1', index_on_page: 2, page_number: 2 },
    ]);
    expect(data).toMatchObject({ last_page_number: 2, results_range: { from: 17, to: 18 } });
    expect(answer('search', { shallow_parts: [] }).data).not.toHaveProperty('results_range');
    expect(answer('bestseller', { entries: [{}, { rank: 9 }] }).data.entries.map(({ rank }) => rank)).toEqual([1, 9]);
    const ids = answer('reviews', { entries: [{}, {}] }).data.entries.map(({ review_id }) => review_id);
    expect(new Set(ids).size).toBe(2);
    expect(answer('storefront', { kind: 'brand' }).data).toMatchObject({ kind: 'brand', name: 'Larkmoor' });
  });

  it('names a page type that does not exist', () => {
    expect(() => answer('produkt' as 'product')).toThrow('type: "produkt" is not a page type. Did you mean "product"?');
    expect(() => answer('product', null as never)).toThrow(/null is not valid: expected an object/);
  });
});

describe('wrong names and values of an answer', () => {
  const wrong = (parameter: string, message: string) =>
    expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter, message: expect.stringContaining(message) });

  it.each([
    ['product', { bbprice: 3 }, 'data.bbprice', 'is not a field of product. Did you mean "bb_price"?'],
    ['product', { price: 3 }, 'data.price', 'Did you mean "bb_price"?'],
    ['product', { brand: { nam: 'Larkmoor' } }, 'data.brand.nam', 'Did you mean "name"?'],
    ['product', { 'brand.name': 'Larkmoor' }, 'data.brand.name', 'expected nested objects'],
    ['search', { shallow_parts: [{}, { prise: 3 }] }, 'data.shallow_parts[1].prise', 'Did you mean "price"?'],
    ['offers', { offers: [] }, 'data.offers', 'is not a field of offers'],
    [
      'storefront',
      { kind: 'brand', sections: [{ titel: 'Lamps' }] },
      'data.sections[0].titel',
      'Did you mean "title"?',
    ],
    ['product', { bb_price: '3' }, 'data.bb_price', '"3" is not valid: expected number'],
    ['product', { buybox_state: 'old' }, 'data.buybox_state', '"old" is not valid: expected one of buybox'],
    [
      'offers',
      { product_sellers_info: [{ is_fba: 'yes' }] },
      'data.product_sellers_info[0].is_fba',
      'expected boolean',
    ],
    ['bestseller', { entries: {} }, 'data.entries', 'expected array'],
  ] as const)('%s %j', (type, data, parameter, message) => {
    const caught = (() => {
      try {
        return answer(type, data as never);
      } catch (error) {
        return error;
      }
    })();
    expect(caught).toEqual(wrong(parameter, message));
  });

  it('are refused in its meta', () => {
    expect(() => answer('product', {}, { gap: [] } as never)).toThrow(
      'meta.gap: is not an option of meta. Did you mean "gaps"?',
    );
    expect(() => answer.notFound('product', { market: 'uk' } as never)).toThrow('Did you mean "marketplace"?');
  });

  it.each(PAGE_TYPES)('are none in a whole answer of %s', (type) => {
    const { data } = answer(type);
    expect(answer(type, data as never).data).toMatchObject(data);
  });

  it('leave maps as they are', () => {
    const variations = [{ asin: 'B0LANTERN2', attributes: { 'Colour.Name': 'Red', size: 'L' }, is_selected: true }];
    expect(answer('product', { selected_variation: { size: 'L' }, variations }).data).toMatchObject({ variations });
  });
});

describe('errorOf', () => {
  it.each(Object.keys(ERROR_CODES) as ErrorCode[])('%s is what a call would throw', (code) => {
    const error = errorOf(code);
    const info = ERROR_CODES[code];
    expect(error).toBeInstanceOf(MarketplaceError);
    expect(error).toBeInstanceOf(ERROR_CLASSES[info.class]);
    const { name, status, retryable } = error;
    expect({ name, code: error.code, status, retryable, billed: error.billed }).toEqual({
      name: info.class,
      code,
      status: info.status,
      retryable: info.retryable,
      billed: false,
    });
    expect(error.message).toContain(info.summary);
  });

  it('has plausible facts, which a test can replace', () => {
    expect(errorOf('RATE_LIMITED').retryAfterMs).toBe(1_000);
    expect(errorOf('BLOCKED').usage).toMatchObject({ requests_consumed: 0 });
    expect(errorOf('BLOCKED').requestId).toMatch(/^[\da-f-]{36}$/);
    expect(errorOf('INVALID_PARAMETER')).toMatchObject({ parameter: 'asin', requestId: undefined });
    const given = errorOf('CAPTCHA', { message: 'not now', retryAfterMs: 5, retryable: false, requestId: 'r1' });
    expect(given).toMatchObject({ message: 'not now', retryAfterMs: 5, retryable: false, requestId: 'r1' });
  });

  it('names an option that does not exist', () => {
    expect(() => errorOf('RATE_LIMITED', { retryAfter: 5 } as never)).toThrow(
      'retryAfter: is not an option of errorOf. Did you mean "retryAfterMs"?',
    );
  });

  it('names a code that does not exist', () => {
    const wrong = () => errorOf('CAPCHA' as 'CAPTCHA');
    expect(wrong).toThrow(BadRequestError);
    expect(wrong).toThrow('code: "CAPCHA" is not an error code. Did you mean "CAPTCHA"?');
  });
});
