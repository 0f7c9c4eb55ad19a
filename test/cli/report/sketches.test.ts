import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceEdges } from '../../../src/cli/commands/report/prices.ts';
import { Names, NumberTally, quantile, TimeSeries } from '../../../src/cli/commands/report/tally.ts';

const SHARES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];
const prices = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 400 });

/** The textbook definition: sort, then interpolate linearly. */
function quantileOf(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const rank = (sorted.length - 1) * share;
  const [below = 0, above = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return below + (above - below) * (rank % 1);
}

function counts(numbers: readonly number[], exactLimit?: number): NumberTally {
  const all = new NumberTally(exactLimit);
  for (const number of numbers) all.add(number);
  return all;
}

describe('NumberTally', () => {
  it('gives exact quantiles for few different numbers', () => {
    fc.assert(
      fc.property(prices, (numbers) => {
        const all = counts(numbers);
        expect(all.isExact).toBe(true);
        for (const share of SHARES) expect(quantile(all.sorted(), share)).toBeCloseTo(quantileOf(numbers, share), 6);
      }),
    );
  });

  it('gives quantiles within 0.5% for many different numbers', () => {
    fc.assert(
      fc.property(prices, (numbers) => {
        const all = counts(numbers, 20);
        expect([all.total, all.min, all.max]).toEqual([numbers.length, Math.min(...numbers), Math.max(...numbers)]);
        for (const share of SHARES) {
          const exact = quantileOf(numbers, share);
          expect(Math.abs(quantile(all.sorted(), share) - exact)).toBeLessThanOrEqual(0.005 * exact + 1e-9);
        }
      }),
    );
  });

  it('keeps a bounded number of counts', () => {
    const all = new NumberTally();
    for (let index = 0; index < 100_000; index++) all.add(index * 1.37 + 0.01);
    expect(all.isExact).toBe(false);
    expect(all.sorted().length).toBeLessThan(5_000);
    expect(all.sorted().reduce((sum, [, times]) => sum + times, 0)).toBe(100_000);
  });
});

describe('Names', () => {
  it('counts the first names of their own, and the others in the total', () => {
    const names = new Names(10);
    for (let index = 0; index < 2_000; index++) {
      names.add(`often-${index % 3}`);
      names.add(`once-${index}`);
    }
    expect(names.sorted().slice(0, 4)).toMatchObject([{ count: 667 }, { count: 667 }, { count: 666 }, { count: 1 }]);
    expect(names.total).toBe(4_000);
    expect(names.sorted()).toHaveLength(10);
  });
});

describe('TimeSeries', () => {
  it('returns every count in at most 48 equal, adjacent buckets', () => {
    const time = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) - 1 });
    const times = fc.tuple(
      time,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 100 }),
    );
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 41 }), ([first, shares], power) => {
        const all = shares.map((share) => Math.min(Math.floor(first + share * 2 ** power), Date.UTC(2100, 0)));
        const series = new TimeSeries();
        for (const at of all) series.add(at, 'call');
        const { width, starts, at: countAt } = series.buckets();
        expect(starts.length).toBeLessThanOrEqual(48);
        const inBucket = (start: number) => all.filter((at) => at >= start && at < start + width).length;
        for (const start of starts) expect(countAt(start, 'call')).toBe(inBucket(start));
        expect(starts.reduce((sum, start) => sum + countAt(start, 'call'), 0)).toBe(all.length);
      }),
    );
  });

  it('begins days at midnight', () => {
    const series = new TimeSeries();
    for (let hour = 0; hour < 40 * 24; hour++) series.add(Date.UTC(2026, 0, 1, 7 + hour), 'call');
    const { width, starts } = series.buckets();
    expect([width, starts[0]]).toEqual([864e5, Date.UTC(2026, 0, 1)]);
  });
});

describe('priceEdges', () => {
  it('separates the prices: no more than 40 ranges, and no range has nearly all of many prices that differ', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        fc.double({ min: 1.05, max: 1e5, noNaN: true }),
        (least, ratio) => {
          const sorted = Array.from({ length: 200 }, (_, index) => [least * ratio ** (index / 199), 1] as const);
          const edges = priceEdges(sorted);
          expect(edges).toEqual([...new Set(edges)].sort((one, other) => one - other));
          expect(edges.length).toBeLessThanOrEqual(40);
          const ranges = [0, ...edges].map((from, index) => [from, edges[index] ?? Number.POSITIVE_INFINITY] as const);
          const times = ranges.map(([from, to]) => sorted.filter(([value]) => value >= from && value < to).length);
          expect(times.reduce((sum, each) => sum + each, 0)).toBe(200);
          expect(Math.max(...times)).toBeLessThan(110);
        },
      ),
    );
  });

  it.each([
    [[30], [30]],
    [[0, 0], [1]],
    [[], [1]],
  ])('has a range for the prices %j', (prices, edges) => {
    expect(priceEdges(prices.map((price) => [price, 1]))).toEqual(edges);
  });
});
