import { describe, expect, it } from 'vitest';
import { livingHistories } from '../../bench/watch-schedule.ts';
import { compare, HISTORY_KINDS, simulatedHistories } from '../../bench/watch-simulation.ts';

const DAY = 86_400_000;

/** Seeds are in the names of the tests. */
const seeds = [1, 2, 3];

describe('the schedule that learns', () => {
  it.each(HISTORY_KINDS.flatMap((kind) => seeds.map((seed) => [kind, seed] as const)))(
    '%s histories, seed %i: is staler than the best possible one, but fresher than looks in turn',
    (kind, seed) => {
      const histories = simulatedHistories(kind, seed, 100);
      const { learning, roundRobin, optimum } = compare(histories, { perDay: 100 * 4, everyMs: DAY });
      expect(learning.looks).toBeLessThan(100 * 4 * histories.days * 1.01);
      expect(roundRobin.looks).toBe(learning.looks);
      expect(learning.ageMs).toBeLessThan(roundRobin.ageMs * 0.95);
      expect(learning.ageMs).toBeLessThan(optimum.ageMs * 1.4);
      expect(learning.fresh).toBeGreaterThan(roundRobin.fresh);
    },
  );

  it.each(seeds.slice(-1))('products of a living marketplace, seed %i: is fresher than looks in turn', async (seed) => {
    const histories = await livingHistories(seed, 10, 10);
    const { learning, roundRobin } = compare(histories, { perDay: 30 * 6, everyMs: DAY });
    expect(roundRobin.looks).toBe(learning.looks);
    expect(learning.ageMs).toBeLessThan(roundRobin.ageMs * 0.95);
  });
});
