import { describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { checkedFields, fieldTree, pickFields } from '../../src/contract/fields.ts';
import type { Gap } from '../../src/contract/generated/gap.ts';
import { fieldsOf, lookAt } from '../../src/watch/looks/look-at.ts';
import { envelopeOf, PRODUCT, targetOf } from './targets.ts';

const gap = (landmark: string, kind: Gap['kind'] = 'missing'): { gaps: Gap[] } => ({
  gaps: [{ landmark, kind, detail: 'x' }],
});
const FEATURED = {
  asin: 'B0LANTERN1',
  buybox: true,
  buybox_state: 'buybox',
  bb_price: 20,
  currency: 'USD',
  in_stock: true,
  promotion: null,
  seller: { id: 'A1', name: 'Larkmoor', is_amazon: false },
};
const valuesOf = (data: object, meta = {}) => lookAt(PRODUCT, [envelopeOf('product', data, meta)]).values;

describe('a product', () => {
  test('a page with a featured offer says what it has and what it has not', () => {
    expect(valuesOf(FEATURED)).toEqual({
      price: 20,
      currency: 'USD',
      list_price: null,
      deal: null,
      coupon: null,
      seller: { id: 'A1', name: 'Larkmoor' },
      is_suppressed: false,
      in_stock: true,
      stock_qty: null,
    });
  });
  test('without a price, the coupon is unknown; without promotion, the deal', () => {
    const { bb_price: _, promotion: _p, ...others } = FEATURED;
    const values = valuesOf(others);
    for (const name of ['price', 'coupon', 'deal', 'list_price']) expect(values).not.toHaveProperty(name);
  });
  test.each([
    ['see_all_buying_options', true, { price: null, seller: null, is_suppressed: true, in_stock: true }],
    ['unavailable', false, { price: null, seller: null, is_suppressed: false, in_stock: false }],
    ['select_variation', undefined, {}],
    ['none', undefined, {}],
  ])('%s', (buybox_state, in_stock, values) => {
    const data = { asin: 'B0LANTERN1', buybox: false, buybox_state, promotion: null };
    expect(valuesOf(in_stock === undefined ? data : { ...data, in_stock })).toEqual(values);
  });
  test.each([
    [
      { id: 'A1', name: 'One', is_amazon: false },
      { id: 'A1', name: 'One' },
    ],
    [
      { name: 'Amazon.com', is_amazon: true },
      { id: null, name: 'Amazon.com' },
    ],
    [{ name: 'One', is_amazon: false }, { name: 'One' }],
    [{ name: 'One' }, { name: 'One' }],
  ])('the seller %j', (seller, expected) => {
    expect(valuesOf({ ...FEATURED, seller }).seller).toEqual(expected);
  });
  test('a service without buybox_state', () => {
    const data = { asin: 'B0LANTERN1', buybox: false };
    expect(valuesOf({ ...data, in_stock: true })).toMatchObject({ seller: null, is_suppressed: true });
    expect(valuesOf({ ...data, in_stock: false })).toMatchObject({ seller: null, is_suppressed: false });
    expect(valuesOf(data)).toEqual({});
    expect(valuesOf({ asin: 'B0LANTERN1', bb_price: 5 })).toMatchObject({ price: 5, is_suppressed: false });
  });
  test.each(['#buybox', 'html', 'a landmark of a later version'])(
    'with the gap %s it is unknown what is absent',
    (at) => {
      const none = { asin: 'B0LANTERN1', title: 'Lantern', in_stock: false, buybox_state: 'unavailable' };
      expect(valuesOf(none, gap(at, 'partial'))).toEqual({ title: 'Lantern', in_stock: false, is_suppressed: false });
      const suppressed = { ...none, in_stock: true, buybox_state: 'see_all_buying_options' };
      expect(valuesOf(suppressed, gap(at, 'partial'))).toEqual({ title: 'Lantern', in_stock: true });
      const { coupon: _, stock_qty: _left, deal: _deal, list_price: _list, ...shown } = valuesOf(FEATURED);
      expect(valuesOf(FEATURED, gap(at, 'partial'))).toEqual(shown);
    },
  );
  test('a gap elsewhere makes no difference', () => {
    expect(valuesOf(FEATURED, gap('#imageBlock'))).toEqual(valuesOf(FEATURED));
    expect(valuesOf(FEATURED, gap('savingsPercentage', 'contradiction'))).not.toHaveProperty('list_price');
  });
  test('a page for another product shows nothing', () => {
    expect(valuesOf(FEATURED, gap('html', 'identity'))).toEqual({});
  });
});

describe('a value of another type', () => {
  const whole = {
    ...FEATURED,
    rating: 4,
    reviews: 9,
    bsr: 3,
    title: 'Lantern',
    image_url: 'x',
    feature_bullets: ['a'],
  };
  test.each<[string, unknown, string, string]>([
    ['reviews', 1.5, 'reviews', '1.5 is not a whole number'],
    ['reviews', [], 'reviews', 'a list is not a whole number'],
    ['rating', 'x', 'rating', '"x" is not a finite number'],
    ['bb_price', { amount: 1 }, 'price', 'an object is not a finite number'],
    ['bb_price', null, 'price', 'null is not a finite number'],
    ['currency', [], 'currency', 'a list is not a text'],
    ['in_stock', 1.5, 'in_stock', '1.5 is not true or false'],
    ['bsr', 1e300, 'rank', '1e+300 is not a whole number'],
    ['seller', null, 'seller', 'null is not a seller with an id of at most 100 and a name of at most 300 characters'],
    ['seller', { id: ['A1'], name: ['x'] }, 'seller', 'an object is not a seller'],
    ['seller', { id: 'A1', name: 'x'.repeat(301) }, 'seller', 'an object is not a seller'],
    ['image_url', 7, 'image_url', '7 is not a text'],
    ['feature_bullets', null, 'feature_bullets', 'null is not a list of texts'],
    ['feature_bullets', ['a', 1], 'feature_bullets', 'a list is not a list of texts'],
    ['coupon', 5, 'coupon', '5 is not a coupon'],
    ['promotion', 'x', 'deal', '"x" is not a deal'],
  ])('%s: %j is left out, with a gap', (field, value, name, detail) => {
    const look = lookAt(PRODUCT, [envelopeOf('product', { ...whole, [field]: value })]);
    expect(look.values).not.toHaveProperty(name);
    const gap = { kind: 'missing', landmark: expect.stringContaining(field), detail: expect.stringContaining(detail) };
    expect(look.gaps).toContainEqual(gap);
    expect(valuesOf(whole)).toMatchObject(look.values);
  });
  test('in a list has one gap, however many entries have it', () => {
    const shallow_parts = Array.from({ length: 50 }, (_, at) => ({ asin: `A${at}`, price: {}, reviews: at }));
    const { entries, gaps } = lookAt(targetOf('search', {}), [
      envelopeOf('search', { current_page: 1, shallow_parts }),
    ]);
    expect(Object.values(entries ?? {})).toHaveLength(50);
    expect(entries?.A7).toEqual({ rank: 8, reviews: 7 });
    expect(gaps.map(({ landmark }) => landmark)).toEqual(['shallow_parts.price']);
  });
  test.each([
    ['search', { current_page: 1, shallow_parts: [{ asin: 'A' }, null] }, 'shallow_parts'],
    ['search', { current_page: 1, shallow_parts: [{ asin: 7 }] }, 'shallow_parts'],
    ['search', { current_page: '2', shallow_parts: [{ asin: 'A' }] }, 'current_page'],
    ['bestseller', { current_page: 1, entries: { asin: 'A' } }, 'entries'],
    ['offers', { page_index: 0, product_sellers_info: null }, 'product_sellers_info'],
    [
      'offers',
      { page_index: 0, product_sellers_info: [{ seller_id: 'A', is_pinned: 1 }] },
      'product_sellers_info.is_pinned',
    ],
    ['offers', { page_index: 0, total_pages: '1', product_sellers_info: [] }, 'total_pages'],
    ['product', [FEATURED], 'data'],
  ] as const)('%s: a page is left out whose frame has it: %j', (type, data, landmark) => {
    const look = lookAt(targetOf('scrape', {}), [envelopeOf(type, data)]);
    expect(look.gaps).toMatchObject([{ landmark, kind: 'missing' }]);
    expect(look.values).toEqual({});
    expect({ ...look.entries, ...look.offers }).toEqual({});
    expect(look.is_complete ?? false).toBe(false);
  });
  test('of the envelope is an error, or is ignored if the look can do without', () => {
    for (const meta of [{ timestamp: 5 }, { timestamp: 'now' }, { source: { fetched_at: {} } }])
      expect(() => lookAt(PRODUCT, [envelopeOf('product', FEATURED, meta)])).toThrow(
        expect.objectContaining({ code: 'PARSER_ERROR', message: expect.stringMatching(/^meta\.timestamp: /) }),
      );
    expect(() => lookAt(PRODUCT, [{ ...envelopeOf('product', FEATURED), meta: null } as never])).toThrow(
      /^meta: null is/,
    );
    expect(() => lookAt(PRODUCT, [{ ...envelopeOf('product', FEATURED), found: 1 } as never])).toThrow(/^found: 1 is/);
    expect(() => lookAt(PRODUCT, [envelopeOf(['product'] as never, FEATURED)])).toThrow(/^page_type: a list is/);
    const odd = { gaps: [null, { landmark: 5 }, 'x'], source: { url: 5 }, request_id: {} };
    expect(lookAt(PRODUCT, [envelopeOf('product', FEATURED, odd)])).toMatchObject({ gaps: [], request_ids: [] });
  });
});

test('the frame of a look', () => {
  const source = {
    url: 'https://www.amazon.com/dp/B0LANTERN1',
    status: 200,
    attempts: 1,
    fetched_at: '2026-11-20T11:00:00.000Z',
  };
  expect(lookAt(PRODUCT, [envelopeOf('product', null, { source })])).toEqual({
    at: Date.parse('2026-11-20T11:00:00Z'),
    page_type: 'product',
    found: false,
    values: {},
    gaps: [],
    url: source.url,
    request_ids: ['r1'],
  });
  expect(lookAt(PRODUCT, [envelopeOf('product', null)]).at).toBe(Date.parse('2026-11-20T12:00:00Z'));
  expect(() => lookAt(PRODUCT, [])).toThrow(TypeError);
});

describe('offers', () => {
  const offer = (seller_id: string | null, price: number, more = {}) => ({
    seller_id,
    name: `Name of ${seller_id}`,
    condition: 'new',
    price,
    currency: 'USD',
    delivery: [],
    ...more,
  });
  const page = (number: number, product_sellers_info: object[], more = {}) =>
    envelopeOf('offers', { product_sellers_info, page_index: number - 1, ...more });
  const look = (pages: ReturnType<typeof page>[], condition = 'all') =>
    lookAt(targetOf('offers', { asin: 'B0LANTERN1', condition }, { pages: 3 }), pages);
  const pinned = offer('A1', 20, { is_pinned: true });

  test('the featured offer is the pinned one', () => {
    const { values, offers, is_complete } = look([
      page(1, [offer('B2', 19), pinned], { total_pages: 1, total_offers_count: 2 }),
    ]);
    expect(values).toMatchObject({
      price: 20,
      seller: { id: 'A1' },
      is_suppressed: false,
      in_stock: true,
      sellers_all: 2,
    });
    expect(Object.keys(offers ?? {})).toEqual(['B2/new', 'A1/new']);
    expect(is_complete).toBe(true);
  });
  test('without a pinned offer there is none, unless a condition hides it', () => {
    const pages = [page(1, [offer('B2', 19)], { total_pages: 1, total_offers_count: 1 })];
    expect(look(pages).values).toMatchObject({ price: null, seller: null, is_suppressed: true, in_stock: true });
    expect(look(pages, 'new').values).not.toHaveProperty('seller');
    expect(look([page(1, [], { total_pages: 0, total_offers_count: 0 })]).values).toMatchObject({
      seller: null,
      is_suppressed: false,
      in_stock: false,
    });
    expect(look([page(2, [offer('B2', 19)])]).values).toEqual({});
  });
  test('all pages that exist, and no page that repeats the last one', () => {
    const [one, two] = [
      page(1, [pinned], { total_pages: 2, total_offers_count: 2 }),
      page(2, [offer('B2', 21)], { total_pages: 3 }),
    ];
    expect(look([one]).is_complete).toBe(false);
    expect(look([one, two]).is_complete).toBe(true);
    const repeated = look([one, two, page(3, [offer('C3', 21)])]);
    expect([repeated.is_complete, Object.keys(repeated.offers ?? {})]).toEqual([true, ['A1/new', 'B2/new']]);
  });
  test('an offer that moved to the next page is one offer, and one that is lost makes the look incomplete', () => {
    const one = page(1, [pinned, offer('B2', 21)], { total_pages: 2, total_offers_count: 3 });
    const { offers, is_complete } = look([one, page(2, [offer('B2', 21)])]);
    expect([Object.keys(offers ?? {}), is_complete]).toEqual([['A1/new', 'B2/new'], false]);
  });
  test('several offers of a seller are numbered by price', () => {
    const { offers } = look([page(1, [offer('A1', 22), offer('A1', 20), offer('A1', 5, { condition: 'used_good' })])]);
    expect(Object.entries(offers ?? {}).map(([key, { price }]) => [key, price])).toEqual([
      ['A1/new', 20],
      ['A1/new#2', 22],
      ['A1/used_good', 5],
    ]);
  });
  test('with a gap in the list the offers are not all', () => {
    const envelope = envelopeOf(
      'offers',
      { product_sellers_info: [pinned], page_index: 0 },
      gap('aod-pinned-offer', 'partial'),
    );
    const { offers, is_complete } = lookAt(targetOf('offers', {}), [envelope]);
    expect([Object.keys(offers ?? {}), is_complete]).toEqual([['A1/new'], false]);
  });
});

describe('lists', () => {
  const page = (number: number, asins: string[], last = 2, meta = {}) =>
    envelopeOf(
      'search',
      { current_page: number, last_page_number: last, shallow_parts: asins.map((asin) => ({ asin, price: 5 })) },
      meta,
    );
  const look = (pages: ReturnType<typeof page>[], more = {}) =>
    lookAt(targetOf('search', { keyword: 'lantern' }, { pages: 3, ...more }), pages);
  const ranks = (one: ReturnType<typeof look>) =>
    Object.entries(one.entries ?? {}).map(([asin, { rank }]) => [asin, rank]);

  test('ranks go over all pages', () => {
    const both = look([page(2, ['C', 'A']), page(1, ['A', 'B'])]);
    expect(ranks(both)).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 3],
    ]);
    expect(both.is_complete).toBe(true);
  });
  test('without a page before, the rank is unknown', () => {
    const second = look([page(2, ['C'])]);
    expect(ranks(second)).toEqual([['C', undefined]]);
    expect(second.is_complete).toBe(false);
  });
  test('after an incomplete page, the rank is unknown', () => {
    const cut = page(1, ['A'], 2, gap('html', 'partial'));
    expect(ranks(look([cut, page(2, ['C'])]))).toEqual([
      ['A', 1],
      ['C', undefined],
    ]);
  });
  test('a product that is not in the list has the rank null, if all pages were read', () => {
    const asins = ['B', 'X'];
    expect(ranks(look([page(1, ['A', 'B']), page(2, [])], { asins }))).toEqual([
      ['B', 2],
      ['X', null],
    ]);
    expect(ranks(look([page(1, ['A', 'B'])], { asins }))).toEqual([['B', 2]]);
    expect(ranks(look([page(1, ['A', 'B'])], { asins, pages: 1 }))).toEqual([
      ['B', 2],
      ['X', null],
    ]);
    expect(ranks(look([page(1, ['A', 'B'], 1, gap('html', 'partial'))], { asins }))).toEqual([['B', 2]]);
  });
  test('a best-seller list has its own ranks', () => {
    const data = { list_type: 'best_sellers', current_page: 2, entries: [{ rank: 51, asin: 'A', price: 5 }] };
    const target = targetOf('scrape', { url: 'https://www.amazon.com/gp/bestsellers' }, { pages: 2 });
    const { entries, is_complete } = lookAt(target, [envelopeOf('bestseller', data)]);
    expect([entries, is_complete]).toEqual([{ A: { rank: 51, price: 5 } }, false]);
  });
  test('of a tile, null is none and absent is unknown', () => {
    const tile = { asin: 'A', price: 5, in_stock: true, coupon: null, promotion: null };
    const data = { current_page: 1, shallow_parts: [tile, { asin: 'B', in_stock: false }, { asin: 'C' }] };
    expect(lookAt(targetOf('search', {}), [envelopeOf('search', data)]).entries).toEqual({
      A: { rank: 1, price: 5, list_price: null, deal: null, coupon: null, in_stock: true, stock_qty: null },
      B: { rank: 2, price: null, in_stock: false },
      C: { rank: 3 },
    });
  });
});

test('a seller: a rating of 0 is unknown, and so is the imprint that is missing', () => {
  const data = {
    seller_id: 'A1',
    name: 'Larkmoor',
    rating: 0,
    positive_percent: null,
    business_name: null,
    business_address: [],
  };
  const target = targetOf('seller', { sellerId: 'A1LARKMOOR0US' });
  const imprint = gap('page-section-detail-seller-info');
  expect(lookAt(target, [envelopeOf('seller', data)]).values).toEqual({
    name: 'Larkmoor',
    positive_percent: null,
    business_name: null,
  });
  expect(lookAt(target, [envelopeOf('seller', data, imprint)]).values).toEqual({
    name: 'Larkmoor',
    positive_percent: null,
  });
});

test.each(['product', 'search', 'offers', 'seller', 'category', 'scrape'] as const)('%s has the fields', (endpoint) => {
  const fields = fieldsOf({ endpoint });
  expect(checkedFields(fields, endpoints[endpoint].responses)).toEqual(fields);
});

test('with only these fields a look shows the same', () => {
  const fields = fieldsOf({ endpoint: 'product' });
  const deal = { kind: 'lightning', label: 'x', deal_id: null, ends_at: null, ends_on: null, ends_in_days: null };
  const data = {
    ...FEATURED,
    promotion: { deal, list_price: { amount: 30, label: null } },
    bsr_ranks: [{ rank: 3, category: 'Tents' }],
  };
  expect(valuesOf(pickFields(data, fieldTree(fields)) as object)).toEqual(valuesOf(data));
  expect(valuesOf(data)).toMatchObject({ deal, list_price: 30, rank: 3, rank_category: 'Tents' });
});
