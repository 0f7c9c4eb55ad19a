import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binned, countTicks, linearScale, logScale } from '../../../src/cli/report/charts/scale.ts';
import { NumberCounts, quantile } from '../../../src/cli/report/tally/number-counts.ts';
import { TimeCounts } from '../../../src/cli/report/tally/time-counts.ts';
import { TopCounts } from '../../../src/cli/report/tally/top-counts.ts';

const SHARES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];
const prices = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 400 });

/** By the book: the numbers in order, and a straight line between two of them. */
function quantileOf(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const rank = (sorted.length - 1) * share;
  const [below = 0, above = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return below + (above - below) * (rank % 1);
}

function counts(numbers: readonly number[], exactLimit?: number): NumberCounts {
  const all = new NumberCounts(exactLimit);
  for (const number of numbers) all.add(number);
  return all;
}

describe('numbers, counted', () => {
  it('give exact quantiles while few differ', () => {
    fc.assert(
      fc.property(prices, (numbers) => {
        const all = counts(numbers);
        expect(all.isExact).toBe(true);
        for (const share of SHARES) expect(quantile(all.sorted(), share)).toBeCloseTo(quantileOf(numbers, share), 6);
      }),
    );
  });

  it('give them to within half a percent when many do', () => {
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

  it('keep few numbers, however many come', () => {
    const all = new NumberCounts();
    for (let index = 0; index < 100_000; index++) all.add(index * 1.37 + 0.01);
    expect(all.isExact).toBe(false);
    expect(all.sorted().length).toBeLessThan(5_000);
    expect(all.sorted().reduce((sum, [, times]) => sum + times, 0)).toBe(100_000);
  });
});

describe('names, counted', () => {
  it('keep the frequent ones, and tell how much any count can be short', () => {
    const names = new TopCounts(10);
    for (let index = 0; index < 2_000; index++) {
      names.add(`often-${index % 3}`);
      names.add(`once-${index}`);
    }
    const [first, second, third] = names.sorted();
    expect([first?.count, second?.count, third?.count]).toEqual([667, 667, 666]);
    expect(names.total).toBe(4_000);
    expect(names.shortfall).toBeGreaterThan(0);
    expect(names.sorted().length).toBeLessThanOrEqual(20);
  });

  it('are exact while they fit', () => {
    const names = new TopCounts(10);
    for (let index = 0; index < 60; index++) names.add(`name-${index % 20}`);
    expect(names.shortfall).toBe(0);
    expect(names.sorted().every(({ count }) => count === 3)).toBe(true);
  });
});

describe('moments, counted', () => {
  it('lose none, in at most so many equal stretches without a hole', () => {
    const moment = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(
        fc.array(moment, { minLength: 1, maxLength: 100 }),
        fc.integer({ min: 2, max: 60 }),
        (moments, most) => {
          const times = new TimeCounts(16);
          for (const at of moments) times.add(at, 'call');
          const { width, buckets } = times.buckets(most);
          expect(buckets.length).toBeLessThanOrEqual(most);
          const inBucket = (start: number) => moments.filter((at) => at >= start && at < start + width).length;
          for (const { start, counts: own } of buckets) expect(own.get('call') ?? 0).toBe(inBucket(start));
          expect(buckets.reduce((sum, { counts: own }) => sum + (own.get('call') ?? 0), 0)).toBe(moments.length);
        },
      ),
    );
  });

  it('begin weeks on Monday and days at midnight', () => {
    const times = new TimeCounts();
    for (let day = 0; day < 200; day++) times.add(Date.UTC(2026, 0, 1 + day, 7), 'call');
    const { width, buckets } = times.buckets(48);
    expect(width).toBe(7 * 864e5);
    expect(new Set(buckets.map(({ start }) => new Date(start).getUTCDay()))).toEqual(new Set([1]));
  });
});

describe('axes', () => {
  const range = fc.tuple(
    fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    fc.double({ min: 1.01, max: 1e5, noNaN: true }),
  );

  it.each([
    ['linear', (min: number, max: number) => linearScale(min, max, 24)],
    ['logarithmic', logScale],
  ])('%s: every value falls into one bin, and stands where its bin is', (_, scaleOf) => {
    fc.assert(
      fc.property(range, fc.double({ min: 0, max: 1, noNaN: true }), ([min, ratio], share) => {
        const max = min * ratio;
        const scale = scaleOf(min, max);
        const value = Math.min(max, min + (max - min) * share);
        const bins = binned([[value, 3]], scale);
        const bin = bins.indexOf(3);
        expect(bins.filter((count) => count > 0)).toEqual([3]);
        expect(scale.place(value)).toBeGreaterThanOrEqual(scale.place(scale.edges[bin] ?? 0) - 1e-9);
        expect(scale.place(value)).toBeLessThanOrEqual(scale.place(scale.edges[bin + 1] ?? 0) + 1e-9);
        expect(scale.place(min)).toBeGreaterThanOrEqual(-1e-9);
        expect(scale.place(max)).toBeLessThanOrEqual(1 + 1e-9);
        expect(bins.length).toBeLessThanOrEqual(130);
        expect(scale.ticks.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('count from zero in whole steps to the most or a little above', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (most) => {
        const ticks = countTicks(most);
        const last = ticks.at(-1) ?? 0;
        expect(ticks[0]).toBe(0);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(last).toBeGreaterThanOrEqual(most);
        expect(last).toBeLessThanOrEqual(Math.max(2, 2 * most));
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });
});
