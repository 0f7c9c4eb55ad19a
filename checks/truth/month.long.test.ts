import { expect, test } from 'vitest';
import { DEFAULT_RATES } from '../../src/testing/living/rates.ts';
import { isNightly } from '../is-nightly.ts';
import { expectSame, watched } from './in-memory.ts';
import { DAY, targetsOf } from './observed.ts';

const products = isNightly ? 200 : 12;
const days = isNightly ? 30 : 14;

test.each([
  ['never', products, 21],
  ['doubtful', products, 22],
] as const)(
  `${days} days, hourly, confirm %s, %i products: the changes are those of the script (seed %i)`,
  { timeout: 1_800_000 },
  async (confirm, products, seed) => {
    const { changes, expected, observations } = await watched(
      // Long blocks and gaps are rare by default: here a look meets one every day.
      { seed, products, rates: { ...DEFAULT_RATES, blocks: 5, partial: 5 } },
      ({ asins }) => targetsOf(asins),
      { forMs: days * DAY, confirm },
    );
    const types = expectSame(changes, expected);
    expect(observations.length).toBeGreaterThanOrEqual(products * days * 24);
    expect(Object.keys(types)).toHaveLength(9);
    console.log(
      `confirm ${confirm}: ${observations.length} looks, ${changes.length} changes: ${JSON.stringify(types)}`,
    );
  },
);
