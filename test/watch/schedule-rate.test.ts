import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, randomOf, untilNext } from '../../src/testing/living/random.ts';
import { priorOf } from '../../src/watch/schedule/change-rate.ts';
import { changesPerMs, DEFAULT_PRIOR, NEW_RATE, nextRate, remainingRate } from '../../src/watch/schedule/index.ts';
import type { ChangeRate } from '../../src/watch/store/store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Looks at a target that changes so often a day, at the given intervals. */
function learned(
  random: Random,
  perDay: number,
  intervals: Iterable<number>,
  halfLifeMs?: number,
  start = NEW_RATE,
): ChangeRate {
  let rate = start;
  for (const elapsedMs of intervals) {
    const hasChanged = untilNext(random, perDay) <= elapsedMs;
    rate = nextRate(rate, { elapsedMs, hasChanged }, halfLifeMs);
  }
  return rate;
}

const regular = (ms: number, looks: number) => Array.from({ length: looks }, () => ms);

describe('the rate of changes', () => {
  it.each([
    [1, 0.2, 6 * HOUR],
    [2, 2, 2 * HOUR],
    [3, 24, HOUR],
    [4, 24, 2 * HOUR],
    [5, 200, 5 * 60_000],
  ])('seed %i: comes near %d changes a day', (seed, perDay, interval) => {
    const rate = learned(randomOf('rate', seed), perDay, regular(interval, 3_000), Number.POSITIVE_INFINITY);
    expect(changesPerMs(rate) * DAY).toBeGreaterThan(perDay * 0.9);
    expect(changesPerMs(rate) * DAY).toBeLessThan(perDay * 1.1);
  });

  it.each([6, 7, 8])('seed %i: comes near it with irregular looks', (seed) => {
    const random = randomOf('irregular', seed);
    const intervals = Array.from({ length: 3_000 }, () => (0.5 + random()) * HOUR);
    const rate = learned(random, 12, intervals, Number.POSITIVE_INFINITY);
    expect(changesPerMs(rate) * DAY).toBeGreaterThan(12 * 0.9);
    expect(changesPerMs(rate) * DAY).toBeLessThan(12 * 1.1);
  });

  it('is the estimate of the greatest likelihood if nothing is assumed', () => {
    const rate = { looks: 100, changes: 40, watched_ms: 100 * HOUR, changed_ms: 40 * HOUR };
    const vague = { perMs: 1 / DAY, spread: 1e6 };
    expect(changesPerMs(rate, vague)).toBeCloseTo(-Math.log((100 - 40) / 100) / HOUR, 12);
  });

  it.each([9, 10, 11])('seed %i: forgets old looks', (seed) => {
    const random = randomOf('shift', seed);
    const before = learned(random, 0.5, regular(2 * HOUR, 500));
    const after = learned(random, 20, regular(2 * HOUR, 400), undefined, before);
    expect(changesPerMs(before) * DAY).toBeLessThan(1.5);
    expect(changesPerMs(after) * DAY).toBeGreaterThan(12);
  });

  it('is the assumed one before the first look', () => {
    expect(changesPerMs(NEW_RATE)).toBe(DEFAULT_PRIOR.perMs);
    expect(changesPerMs(NEW_RATE, { perMs: 5 / DAY, spread: 1 })).toBe(5 / DAY);
  });

  it('neither jumps nor vanishes with the first looks', () => {
    const changed = nextRate(NEW_RATE, { elapsedMs: HOUR, hasChanged: true });
    const unchanged = nextRate(NEW_RATE, { elapsedMs: HOUR, hasChanged: false });
    expect(changesPerMs(changed)).toBeGreaterThan(1.5 / DAY);
    expect(changesPerMs(changed)).toBeLessThan(24 / DAY);
    expect(changesPerMs(unchanged)).toBeLessThan(1 / DAY);
    expect(changesPerMs(unchanged)).toBeGreaterThan(0.8 / DAY);
  });

  it('ignores a clock that was set back, and throws without a time', () => {
    const rate = nextRate(NEW_RATE, { elapsedMs: HOUR, hasChanged: true });
    expect(nextRate(rate, { elapsedMs: -5, hasChanged: true })).toBe(rate);
    expect(() => nextRate(rate, { elapsedMs: Number.NaN, hasChanged: true })).toThrow(/^elapsedMs: NaN is not a time/);
  });

  const time = fc.double({ min: 1, max: 90 * DAY, noNaN: true });
  const known = fc
    .array(fc.record({ elapsedMs: time, hasChanged: fc.boolean() }), { maxLength: 60 })
    .map((looks) => looks.reduce((rate, look) => nextRate(rate, look), NEW_RATE));

  it('is more likely than those near it', () => {
    const likelihood = ({ changes, watched_ms, changed_ms }: ChangeRate, perMs: number) =>
      (changes > 0 ? changes * Math.log(-Math.expm1((-perMs * changed_ms) / changes)) : 0) -
      perMs * (watched_ms - changed_ms) -
      (Math.log(perMs / DEFAULT_PRIOR.perMs) / DEFAULT_PRIOR.spread) ** 2 / 2;
    fc.assert(
      fc.property(known, (rate) => {
        const perMs = changesPerMs(rate);
        expect(likelihood(rate, perMs)).toBeGreaterThan(likelihood(rate, perMs * 1.001));
        expect(likelihood(rate, perMs)).toBeGreaterThan(likelihood(rate, perMs / 1.001));
      }),
    );
  });

  // Newton's method alone goes to and fro from one side of it to the other.
  it('is found if each look showed a change', () => {
    const rate = { looks: 3, changes: 3, watched_ms: 1_392_625, changed_ms: 1_392_625 };
    expect(changesPerMs(rate) * DAY).toBeCloseTo(149.36, 1);
  });

  // At every rate, a change after t adds to the slope of the likelihood by the logarithm of the rate, and no change takes rate × t from it. The slope falls with
  // the rate, so that its zero is further up after a change: by almost nothing if the look came after months, hence "not lower".
  it('is above 0, finite, and not lower after a change than after none', () => {
    fc.assert(
      fc.property(known, time, (rate, elapsedMs) => {
        const changed = changesPerMs(nextRate(rate, { elapsedMs, hasChanged: true }));
        const unchanged = changesPerMs(nextRate(rate, { elapsedMs, hasChanged: false }));
        expect(unchanged).toBeGreaterThan(0);
        expect(changed).toBeLessThan(Number.POSITIVE_INFINITY);
        // Each is exact to 1e-9.
        expect(changed).toBeGreaterThan(unchanged * (1 - 3e-9));
      }),
    );
  });

  it('of a new target is that of the others', () => {
    const random = randomOf('others');
    const rates = Array.from({ length: 200 }, () => learned(random, 10, regular(HOUR, 100)));
    const prior = priorOf(rates);
    expect(prior.perMs * DAY).toBeGreaterThan(8);
    expect(prior.perMs * DAY).toBeLessThan(12);
    expect(prior.spread).toBeLessThan(DEFAULT_PRIOR.spread);
    for (const others of [[], Array.from({ length: 500 }, () => NEW_RATE)]) {
      expect(priorOf(others).perMs * DAY).toBeCloseTo(DEFAULT_PRIOR.perMs * DAY, 9);
      expect(priorOf(others).spread).toBeCloseTo(DEFAULT_PRIOR.spread, 9);
    }
  });
});

describe('what is left of a budget', () => {
  const noon = Date.UTC(2026, 10, 23, 12);
  const at = (credits: number, spent: number, now = noon) =>
    (remainingRate({ credits, per: 'day' }, { now, spentIn: () => spent }) ?? 0) * DAY;

  it('is spent evenly over this period and the next one', () => {
    expect(at(1_000, 500)).toBeCloseTo(1_000);
    expect(at(1_000, 800)).toBeCloseTo(1_200 / 1.5);
    expect(at(1_000, 1_000)).toBeCloseTo(1_000 / 1.5);
  });

  it('is not spent in a rush at the end of the period', () => {
    expect(at(1_000, 0)).toBeCloseTo(2_000 / 1.5);
    expect(at(1_000, 0, noon + 11.9 * HOUR)).toBeLessThan(2_000);
  });

  it('is that of the tightest budget', () => {
    const budgets = [
      { credits: 100, per: 'hour' },
      { credits: 1_200, per: 'day' },
      { credits: 50_000, per: 'total' },
    ] as const;
    const spent = { now: noon, spentIn: ({ name }: { name: string }) => (name.startsWith('day') ? 600 : 0) };
    const perDay = (startedAt: number, lastsMs?: number) =>
      (remainingRate(budgets, { ...spent, startedAt }, lastsMs) ?? 0) * DAY;
    expect(perDay(noon)).toBeCloseTo(1_200);
    expect(perDay(noon - 50 * DAY, 150 * DAY)).toBeCloseTo(500);
    expect(perDay(noon - 50 * DAY, 40 * DAY)).toBeCloseTo(1_200);
    expect(remainingRate(undefined, spent)).toBeUndefined();
    expect(remainingRate(budgets[2], spent)).toBeUndefined();
  });
});
