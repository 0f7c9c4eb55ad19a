import { expect, test } from 'vitest';
import type { Gap } from '../../src/contract/generated/gap.ts';
import { compare } from '../../src/watch/changes/compare.ts';
import { type Confirm, doubtOf, settle } from '../../src/watch/changes/doubt.ts';
import type { Known, Look } from '../../src/watch/look.ts';
import { HOUR, PRODUCT, productLook, START, stored } from './targets.ts';

const knownOf = (look: Look): Known => compare(undefined, look, { target: PRODUCT, visit: 1 }).known;
const later = (look: Look, hours = 1, id = `r${hours + 1}`): Look => ({
  ...look,
  at: START + hours * HOUR,
  request_ids: [id],
});

function doubtful(before: Look, after: Look, confirm?: Confirm): string | undefined {
  const known = knownOf(before);
  const look = later(after);
  return doubtOf(compare(known, look, { target: PRODUCT, visit: 2 }).drafts, known, look, confirm);
}

const gap: Gap = { landmark: '#imageBlock', kind: 'missing', detail: 'the page has no #imageBlock' };
const inEuros: Gap = { landmark: 'html', kind: 'currency', detail: 'prices are in EUR, not in USD' };
const offers = (ids: string[]) =>
  productLook(
    {},
    {
      page_type: 'offers',
      is_complete: true,
      offers: Object.fromEntries(ids.map((id) => [id, { seller: { id }, condition: 'new', price: 5 }])),
    },
  );

test.each<[what: string, before: Look, after: Look, reason: string | undefined]>([
  ['a small move', productLook({ price: 20 }), productLook({ price: 12.01 }), undefined],
  ['a large fall', productLook({ price: 20 }), productLook({ price: 11 }), 'the price moved from 20 to 11'],
  ['a large rise', productLook({ price: 20 }), productLook({ price: 29 }), 'the price moved from 20 to 29'],
  ['gone', productLook({}), productLook({}, { found: false }), 'the marketplace does not know it any more'],
  ['the same page with a gap', productLook({ price: 20 }), productLook({ price: 20 }, { gaps: [gap] }), undefined],
  [
    'a change on a page with a gap',
    productLook({ price: 20 }),
    productLook({ price: 19 }, { gaps: [gap] }),
    'the page lacks parts that it had: #imageBlock (missing)',
  ],
  [
    'a gap that the page always had',
    productLook({ price: 20 }, { gaps: [gap] }),
    productLook({ price: 19 }, { gaps: [gap] }),
    undefined,
  ],
  [
    'another currency',
    productLook({ price: 20, currency: 'USD' }),
    productLook({ price: 20, currency: 'EUR' }, { gaps: [inEuros] }),
    'another currency: EUR instead of USD',
  ],
  [
    'another title',
    productLook({ title: 'Lantern' }),
    productLook({ title: 'Kettle' }),
    'the title is entirely different',
  ],
  ['a longer title', productLook({ title: 'Lantern' }), productLook({ title: 'Lantern, green' }), undefined],
  ['many offers', offers(['a', 'b', 'c', 'd']), offers(['a']), '3 of 4 offers are gone at once'],
  ['few offers', offers(['a', 'b', 'c', 'd']), offers(['a', 'b']), undefined],
])('%s', (_, before, after, reason) => {
  expect(doubtful(before, after)).toBe(reason);
  expect(doubtful(before, after, 'never')).toBeUndefined();
});

test('on request every change is confirmed', () => {
  expect(doubtful(productLook({ price: 20 }), productLook({ price: 19 }), 'always')).toBe('every change is confirmed');
  expect(doubtful(productLook({ price: 20 }), productLook({ price: 20 }), 'always')).toBeUndefined();
});

function settled(before: Look, first: Look, second: Look, confirm: Confirm = 'doubtful') {
  const known = stored(knownOf(before));
  const doubt = JSON.parse(JSON.stringify({ look: later(first), reason: 'x' })) as { look: Look; reason: string };
  return settle(known, doubt, later(second, 2), { target: PRODUCT, visit: 3, confirm });
}

test('a change that both looks show has the time of the first and the requests of both', () => {
  const { drafts, known, doubt } = settled(
    productLook({ price: 20 }),
    productLook({ price: 9 }),
    productLook({ price: 9.5 }),
  );
  expect(doubt).toBeUndefined();
  expect(drafts).toMatchObject([
    {
      type: 'price_changed',
      before: 20,
      after: 9.5,
      since: '2026-11-20T12:00:00.000Z',
      at: '2026-11-20T13:00:00.000Z',
      evidence: { request_ids: ['r3'], first_request_ids: ['r2'] },
    },
  ]);
  expect(known.values.price).toBe(9.5);
});

test('what only the first look shows is no change', () => {
  const gone = productLook({}, { found: false });
  expect(settled(productLook({ price: 20 }), gone, productLook({ price: 20 })).drafts).toEqual([]);
});

test('what only the second look shows is a change of its own', () => {
  const { drafts } = settled(productLook({ price: 20 }), productLook({ price: 9 }), productLook({ price: 21 }));
  expect(drafts).toMatchObject([{ before: 20, after: 21, at: '2026-11-20T14:00:00.000Z' }]);
  expect(drafts[0]?.evidence.first_request_ids).toBeUndefined();
});

test('another seller, deal or coupon at the second look is a change of its own', () => {
  const shown = (id: string, value: number) => {
    const deal = {
      deal_id: id,
      kind: 'lightning' as const,
      label: 'Deal',
      ends_at: null,
      ends_on: null,
      ends_in_days: null,
    };
    return productLook({ price: 9, seller: { id }, deal, coupon: { unit: 'percent', value } });
  };
  const before = productLook({ price: 20, seller: { id: 'A' }, deal: null, coupon: null });
  const types = ['price_changed', 'deal_started', 'coupon_changed', 'buybox_lost', 'buybox_won'];
  const times = (second: Look) => settled(before, shown('B', 5), second).drafts.map(({ type, at }) => [type, at]);
  const [first, second] = ['2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z'];
  expect(times(shown('B', 5))).toEqual(types.map((type) => [type, first]));
  expect(times(shown('C', 10))).toEqual(types.map((type) => [type, type === 'price_changed' ? first : second]));
});

test('something else that is doubtful needs a further look', () => {
  const before = productLook({ price: 20, title: 'Lantern' });
  const { drafts, known, doubt } = settled(before, productLook({ price: 9 }), productLook({}, { found: false }));
  expect(drafts).toEqual([]);
  expect(known).toEqual(knownOf(before));
  expect(doubt).toMatchObject({ look: { found: false }, reason: 'the marketplace does not know it any more' });
});

test('another currency that both looks show is known, without a change', () => {
  const usd = productLook({ price: 20, currency: 'USD' });
  const eur = productLook({ price: 18, currency: 'EUR' }, { gaps: [inEuros] });
  const { drafts, known, doubt } = settled(usd, eur, eur);
  expect([drafts.map(({ type }) => type), doubt]).toEqual([['data_degraded'], undefined]);
  expect(known.values).toMatchObject({ price: 18, currency: 'EUR' });
  expect(settled(usd, eur, usd).known.values).toMatchObject({ price: 20, currency: 'USD' });
});
