import { describe, expect, test } from 'vitest';
import type { Gap } from '../../src/contract/generated/gap.ts';
import { CHANGES } from '../../src/watch/changes.ts';
import { type CompareContext, compare } from '../../src/watch/compare/compare.ts';
import type { Look } from '../../src/watch/look.ts';
import type { Change, ChangeType, WatchedOffer } from '../../src/watch/types.ts';
import type { Values } from '../../src/watch/values.ts';
import { HOUR, PRODUCT, productLook, START, stored, targetOf } from './targets.ts';

const A = { id: 'A1LARKMOOR0US', name: 'Larkmoor' };
const B = { id: 'A2OTHERSELLER', name: 'Other' };
const DEAL = {
  kind: 'limited_time' as const,
  label: 'Limited time deal',
  deal_id: 'amzn1.deal.1',
  ends_at: null,
  ends_on: null,
  ends_in_days: null,
};
const COUPON = { unit: 'percent' as const, value: 5 };

/** Returns the changes between looks that are an hour apart, the first one not counted. */
function changesOf(looks: readonly Look[], context: Partial<CompareContext> = {}): Change[] {
  let known = undefined as Parameters<typeof compare>[0];
  return looks.flatMap((look, index) => {
    const at = START + index * HOUR;
    const compared = compare(known, { ...look, at }, { target: PRODUCT, visit: index + 1, ...context });
    known = stored(compared.known);
    return compared.drafts;
  });
}

function shortOf(changes: readonly Change[]): unknown[] {
  return changes.map(({ type, before, after }) => [type, before, after]);
}

const rows: [what: string, before: Values, after: Values, changes: [ChangeType, unknown, unknown][]][] = [
  ['a price', { price: 20 }, { price: 18 }, [['price_changed', 20, 18]]],
  ['a price that goes', { price: 20 }, { price: null }, [['price_changed', 20, null]]],
  ['a price that is unknown', { price: 20 }, {}, []],
  ['a deal that starts', { deal: null }, { deal: DEAL }, [['deal_started', null, DEAL]]],
  ['a deal that ends', { deal: DEAL }, { deal: null }, [['deal_ended', DEAL, null]]],
  ['a countdown in the label of a deal', { deal: DEAL }, { deal: { ...DEAL, label: 'Ends in 2:13' } }, []],
  [
    'another deal',
    { deal: DEAL },
    { deal: { ...DEAL, deal_id: 'amzn1.deal.2' } },
    [
      ['deal_started', null, { ...DEAL, deal_id: 'amzn1.deal.2' }],
      ['deal_ended', DEAL, null],
    ],
  ],
  ['a coupon', { coupon: null }, { coupon: COUPON }, [['coupon_changed', null, COUPON]]],
  ['the same coupon', { coupon: COUPON }, { coupon: { ...COUPON } }, []],
  [
    'another seller',
    { seller: A, is_suppressed: false },
    { seller: B, is_suppressed: false },
    [
      ['buybox_lost', A, B],
      ['buybox_won', A, B],
    ],
  ],
  ['another name of the same seller', { seller: A }, { seller: { ...A, name: 'Larkmoor Outdoor' } }, []],
  ['the operator', { seller: { id: null, name: 'Amazon.com' } }, { seller: { id: null, name: 'Amazon' } }, []],
  ['a seller without its id', { seller: { id: 'A1', name: 'Larkmoor' } }, { seller: { name: 'Larkmoor' } }, []],
  ['a seller without its name', { seller: { id: null } }, { seller: { name: 'Amazon.com' } }, []],
  [
    'no featured offer',
    { seller: A, is_suppressed: false, in_stock: true },
    { seller: null, is_suppressed: true, in_stock: true },
    [
      ['buybox_lost', A, null],
      ['buybox_suppressed', A, null],
    ],
  ],
  [
    'no stock',
    { seller: A, is_suppressed: false, in_stock: true },
    { seller: null, is_suppressed: false, in_stock: false },
    [
      ['buybox_lost', A, null],
      ['out_of_stock', true, false],
    ],
  ],
  [
    'stock again',
    { seller: null, in_stock: false },
    { seller: B, in_stock: true },
    [
      ['buybox_won', null, B],
      ['back_in_stock', false, true],
    ],
  ],
  ['a rank', { rank: 5, rank_category: 'Lanterns' }, { rank: 3, rank_category: 'Lanterns' }, [['rank_changed', 5, 3]]],
  ['a rank in another category', { rank: 5, rank_category: 'Lanterns' }, { rank: 3, rank_category: 'Tents' }, []],
  ['a rating', { rating: 4.5 }, { rating: 4.4 }, [['rating_changed', 4.5, 4.4]]],
  ['more ratings', { reviews: 10 }, { reviews: 12 }, [['reviews_added', 10, 12]]],
  ['fewer ratings', { reviews: 10 }, { reviews: 9 }, []],
  ['a title', { title: 'Lantern' }, { title: 'Lamp' }, [['content_changed', 'Lantern', 'Lamp']]],
  ['bullets', { feature_bullets: ['a'] }, { feature_bullets: ['a', 'b'] }, [['content_changed', ['a'], ['a', 'b']]]],
  [
    'another size of the image',
    { image_url: 'https://m.example.com/images/I/71abc._AC_SL1500_.jpg' },
    { image_url: 'https://m.example.com/images/I/71abc._SX300_.jpg' },
    [],
  ],
  ['a price in another currency', { price: 20, currency: 'USD' }, { price: 18, currency: 'EUR' }, []],
  ['a price without currency', { price: 20, currency: 'USD' }, { price: 18 }, []],
];

test.each(rows)('%s', (_, before, after, expected) => {
  const changes = changesOf([productLook(before), productLook(after)]);
  expect(shortOf(changes)).toEqual(expected);
  for (const change of changes)
    expect(change).toMatchObject({
      target: { id: 't1', endpoint: 'product' },
      asin: 'B0LANTERN1',
      since: '2026-11-20T12:00:00.000Z',
      at: '2026-11-20T13:00:00.000Z',
      evidence: { request_ids: ['r1'], gaps: [] },
    });
});

describe('limits', () => {
  const limits = { price_below: 20, stock_low: 5 };
  const typesOf = (values: Values[]) =>
    shortOf(
      changesOf(
        values.map((one) => productLook(one)),
        { limits },
      ),
    );

  test('a price that falls below the limit is reported once', () => {
    expect(typesOf([{ price: 21 }, { price: 19 }, { price: 18 }, { price: 20 }, { price: 19.99 }])).toEqual([
      ['price_changed', 21, 19],
      ['price_below', 21, 19],
      ['price_changed', 19, 18],
      ['price_changed', 18, 20],
      ['price_changed', 20, 19.99],
      ['price_below', 20, 19.99],
    ]);
  });
  test('a price that is below the limit at the first look is reported', () => {
    expect(
      typesOf([
        { price: 19, currency: 'USD' },
        { price: 19, currency: 'USD' },
      ]),
    ).toEqual([['price_below', null, 19]]);
  });
  test('a price in a new currency is not', () => {
    const [first, second] = [
      { price: 25, currency: 'USD' },
      { price: 19, currency: 'EUR' },
    ];
    expect(typesOf([first, second])).toEqual([]);
  });
  test('few items left', () => {
    expect(typesOf([{ stock_qty: null }, { stock_qty: 4 }, { stock_qty: 3 }])).toEqual([['stock_low', null, 4]]);
  });
});

test('an unknown value stays known, with the time at which it was last seen', () => {
  const [change] = changesOf([
    productLook({ price: 20 }),
    productLook({}),
    productLook({}),
    productLook({ price: 18 }),
  ]);
  expect(change).toMatchObject({
    before: 20,
    after: 18,
    since: '2026-11-20T12:00:00.000Z',
    at: '2026-11-20T15:00:00.000Z',
  });
});

test('a listing that is gone comes back with the values of before', () => {
  const gone = productLook({}, { found: false });
  const looks = [productLook({ price: 20, rating: 4 }), gone, gone, productLook({ price: 18, rating: 4 })];
  expect(shortOf(changesOf(looks))).toEqual([
    ['listing_gone', true, false],
    ['listing_back', false, true],
    ['price_changed', 20, 18],
  ]);
});

describe('gaps', () => {
  const gap = (kind: Gap['kind'], landmark: string, detail = 'lacks it'): Gap => ({ kind, landmark, detail });
  const degraded = [gap('missing', '#buybox')];

  test('are reported when they begin', () => {
    const bad = productLook({}, { gaps: degraded });
    const good = productLook({ price: 20 });
    expect(shortOf(changesOf([good, bad, bad, good, bad]))).toEqual([
      ['data_degraded', [], degraded],
      ['data_degraded', [], degraded],
    ]);
    expect(changesOf([bad, bad, good])).toEqual([]);
  });

  test('values that were always of another place are compared with each other', () => {
    const gaps = [gap('place', 'glow-ingress-line2', 'the page is for "Berlin"')];
    const looks = [productLook({ price: 20 }, { gaps }), productLook({ price: 25 }, { gaps })];
    expect(shortOf(changesOf(looks))).toEqual([['price_changed', 20, 25]]);
    // As soon as the place is as requested, its values are known, without a change.
    expect(shortOf(changesOf([...looks, productLook({ price: 30 }), productLook({ price: 31 })]))).toEqual([
      ['price_changed', 20, 25],
      ['price_changed', 30, 31],
    ]);
  });
});

describe('offers', () => {
  const offer = (id: string, price: number, more: Partial<WatchedOffer> = {}): WatchedOffer => ({
    seller: { id },
    condition: 'new',
    price,
    ...more,
  });
  const look = (offers: Record<string, WatchedOffer>, is_complete = true): Look =>
    productLook({}, { page_type: 'offers', offers, is_complete });

  test('added, changed, removed', () => {
    const looks = [
      look({ a: offer('a', 10) }),
      look({ a: offer('a', 11), b: offer('b', 12) }),
      look({ b: offer('b', 12) }),
    ];
    expect(shortOf(changesOf(looks))).toEqual([
      ['offer_changed', offer('a', 10), offer('a', 11)],
      ['offer_added', null, offer('b', 12)],
      ['offer_removed', offer('a', 11), null],
    ]);
  });
  test('only if all offers are known', () => {
    const [one, two] = [look({ a: offer('a', 10) }, false), look({ b: offer('b', 12) }, false)];
    expect(changesOf([one, two])).toEqual([]);
    expect(changesOf([one, look({ a: offer('a', 10), b: offer('b', 12) })])).toEqual([]);
  });
  test('a look without all offers keeps the others', () => {
    const all = look({ a: offer('a', 10), b: offer('b', 12) });
    expect(shortOf(changesOf([all, look({ a: offer('a', 10) }, false), all]))).toEqual([]);
  });
});

describe('entries', () => {
  const list = (entries: Record<string, Values>, is_complete = true): Look =>
    productLook({}, { page_type: 'search', entries, is_complete });
  const context = (asins?: string[]) => ({
    target: targetOf('search', { keyword: 'lantern' }, asins === undefined ? {} : { asins }),
  });

  test('ranks and values, with the product', () => {
    const looks = [list({ B0LANTERN1: { rank: 1, price: 20 } }), list({ B0LANTERN1: { rank: 2, price: 19 } })];
    expect(changesOf(looks, context())).toMatchObject([
      { type: 'price_changed', asin: 'B0LANTERN1', field: 'shallow_parts.price', before: 20, after: 19 },
      { type: 'rank_changed', asin: 'B0LANTERN1', before: 1, after: 2 },
    ]);
  });
  test('entries that come and go have no rank before and after', () => {
    const looks = [list({ A: { rank: 1 } }), list({ B: { rank: 1 } }), list({ A: { rank: 1 } }, false)];
    expect(shortOf(changesOf(looks, context()))).toEqual([
      ['rank_changed', null, 1],
      ['rank_changed', 1, null],
      ['rank_changed', null, 1],
    ]);
  });
  test('an entry that comes on an incomplete page is new when its rank is known', () => {
    const cut = list({ B: { rating: 4 } }, false);
    const looks = [list({ A: { rank: 1 } }), cut, cut, list({ A: { rank: 1 }, B: { rank: 2, rating: 4 } })];
    expect(changesOf(looks, context())).toMatchObject([
      { type: 'rank_changed', asin: 'B', before: null, after: 2, since: new Date(START).toISOString() },
    ]);
  });
  test('a product that is watched keeps its price while it is not in the list', () => {
    const looks = [list({ A: { rank: 1, price: 5 } }), list({ A: { rank: null } }), list({ A: { rank: 3, price: 6 } })];
    expect(shortOf(changesOf(looks, context(['A'])))).toEqual([
      ['rank_changed', 1, null],
      ['price_changed', 5, 6],
      ['rank_changed', null, 3],
    ]);
  });
});

test('a seller', () => {
  const seller = (values: Values) => productLook(values, { page_type: 'seller' });
  const looks = [
    seller({ name: 'Larkmoor', rating: 4.5, positive_percent: 90 }),
    seller({ name: 'Larkmoor', rating: 4.4 }),
  ];
  const changes = changesOf(looks, { target: targetOf('seller', { sellerId: 'A1LARKMOOR0US' }) });
  expect(changes).toMatchObject([{ type: 'seller_changed', field: 'rating', before: 4.5, after: 4.4 }]);
  expect(changes[0]?.asin).toBeUndefined();
});

test('the examples have every type', () => {
  const inRows = rows.flatMap(([, , , changes]) => changes.map(([type]) => type));
  const elsewhere: ChangeType[] = ['price_below', 'stock_low', 'listing_gone', 'listing_back', 'data_degraded'];
  const ofOthers: ChangeType[] = ['offer_added', 'offer_removed', 'offer_changed', 'seller_changed'];
  expect(new Set([...inRows, ...elsewhere, ...ofOthers])).toEqual(new Set(Object.keys(CHANGES)));
});
