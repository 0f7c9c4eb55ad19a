/** Doubtful values: what is reported when, of pages one after the other. */
import { describe, expect, test } from 'vitest';
import type { Gap } from '../../src/contract/generated/gap.ts';
import type { Confirm } from '../../src/watch/compare/doubt.ts';
import { judged } from '../../src/watch/run/judge.ts';
import type { StoredTarget } from '../../src/watch/store/store.ts';
import type { Change } from '../../src/watch/types.ts';
import { envelopeOf, START, TARGETS } from './targets.ts';

/** What a page has, with the minutes since the start. `null`: there is no such page. */
type Page = [minutes: number, data: object | null, gaps?: readonly string[]];

const gapOf = (landmark: string): Gap => ({ landmark, kind: 'missing', detail: 'x' });

/** Looks at the pages of a target. Returns its changes, and of each look whether a second one follows soon. */
function lookAtAll(type: keyof typeof TARGETS, pages: readonly Page[], confirm: Confirm = 'doubtful') {
  let target: StoredTarget = TARGETS[type];
  const changes: Change[] = [];
  const reasons = pages.map(([minutes, data, gaps = []], index) => {
    const timestamp = new Date(START + minutes * 60_000).toISOString();
    const meta = { timestamp, request_id: `r${index}`, gaps: gaps.map(gapOf) };
    const judgement = judged(target, [envelopeOf(type, data, meta)], { confirm, when: undefined });
    target = { ...target, state: JSON.parse(JSON.stringify({ ...judgement.state, next_at: 0 })) };
    changes.push(...judgement.changes);
    return judgement.reason;
  });
  return { changes: changes.map(shortOf), full: changes, reasons, known: target.state?.known };
}

/** Times are minutes since the start. */
function shortOf({ type, asin, before, after, at, since, evidence }: Change): unknown[] {
  const minutes = (time: string) => (Date.parse(time) - START) / 60_000;
  const ids = [...(evidence.first_request_ids ?? []), ...evidence.request_ids];
  return [type, asin, before, after, minutes(since), minutes(at), ids];
}

const product = (bb_price: number, more: object = {}) => ({ bb_price, currency: 'USD', ...more });
const entry = (asin: string, price: number, more: object = {}) => ({ asin, price, currency: 'USD', ...more });
const list = (...shallow_parts: object[]) => ({ shallow_parts, current_page: 1, last_page_number: 1 });
const offer = (seller_id: string, price: number, more: object = {}) => {
  return { seller_id, condition: 'new', price, currency: 'USD', delivery: [], ...more };
};
const offers = (...product_sellers_info: object[]) => {
  return { page_index: 0, total_pages: 1, total_offers_count: product_sellers_info.length, product_sellers_info };
};
const LAMP = 'B0LANTERN1';

describe('a value is reported if two looks showed it, or one that was not doubtful', () => {
  test('a price that only one look showed is none', () => {
    const { changes } = lookAtAll('product', [
      [0, product(50, { title: 'Camping Lantern' })],
      [60, product(52, { title: 'Zyxq Vubbk 77' })],
      [61, product(500, { title: 'Camping Lantern' })],
      [62, product(52, { title: 'Camping Lantern' })],
    ]);
    expect(changes).toEqual([['price_changed', LAMP, 50, 52, 0, 60, ['r1']]]);
  });

  test('`at` and the request ids are those of the looks that showed it', () => {
    const { changes } = lookAtAll('product', [
      [0, product(50)],
      [60, product(20)],
      [120, product(24)],
      [121, product(24)],
    ]);
    expect(changes).toEqual([['price_changed', LAMP, 50, 24, 0, 120, ['r2', 'r3']]]);
  });

  test('a look that does not show the value is none of the two', () => {
    const { changes, reasons } = lookAtAll('product', [
      [0, product(50)],
      [60, product(20)],
      [61, {}],
      [120, product(20)],
    ]);
    expect(changes).toEqual([['price_changed', LAMP, 50, 20, 0, 60, ['r1', 'r3']]]);
    expect(reasons.map((reason) => reason !== undefined)).toEqual([false, true, false, false]);
  });

  test('a value near the known one needs no second look', () => {
    const { changes } = lookAtAll('product', [
      [0, product(50)],
      [60, product(20)],
      [61, product(48)],
    ]);
    expect(changes).toEqual([['price_changed', LAMP, 50, 48, 0, 61, ['r2']]]);
  });

  test('a listing that was gone once is not gone', () => {
    const { changes, reasons } = lookAtAll('product', [
      [0, product(50)],
      [60, null],
      [61, product(51)],
      [120, null],
      [121, null],
    ]);
    expect(changes).toEqual([
      ['price_changed', LAMP, 50, 51, 0, 61, ['r2']],
      ['listing_gone', LAMP, true, false, 61, 120, ['r3', 'r4']],
    ]);
    expect(reasons[1]).toBe('the marketplace does not know it any more');
  });

  test('a listing that is back on a page that lacks parts', () => {
    const { changes } = lookAtAll('product', [
      [0, product(50)],
      ...([60, 61].map((minutes) => [minutes, null]) as Page[]),
      [120, product(45), ['#imageBlock']],
      [121, product(45), ['#imageBlock']],
    ]);
    expect(changes.slice(1)).toEqual([
      ['listing_back', LAMP, false, true, 61, 120, ['r3', 'r4']],
      ['data_degraded', LAMP, [], [gapOf('#imageBlock')], 0, 120, ['r3', 'r4']],
      ['price_changed', LAMP, 50, 45, 0, 120, ['r3', 'r4']],
    ]);
  });

  test.each(['doubtful', 'never'] as const)(
    'a target that was never found had no parts: its first page lacks none that it had (confirm %s)',
    (confirm) => {
      const { changes } = lookAtAll(
        'product',
        [
          [0, null],
          [60, { rating: 4 }, ['#buybox']],
          [61, { rating: 4 }, ['#buybox']],
          [120, { rating: 4 }, ['#buybox', '#imageBlock']],
        ],
        confirm,
      );
      expect(changes.map(([type, , , , since, at]) => [type, since, at])).toEqual([
        ['listing_back', 0, 60],
        ['data_degraded', 61, 120],
      ]);
    },
  );

  test('of an offer that a page without some parts has in addition, `since` is the last look without it', () => {
    const { full } = lookAtAll('offers', [
      [0, offers(offer('A', 5))],
      [60, offers(offer('A', 5), offer('B', 6)), ['#imageBlock']],
      [61, offers(offer('A', 5), offer('B', 7)), ['#imageBlock']],
    ]);
    const added = full.filter(({ type }) => type === 'offer_added').map(shortOf);
    expect(added).toMatchObject([['offer_added', LAMP, null, { price: 7 }, 0, 61, ['r2']]]);
  });
});

describe('a doubt holds back only its own change', () => {
  test('of a search with another doubtful price at each look', () => {
    const asins = Array.from({ length: 8 }, (_, at) => `B0LIVE000${at}`);
    const page = (round: number, doubled: readonly number[]) =>
      list(
        ...asins.map((asin, at) =>
          entry(asin, doubled.includes(at) ? 40 : 20, { reviews: at === 7 ? 100 + round : 9 }),
        ),
      );
    const pages = [0, 1, 2, 3, 4].map((round): Page => [round, page(round, round === 0 ? [] : [round - 1])]);
    const { changes, reasons } = lookAtAll('search', pages);
    expect(changes).toEqual(
      [1, 2, 3, 4].map((round) => [
        'reviews_added',
        asins[7],
        99 + round,
        100 + round,
        round - 1,
        round,
        [`r${round}`],
      ]),
    );
    expect(reasons.filter((reason) => reason !== undefined)).toHaveLength(4);
  });

  test('what else was seen is known', () => {
    const { known, changes } = lookAtAll('product', [
      [0, product(50, { rating: 4, title: 'Camping Lantern' })],
      [60, product(20, { rating: 4.5, title: 'Camping Lantern' })],
    ]);
    expect(known?.values).toMatchObject({ price: 50, rating: 4.5 });
    expect(changes).toEqual([['rating_changed', LAMP, 4, 4.5, 0, 60, ['r1']]]);
  });

  test('offers that are gone at once wait, a changed one does not', () => {
    const all = offers(...['A', 'B', 'C', 'D'].map((id) => offer(id, 10)));
    const { full } = lookAtAll('offers', [
      [0, all],
      [60, offers(offer('A', 11))],
      [61, offers(offer('A', 11), offer('B', 10))],
    ]);
    const short = full.filter(({ type }) => type.startsWith('offer_')).map(({ type, at }) => [type, at.slice(11, 16)]);
    expect(short).toEqual([
      ['offer_changed', '13:00'],
      ['offer_removed', '13:00'],
      ['offer_removed', '13:00'],
    ]);
  });

  test('an entry that comes on a page that lacks parts is still not known at its place', () => {
    const pages: Page[] = [
      [0, list(entry('A', 5), entry('B', 6))],
      [60, list(entry('C', 7), entry('A', 5)), ['s-image']],
      [61, list(entry('C', 7), entry('A', 5)), ['s-image']],
    ];
    const { changes } = lookAtAll('search', pages);
    expect(changes.slice(1)).toEqual([
      ['rank_changed', 'C', null, 1, 0, 60, ['r1', 'r2']],
      ['rank_changed', 'A', 1, 2, 0, 60, ['r1', 'r2']],
      ['rank_changed', 'B', 2, null, 0, 60, ['r1', 'r2']],
    ]);
  });
});

describe('the price of a single offer', () => {
  test('that moves by more than 40 % needs a second look', () => {
    const { full } = lookAtAll('offers', [
      [0, offers(offer('A', 22), offer('B', 30))],
      [60, offers(offer('A', 70), offer('B', 31))],
      [61, offers(offer('A', 22), offer('B', 31))],
      [120, offers(offer('A', 9), offer('B', 31))],
      [121, offers(offer('A', 9, { stock_qty: 3 }), offer('B', 31))],
    ]);
    const changed = full.filter(({ type }) => type === 'offer_changed');
    expect(changed.map(shortOf)).toMatchObject([
      ['offer_changed', LAMP, { price: 30 }, { price: 31 }, 0, 60, ['r1']],
      ['offer_changed', LAMP, { price: 22 }, { price: 9 }, 61, 120, ['r3', 'r4']],
    ]);
  });
});

describe('pages for another place, in another language or currency', () => {
  const inEuros = (price: number) => ({ bb_price: price, currency: 'EUR', rating: 4 });

  test('a currency that two looks show is known, without a change', () => {
    const { changes, known, reasons } = lookAtAll('product', [
      [0, product(20)],
      [60, inEuros(18)],
      [61, inEuros(19)],
      [120, inEuros(20)],
    ]);
    expect(changes).toEqual([['price_changed', LAMP, 19, 20, 61, 120, ['r3']]]);
    expect(known?.values).toMatchObject({ price: 20, currency: 'EUR' });
    expect(reasons[1]).toBe('another currency: EUR instead of USD');
  });

  test('a currency that one look shows is unknown, and the rest of the page is known', () => {
    const { changes, known } = lookAtAll('product', [
      [0, product(20, { rating: 3 })],
      [60, inEuros(18)],
      [61, product(20, { rating: 4 })],
    ]);
    expect(changes).toEqual([['rating_changed', LAMP, 3, 4, 0, 60, ['r1']]]);
    expect(known?.values).toMatchObject({ price: 20, currency: 'USD' });
  });

  test('so is the currency of an entry, and of an offer', () => {
    const entries = lookAtAll('search', [
      [0, list(entry('A', 20), entry('B', 20))],
      [60, list(entry('A', 5, { currency: 'EUR' }), entry('B', 21), entry('C', 4, { currency: 'EUR' }))],
      [61, list(entry('A', 5, { currency: 'EUR' }), entry('B', 21), entry('C', 9))],
    ]);
    expect(entries.changes.map(([type, asin]) => [type, asin])).toEqual(
      [
        ['rank_changed', 'C'],
        ['price_changed', 'B'],
      ].reverse(),
    );
    expect(entries.known?.entries).toMatchObject({ A: { price: 5, currency: 'EUR' }, C: { price: 9 } });
    const { full, known } = lookAtAll('offers', [
      [0, offers(offer('A', 20), offer('B', 20))],
      [60, offers(offer('A', 5, { currency: 'EUR' }), offer('B', 21))],
      [61, offers(offer('A', 5, { currency: 'EUR' }), offer('B', 21))],
    ]);
    expect(full.map(({ type }) => type)).toEqual(['offer_changed']);
    expect(known?.offers?.['A/new']).toMatchObject({ price: 5, currency: 'EUR' });
  });

  test.each(['language', 'place'] as const)('the values of another %s are known when two looks show them', (kind) => {
    let target: StoredTarget = TARGETS.product;
    const types: string[] = [];
    const look = (minutes: number, price: number, title: string, detail?: string) => {
      const gaps = detail === undefined ? [] : [{ landmark: 'html', kind, detail }];
      const meta = { timestamp: new Date(START + minutes * 60_000).toISOString(), gaps };
      const envelope = envelopeOf('product', product(price, { title }), meta);
      const { state, changes } = judged(target, [envelope], { confirm: 'doubtful', when: undefined });
      target = { ...target, state: { ...state, next_at: 0 } };
      types.push(...changes.map(({ type, after }) => `${minutes} ${type} ${after}`));
    };
    look(0, 20, 'Lantern, green');
    look(60, 25, 'Lantern, red', 'other');
    look(61, 26, 'Lantern, blue', 'other');
    look(120, 27, 'Lantern, gold', 'other');
    look(180, 28, 'Lantern, pink');
    look(240, 29, 'Lantern, grey');
    const own = types.filter((type) => !type.includes('data_degraded'));
    expect(own).toEqual(
      kind === 'language'
        ? [
            '61 price_changed 26',
            '120 price_changed 27',
            '120 content_changed Lantern, gold',
            '180 price_changed 28',
            '240 price_changed 29',
            '240 content_changed Lantern, grey',
          ]
        : [
            '61 content_changed Lantern, blue',
            '120 price_changed 27',
            '120 content_changed Lantern, gold',
            '180 content_changed Lantern, pink',
            '240 price_changed 29',
            '240 content_changed Lantern, grey',
          ],
    );
  });
});

test('after ten looks with a new doubt, the next one has its usual time', () => {
  const pages = Array.from({ length: 13 }, (_, index): Page => [index, product(index === 0 ? 20 : 10 ** index)]);
  const { reasons, changes } = lookAtAll('product', pages);
  expect(reasons.map((reason) => reason !== undefined)).toEqual([
    false,
    ...Array.from({ length: 10 }, () => true),
    false,
    false,
  ]);
  expect(changes).toEqual([]);
});

describe('confirm', () => {
  const pages: Page[] = [
    [0, product(20)],
    [60, product(2, { rating: 4 })],
    [61, product(2, { rating: 4 })],
    [120, product(2.1, { rating: 4 })],
    [121, product(2.1, { rating: 4 })],
  ];

  test("'never' looks once", () => {
    const { changes, reasons } = lookAtAll('product', pages, 'never');
    expect(changes.map(([, , before, after, , at]) => [before, after, at])).toEqual([
      [20, 2, 60],
      [2, 2.1, 120],
    ]);
    expect(reasons.filter((reason) => reason !== undefined)).toEqual([]);
  });

  test("'always' looks twice at each change", () => {
    const { changes, reasons } = lookAtAll('product', pages, 'always');
    expect(changes).toEqual([
      ['price_changed', LAMP, 20, 2, 0, 60, ['r1', 'r2']],
      ['price_changed', LAMP, 2, 2.1, 61, 120, ['r3', 'r4']],
    ]);
    expect(reasons.filter((reason) => reason === 'every change is confirmed')).toHaveLength(2);
  });
});

test('reasons', () => {
  const reasonOf = (type: keyof typeof TARGETS, before: object, after: object | null, gaps?: readonly string[]) =>
    lookAtAll(type, [
      [0, before],
      [60, after, gaps ?? []],
    ]).reasons[1];
  expect(reasonOf('product', product(20), product(12.01))).toBeUndefined();
  expect(reasonOf('product', product(20), product(11))).toBe('the price moved from 20 to 11');
  expect(reasonOf('product', product(20), product(29))).toBe('the price moved from 20 to 29');
  expect(reasonOf('product', product(20), product(20), ['#imageBlock'])).toBeUndefined();
  expect(reasonOf('product', product(20), product(19), ['#imageBlock'])).toBe('new gaps: #imageBlock (missing)');
  expect(reasonOf('product', { title: 'Lantern' }, { title: 'Kettle' })).toBe('the title is entirely different');
  expect(reasonOf('product', { title: 'Lantern' }, { title: 'Lantern, green' })).toBeUndefined();
  const all = offers(...['A', 'B', 'C', 'D'].map((id) => offer(id, 10)));
  expect(reasonOf('offers', all, offers(offer('A', 10)))).toBe('3 of 4 offers are gone at once');
  expect(reasonOf('offers', all, offers(offer('A', 10), offer('B', 10)))).toBeUndefined();
});

test('`since` is never later than `at`, also after the clock was set back', () => {
  const { changes } = lookAtAll('product', [
    [300, product(20)],
    [70, product(21)],
    [80, product(8)],
    [81, product(8)],
  ]);
  expect(changes.map(([, , , , since, at]) => [since, at])).toEqual([
    [70, 70],
    [70, 80],
  ]);
});

describe('a gap with a landmark that the watch does not know', () => {
  const gaps = ['#somethingNew'];

  test('hides no value that the page has', () => {
    const page = (price: number, reviews: number) =>
      product(price, { reviews, in_stock: true, seller: { id: 'A', name: 'A' } });
    const { changes } = lookAtAll('product', [
      [0, page(20, 1), gaps],
      [60, page(19, 1), gaps],
    ]);
    expect(changes).toEqual([['price_changed', LAMP, 20, 19, 0, 60, ['r1']]]);
    const inOffers = lookAtAll('offers', [
      [0, offers(offer('A', 20), offer('B', 20)), gaps],
      [60, offers(offer('A', 21)), gaps],
    ]);
    expect(inOffers.full.map(({ type }) => type)).toEqual(['offer_changed']);
    const inSearch = lookAtAll('search', [
      [0, list(entry('A', 20), entry('B', 20)), gaps],
      [60, list(entry('A', 21)), gaps],
    ]);
    expect(inSearch.changes).toEqual([['price_changed', 'A', 20, 21, 0, 60, ['r1']]]);
  });

  test('makes it unknown that there is none', () => {
    const { changes } = lookAtAll('product', [
      [0, product(20), gaps],
      [60, { buybox_state: 'unavailable' }, gaps],
    ]);
    expect(changes).toEqual([]);
  });
});

test('an offer of a seller with several is not compared if the page can lack one of them', () => {
  const { full, known } = lookAtAll('offers', [
    [0, offers(offer('A', 20), offer('A', 22), offer('B', 5))],
    [60, { ...offers(offer('A', 22), offer('B', 6)), total_pages: 2, total_offers_count: 3 }],
  ]);
  expect(full.map(({ after }) => after)).toMatchObject([{ price: 6 }]);
  expect(known?.offers?.['A/new']?.price).toBe(20);
});

test('the price of an entry of a best-seller list changes on a page that does not draw all of them', () => {
  const page = (price: number) => {
    return { entries: [{ ...entry('A', price), rank: 1 }], current_page: 1, last_page_number: 2 };
  };
  const { changes } = lookAtAll('bestseller', [
    [0, page(24), ['data-client-recs-list']],
    [60, page(21.5), ['data-client-recs-list']],
  ]);
  expect(changes).toEqual([['price_changed', 'A', 24, 21.5, 0, 60, ['r1']]]);
});
