import { expect, test } from 'vitest';
import { isNightly } from '../is-nightly.ts';
import { expectSame, watched } from './in-memory.ts';
import { DAY, targetsOf } from './observed.ts';

/** Everything happens together: listings vanish while sellers join, and pages are incomplete when they come back. */
const RATES = { price: 10, buybox: 4, soldOut: 1, rank: 8, sellers: 4, vanish: 1, blocks: 20, partial: 100 };

const RUNS = [
  ['doubtful', 100],
  ['never', 101],
  ['doubtful', 102],
  ['never', 103],
] as const;

test.each(isNightly ? RUNS : RUNS.slice(0, 2))(
  'a restless market, confirm %s: the changes are those of the script (seed %i)',
  async (confirm, seed) => {
    const { changes, expected } = await watched(
      { seed, products: 10, rates: RATES },
      ({ asins }) => targetsOf(asins, { offers: asins.slice(0, 6), search: true }),
      { forMs: 3 * DAY, confirm },
    );
    const types = expectSame(changes, expected);
    expect(Object.keys(types).length).toBeGreaterThanOrEqual(12);
    console.log(`confirm ${confirm}: ${changes.length} changes: ${JSON.stringify(types)}`);
  },
);
