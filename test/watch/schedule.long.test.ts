import { describe, expect, it } from 'vitest';
import { livingHistories } from '../../bench/watch-schedule.ts';
import { compare, HISTORY_KINDS, simulatedHistories } from '../../bench/watch-simulation.ts';
import { isNightly } from '../../checks/is-nightly.ts';

const DAY = 86_400_000;

/** Seeds are in the names of the tests. The constants of the schedule were chosen with the seeds 1 to 6. */
const seeds = Array.from({ length: isNightly ? 10 : 3 }, (_, index) => 101 + index);

describe('the schedule that learns', () => {
  it.each(HISTORY_KINDS.flatMap((kind) => seeds.map((seed) => [kind, seed] as const)))(
    '%s histories, seed %i: is fresher than looks in turn at any budget',
    (kind, seed) => {
      const histories = simulatedHistories(kind, seed);
      for (const looks of [1.5, 4, 12, 24]) {
        const { learning, roundRobin } = compare(histories, { perDay: 200 * looks, everyMs: DAY });
        expect(roundRobin.looks).toBe(learning.looks);
        expect(learning.ageMs).toBeLessThan(roundRobin.ageMs);
      }
    },
  );

  it.each(seeds)('products of a living marketplace, seed %i: is fresher than looks in turn', async (seed) => {
    const histories = await livingHistories(seed);
    for (const looks of [2, 6, 24]) {
      const { learning, roundRobin } = compare(histories, { perDay: 60 * looks, everyMs: DAY });
      expect(learning.ageMs).toBeLessThan(roundRobin.ageMs);
    }
  });
});
