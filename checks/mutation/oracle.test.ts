import { describe, expect, it } from 'vitest';
import { BlockedError, ParseError } from '../../src/contract/errors.ts';
import type { ParsedPage } from '../../src/entries/parse.ts';
import type { Mutation, MutationKind } from './mutations.ts';
import { judge } from './oracle.ts';

type Found = ParsedPage & { found: true };

const page = (page_type: string, data: object, gaps: object[] = []): Found =>
  ({ page_type, found: true, data, gaps, language: 'en' }) as unknown as Found;

const product = (data: object, gaps: object[] = []) =>
  page('product', { asin: 'B0LANTERN1', title: 'Lantern', buybox: true, images: [{ url: 'a' }], ...data }, gaps);

const change = (kind: MutationKind): Mutation => ({
  kind,
  what: 'a change',
  edits: [],
  ...(['remove', 'repeat'].includes(kind) && { touched: { start: 0, end: 1 } }),
});

const verdictOf = (before: Found, after: Found, kind: MutationKind = 'wrap', isTouched = false) =>
  judge(before, after, change(kind), () => isTouched);

describe('the verdict', () => {
  it('of the same values is empty', () => {
    const verdict = verdictOf(product({ bb_price: 10 }), product({ bb_price: 10 }));
    expect(verdict).toEqual({ wrong: [], denied: [], soft: [], gone: [], silent: [], isRefused: false });
  });

  it('of an absent value is that it is gone', () => {
    expect(verdictOf(product({ bb_price: 10 }), product({})).gone).toEqual(['bb_price']);
  });

  it.each([
    ['another price', { bb_price: 10 }, { bb_price: 12 }, 'bb_price'],
    ['a price that appeared', {}, { bb_price: 12 }, 'bb_price'],
    ['a struck price that appeared', { promotion: null }, { promotion: { list_price: { amount: 12 } } }, 'promotion'],
    ['another seller', { seller: { name: 'Larkmoor' } }, { seller: { name: 'Kettleworks' } }, 'seller.name'],
    ['false instead of true', { in_stock: true }, { in_stock: false }, 'in_stock'],
    ['a share of stars', { rating_histogram: { 5: 60 } }, { rating_histogram: { 5: 10 } }, 'rating_histogram.5'],
  ])('of %s is wrong', (_what, before, after, path) => {
    expect(verdictOf(product(before), product(after)).wrong).toMatchObject([{ path }]);
  });

  it('of another title or picture is soft', () => {
    expect(verdictOf(product({}), product({ title: 'Kettle' })).soft).toMatchObject([{ path: 'title' }]);
  });

  it('of a promotion that becomes null is denied, unless its block was removed', () => {
    const [before, after] = [product({ promotion: { list_price: { amount: 12 } } }), product({ promotion: null })];
    expect(verdictOf(before, after).denied).toMatchObject([{ path: 'promotion' }]);
    expect(verdictOf(before, after, 'remove', true)).toMatchObject({
      denied: [],
      gone: ['promotion.list_price.amount'],
    });
    expect(verdictOf(before, after, 'remove', false).denied).toHaveLength(1);
  });

  it('accepts "no Buy Box" only after it was removed', () => {
    const [before, after] = [product({}), product({ buybox: false })];
    expect(verdictOf(before, after, 'rename-id').wrong).toHaveLength(1);
    expect(verdictOf(before, after, 'remove', true)).toMatchObject({ wrong: [], gone: ['buybox'] });
  });

  it('of a lost landmark is silent without a gap', () => {
    const gap = { landmark: '#productTitle', kind: 'missing', detail: '' };
    expect(verdictOf(product({}), product({ title: undefined })).silent).toEqual(['title']);
    expect(verdictOf(product({}), product({ title: undefined }, [gap])).silent).toEqual([]);
  });
});

describe('lists', () => {
  const tiles = (...shallow_parts: object[]) => page('search', { shallow_parts, total_results_count: 2 });
  const [lamp, stove] = [
    { asin: 'B0LANTERN1', price: 10 },
    { asin: 'B0STOVEGO1', price: 20, rating: 4 },
  ];

  it('are compared by key, in any order', () => {
    expect(verdictOf(tiles(lamp, stove), tiles(stove, lamp, lamp))).toMatchObject({ wrong: [], gone: [] });
    expect(verdictOf(tiles(lamp, stove), tiles(stove)).gone).toEqual([
      'shallow_parts[0].asin',
      'shallow_parts[0].price',
    ]);
  });

  it('have a wrong value when a tile takes the price of another', () => {
    expect(verdictOf(tiles(lamp, stove), tiles(lamp, { ...stove, price: 10 })).wrong).toMatchObject([
      { path: 'shallow_parts[1].price', before: 20, after: 10 },
    ]);
  });

  it('have a wrong value when an entry of another list is among them', () => {
    expect(verdictOf(tiles(lamp), tiles(lamp, { asin: 'B0FOREIGN1' })).wrong).toMatchObject([
      { path: 'shallow_parts[0].asin' },
    ]);
  });

  it('of offers agree with their counts', () => {
    const offers = (fba_count: number) =>
      page('offers', { product_sellers_info: [{ name: 'Larkmoor', is_fba: true }], fba_count, fbm_count: 0 });
    expect(verdictOf(offers(1), offers(2)).wrong).toMatchObject([{ path: 'fba_count', before: 1, after: 2 }]);
  });
});

describe('a page that is refused', () => {
  const before = product({ bb_price: 10 });

  it('has no wrong value when it cannot be read', () => {
    const verdict = judge(before, new ParseError('no product.'), change('remove'), () => true);
    expect(verdict).toMatchObject({ wrong: [], isRefused: true, gone: ['asin', 'buybox', 'bb_price'] });
  });

  it('is wrong when it is taken for something else', () => {
    const blocked = new BlockedError('a robot check.', { code: 'CAPTCHA' });
    expect(judge(before, blocked, change('remove'), () => true).wrong).toMatchObject([{ path: 'page_type' }]);
    const missing = { page_type: 'product', found: false, data: null, gaps: [] } satisfies ParsedPage;
    expect(judge(before, missing, change('remove'), () => true).wrong).toMatchObject([{ path: 'found' }]);
  });
});
