import { expect, test } from 'vitest';
import { expectSame, watched } from './in-memory.ts';
import { DAY, targetsOf } from './observed.ts';

/** Much happens, so that two days have everything. */
const RATES = { price: 6, buybox: 4, soldOut: 0.6, rank: 8, sellers: 2, vanish: 0.3, blocks: 6, partial: 6 };

test('two days of 10 products, offers and a search: the changes are those of the script (seed 11)', async () => {
  const { changes, expected } = await watched(
    { seed: 11, products: 10, rates: RATES },
    ({ asins }) => targetsOf(asins, { offers: asins.slice(0, 4), search: true }),
    { forMs: 2 * DAY, confirm: 'doubtful' },
  );
  expect(Object.keys(expectSame(changes, expected))).toHaveLength(12);
});
