import { expect, test } from 'vitest';
import { livingMarketplace } from '../../src/entries/testing.ts';
import { compare } from '../../src/watch/compare/compare.ts';
import type { Known } from '../../src/watch/look.ts';
import { fieldsOf, lookAt } from '../../src/watch/looks/look-at.ts';
import { HOUR, targetOf } from './targets.ts';

const asin = 'B0LIVE0001';
const MINE = 'A1MINE00000';
const OTHER = 'A2OTHER0000';

const market = () =>
  livingMarketplace({
    products: [
      {
        asin,
        offers: [
          { sellerId: MINE, price: 20, stock: 50 },
          { sellerId: OTHER, price: 22, stock: 50 },
        ],
      },
    ],
    script: [
      { at: 1 * HOUR - 1, asin, change: 'price', seller: MINE, price: 19 },
      { at: 2 * HOUR - 1, asin, change: 'price', seller: OTHER, price: 15 },
      { at: 3 * HOUR - 1, asin, change: 'buybox', seller: null },
      { at: 4 * HOUR - 1, asin, change: 'buybox', seller: undefined },
      { at: 5 * HOUR - 1, change: 'partial', forMs: HOUR },
      { at: 7 * HOUR - 1, asin, change: 'stock', stock: 0 },
      { at: 8 * HOUR - 1, asin, change: 'stock', stock: 3 },
      { at: 9 * HOUR - 1, asin, change: 'vanish' },
      { at: 10 * HOUR - 1, asin, change: 'return' },
      { at: 11 * HOUR - 1, asin, change: 'rank', rank: 4711 },
      {
        at: 12 * HOUR - 1,
        asin,
        change: 'join',
        offer: { sellerId: 'A3NEW000000', sellerName: 'New', price: 30, stock: 50 },
      },
      { at: 13 * HOUR - 1, asin, change: 'leave', seller: 'A3NEW000000' },
    ],
  });

/** Returns the changes of each hour: type, before, after. */
async function watched(endpoint: 'product' | 'offers'): Promise<unknown[][]> {
  const living = market();
  const marketplace = living.marketplace();
  const target = targetOf(endpoint, { asin, marketplace: 'us', language: 'en' });
  const fields = fieldsOf(target) as never[];
  const hours: unknown[][] = [];
  let known: Known | undefined;
  for (let visit = 1; visit <= 14; visit++) {
    const look = lookAt(target, [await marketplace[endpoint]({ asin, fields } as { asin: string })]);
    const compared = compare(known, look, { target, visit });
    known = JSON.parse(JSON.stringify(compared.known)) as Known;
    hours.push(compared.drafts.map(({ type, before, after }) => [type, before, after]));
    await living.clock.advance(HOUR);
  }
  return hours;
}

test('a product: the changes of each hour are those of the script', async () => {
  const mine = { id: MINE, name: expect.any(String) };
  const other = { id: OTHER, name: expect.any(String) };
  const gap = { landmark: '#buybox', kind: 'missing', detail: expect.any(String) };
  const rank = expect.any(Number);
  expect(await watched('product')).toEqual([
    [],
    [['price_changed', 20, 19]],
    [
      ['price_changed', 19, 15],
      ['buybox_lost', mine, other],
      ['buybox_won', mine, other],
    ],
    [
      ['price_changed', 15, null],
      ['buybox_lost', other, null],
      ['buybox_suppressed', other, null],
    ],
    [
      ['price_changed', null, 15],
      ['buybox_won', null, other],
    ],
    [['data_degraded', [], [gap]]],
    [],
    [
      ['price_changed', 15, null],
      ['buybox_lost', other, null],
      ['out_of_stock', true, false],
    ],
    [
      ['price_changed', null, 15],
      ['buybox_won', null, other],
      ['back_in_stock', false, true],
    ],
    [['listing_gone', true, false]],
    [['listing_back', false, true]],
    [['rank_changed', rank, 4711]],
    [],
    [],
  ]);
});

test('offers: the changes of each hour are those of the script', async () => {
  const hours = await watched('offers');
  const types = hours.map((changes) => changes.map((change) => (change as [string])[0]));
  expect(types).toEqual([
    [],
    ['price_changed', 'offer_changed'],
    ['price_changed', 'buybox_lost', 'buybox_won', 'offer_changed'],
    ['price_changed', 'buybox_lost', 'buybox_suppressed'],
    ['price_changed', 'buybox_won'],
    [],
    [],
    ['price_changed', 'buybox_lost', 'out_of_stock', 'offer_removed', 'offer_removed'],
    ['price_changed', 'buybox_won', 'back_in_stock', 'offer_added', 'offer_added'],
    ['listing_gone'],
    ['listing_back'],
    [],
    ['offer_added'],
    ['offer_removed'],
  ]);
});
