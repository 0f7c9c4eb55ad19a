import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binned, linearAxis, logAxis } from '../../../src/cli/commands/report/histogram.ts';
import { NumberTally, quantile } from '../../../src/cli/commands/report/tally/number-tally.ts';
import { TimeSeries } from '../../../src/cli/commands/report/tally/time-series.ts';
import { TopK } from '../../../src/cli/commands/report/tally/top-k.ts';

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

describe('TopK', () => {
  it('keeps the frequent names and says how much too low a count can be', () => {
    const names = new TopK(10);
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

  it('is exact while all names fit', () => {
    const names = new TopK(10);
    for (let index = 0; index < 60; index++) names.add(`name-${index % 20}`);
    expect(names.shortfall).toBe(0);
    expect(names.sorted().every(({ count }) => count === 3)).toBe(true);
  });
});

describe('TimeSeries', () => {
  it('returns every count in at most the given number of equal, adjacent buckets', () => {
    const time = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 100 }), fc.integer({ min: 2, max: 60 }), (times, most) => {
        const series = new TimeSeries(16);
        for (const at of times) series.add(at, 'call');
        const { width, starts, at: countAt } = series.buckets(most);
        expect(starts.length).toBeLessThanOrEqual(most);
        const inBucket = (start: number) => times.filter((at) => at >= start && at < start + width).length;
        for (const start of starts) expect(countAt(start, 'call')).toBe(inBucket(start));
        expect(starts.reduce((sum, start) => sum + countAt(start, 'call'), 0)).toBe(times.length);
      }),
    );
  });

  it('begins weeks on Monday and days at midnight', () => {
    const times = new TimeSeries();
    for (let day = 0; day < 200; day++) times.add(Date.UTC(2026, 0, 1 + day, 7), 'call');
    const { width, starts } = times.buckets(48);
    expect(width).toBe(7 * 864e5);
    expect(new Set(starts.map((start) => new Date(start).getUTCDay()))).toEqual(new Set([1]));
  });
});

describe('axes', () => {
  it.each([
    ['linear', 1.01, (min: number, max: number) => linearAxis(min, max, 24)],
    ['logarithmic', 25, logAxis],
  ])('%s: puts every value into one bin, at the position of that bin', (_, leastRatio, axisOf) => {
    const range = fc.tuple(
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      fc.double({ min: leastRatio, max: 1e5, noNaN: true }),
    );
    fc.assert(
      fc.property(range, fc.double({ min: 0, max: 1, noNaN: true }), ([min, ratio], share) => {
        const max = min * ratio;
        const axis = axisOf(min, max);
        const value = Math.min(max, min + (max - min) * share);
        const [bin, ...others] = binned([[value, 3]], axis.edges);
        expect([bin?.times, others]).toEqual([3, []]);
        expect(axis.x(value)).toBeGreaterThanOrEqual(axis.x(bin?.from ?? Number.NaN) - 1e-9);
        expect(axis.x(value)).toBeLessThanOrEqual(axis.x(bin?.to ?? Number.NaN) + 1e-9);
        expect(axis.edges.length).toBeLessThanOrEqual(131);
        const labels = axis.ticks(String).filter(({ text }) => text !== '');
        expect(labels.length).toBeLessThanOrEqual(10);
        expect(labels.length).toBeGreaterThan(0);
      }),
    );
  });
});
