import { expect, test } from 'vitest';
import { isNightly } from '../is-nightly.ts';
import { expectSame, watched } from './in-memory.ts';
import { DAY, targetsOf } from './observed.ts';

const RATES = { price: 6, buybox: 4, soldOut: 0.6, rank: 8, sellers: 2, vanish: 0.3, blocks: 6, partial: 6 };

const RUNS = [
  ['doubtful', 201],
  ['never', 202],
  ['doubtful', 203],
  ['doubtful', 204],
  ['doubtful', 205],
] as const;

test.each(isNightly ? RUNS : RUNS.slice(0, 1))(
  'a watch of 40 targets, of whose looks more than a third are disturbed, confirm %s: the changes are those of the script (seed %i)',
  { timeout: 1_800_000 },
  async (confirm, seed) => {
    const { changes, expected, observations } = await watched(
      { seed, products: 20, rates: RATES },
      ({ asins }) => targetsOf(asins, { offers: asins.slice(0, 19), search: true }),
      { forMs: (isNightly ? 10 : 2.5) * DAY, confirm, disturbedRate: 0.36 },
    );
    const types = expectSame(changes, expected);
    expect(Object.keys(types).length).toBeGreaterThanOrEqual(11);
    console.log(
      `confirm ${confirm}: ${observations.length} looks, ${changes.length} changes: ${JSON.stringify(types)}`,
    );
  },
);
