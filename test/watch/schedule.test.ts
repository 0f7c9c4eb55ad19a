import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, randomOf, untilNext } from '../../src/testing/living/random.ts';
import { stalenessOf } from '../../src/watch/schedule/plan.ts';
import {
  changesPerMs,
  NEW_RATE,
  nextRate,
  remainingRate,
  type ScheduledTarget,
  type ScheduleOptions,
  scheduleOf,
  spending,
} from '../../src/watch/schedule/schedule.ts';
import type { ChangeRate } from '../../src/watch/store/store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Looks at a target that changes so often a day, at equal intervals. */
function learned(random: Random, perDay: number, interval: number, looks: number, start = NEW_RATE): ChangeRate {
  let rate = start;
  for (let look = 0; look < looks; look++) rate = nextRate(rate, interval, untilNext(random, perDay) <= interval);
  return rate;
}

describe('the rate of changes', () => {
  it.each([
    [1, 1, 6 * HOUR],
    [2, 4, 2 * HOUR],
    [3, 24, 5 * 60_000],
  ])('seed %i: comes near %d changes a day', (seed, perDay, interval) => {
    const rate = changesPerMs(learned(randomOf('rate', seed), perDay, interval, 3_000)) * DAY;
    expect(rate).toBeGreaterThan(perDay * 0.5);
    expect(rate).toBeLessThan(perDay * 2);
  });

  it.each([9, 10, 11])('seed %i: forgets old looks', (seed) => {
    const random = randomOf('shift', seed);
    const before = learned(random, 0.5, 2 * HOUR, 500);
    expect(changesPerMs(before) * DAY).toBeLessThan(1.5);
    // Of two hours, those with several changes count as one.
    expect(changesPerMs(learned(random, 20, 2 * HOUR, 400, before)) * DAY).toBeGreaterThan(8);
  });

  it('is one change a day before the first look, and neither jumps nor vanishes with it', () => {
    expect(changesPerMs(NEW_RATE)).toBe(1 / DAY);
    expect(changesPerMs(nextRate(NEW_RATE, HOUR, true)) * DAY).toBeCloseTo(1.92, 2);
    expect(changesPerMs(nextRate(NEW_RATE, HOUR, false)) * DAY).toBeCloseTo(0.96, 2);
  });

  it('ignores a clock that was set back', () => {
    const rate = nextRate(NEW_RATE, HOUR, true);
    expect(nextRate(rate, -5, true)).toBe(rate);
  });

  it('is above 0, finite, and higher after a change than after none', () => {
    const time = fc.double({ min: 1, max: 90 * DAY, noNaN: true });
    const looks = fc.array(fc.tuple(time, fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(looks, time, (before, elapsedMs) => {
        const rate = before.reduce((known, look) => nextRate(known, ...look), NEW_RATE);
        const changed = changesPerMs(nextRate(rate, elapsedMs, true));
        const unchanged = changesPerMs(nextRate(rate, elapsedMs, false));
        expect(unchanged).toBeGreaterThan(0);
        expect(changed).toBeLessThan(Number.POSITIVE_INFINITY);
        expect(changed).toBeGreaterThan(unchanged);
      }),
    );
  });
});

describe('staleness', () => {
  it('is the mean over an interval', () => {
    const [perMs, interval, steps] = [3 / DAY, 10 * HOUR, 20_000];
    let [ageSum, fresh] = [0, 0];
    for (let step = 0; step < steps; step++) {
      const time = ((step + 0.5) / steps) * interval;
      // The expected time since the first change.
      ageSum += time - -Math.expm1(-perMs * time) / perMs;
      fresh += Math.exp(-perMs * time);
    }
    const { meanAgeMs, freshness } = stalenessOf(perMs, interval);
    expect(meanAgeMs / (ageSum / steps)).toBeCloseTo(1, 6);
    expect(freshness).toBeCloseTo(fresh / steps, 6);
    expect(stalenessOf(0.0099999, 1).meanAgeMs / stalenessOf(0.0100001, 1).meanAgeMs).toBeCloseTo(1, 4);
  });
});

const target = fc
  .record({
    perDay: fc.double({ min: -4, max: 3, noNaN: true }).map((power) => 10 ** power),
    credits: fc.integer({ min: 1, max: 20 }),
    everyMs: fc.integer({ min: 60_000, max: 7 * DAY }),
  })
  .map(({ perDay, ...rest }): ScheduledTarget => {
    // A rate that is known for ever, so that it is the true one.
    return { ...rest, rate: { changes: perDay * 1e6, watched_ms: DAY * 1e6 } };
  });
const targets = fc.array(target, { minLength: 1, maxLength: 40 });
const longest = ({ everyMs }: ScheduledTarget) => everyMs;

describe('dividing a budget', () => {
  const perDay = (rate: number) => ({ credits: Math.max(1, Math.floor(rate * DAY)), per: 'day' }) as const;

  it('spends it, and keeps the longest and the shortest intervals', () => {
    fc.assert(
      fc.property(targets, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (all, part) => {
        const least = spending(all, longest);
        const most = spending(all, ({ everyMs }) => Math.min(everyMs, 1_000));
        const budget = perDay(least + (most - least) * part);
        fc.pre(budget.credits / DAY >= least);
        const { intervalOf, stretch } = scheduleOf(all, { budget, shortestMs: 1_000 });
        expect(stretch).toBe(1);
        expect(spending(all, intervalOf) / (budget.credits / DAY)).toBeGreaterThan(1 - 1e-3);
        expect(spending(all, intervalOf) / (budget.credits / DAY)).toBeLessThanOrEqual(1 + 1e-9);
        for (const one of all) {
          expect(intervalOf(one)).toBeLessThanOrEqual(one.everyMs);
          expect(intervalOf(one)).toBeGreaterThanOrEqual(1_000);
        }
      }),
    );
  });

  it('looks more often at what changes more often, and less often at what costs more', () => {
    fc.assert(
      fc.property(targets, target, target, fc.double({ min: 1.5, max: 50, noNaN: true }), (all, one, other, factor) => {
        const { intervalOf } = scheduleOf(all, { budget: perDay(spending(all, longest) * factor) });
        const [slow, fast] = [one, other]
          .map(({ rate }) => ({ everyMs: 30 * DAY, credits: 1, rate }))
          .sort((a, b) => changesPerMs(a.rate) - changesPerMs(b.rate)) as [ScheduledTarget, ScheduledTarget];
        expect(intervalOf(fast)).toBeLessThanOrEqual(intervalOf(slow));
        expect(intervalOf({ ...slow, credits: 2 })).toBeGreaterThanOrEqual(intervalOf(slow));
      }),
    );
  });

  it('stretches all longest intervals by the same factor if the budget is too small', () => {
    const all = [1, 2, 4].map((hours) => ({ everyMs: hours * HOUR, credits: 1 }));
    const { intervalOf, stretch } = scheduleOf(all, { budget: { credits: 21, per: 'day' } });
    expect(stretch).toBeCloseTo(2, 9);
    expect(all.map(intervalOf)).toEqual([2 * HOUR, 4 * HOUR, 8 * HOUR]);
  });

  it('has no further looks to give when all are at their shortest interval', () => {
    const all = [{ everyMs: DAY, credits: 1 }];
    expect(
      scheduleOf(all, { budget: { credits: 1_000, per: 'day' }, shortestMs: HOUR }).intervalOf({
        everyMs: DAY,
        credits: 1,
      }),
    ).toBe(HOUR);
    expect(scheduleOf([], { budget: { credits: 1, per: 'day' } }).stretch).toBe(1);
  });
});

describe('the next look', () => {
  const rateOf = (perDay: number) => ({ changes: (100 * perDay) / 24, watched_ms: 100 * HOUR });
  const all: ScheduledTarget[] = [
    { everyMs: DAY, credits: 1, rate: rateOf(0.2) },
    { everyMs: DAY, credits: 1, rate: rateOf(40) },
    { everyMs: DAY, credits: 1 },
  ];
  const intervals = (options?: ScheduleOptions) => all.map(scheduleOf(all, options).intervalOf);

  it('is at the longest interval without a budget', () => {
    expect(intervals()).toEqual([DAY, DAY, DAY]);
    expect(intervals({ budget: { credits: 90, per: 'total' } })).toEqual([DAY, DAY, DAY]);
  });

  it('follows the rates with a budget', () => {
    const [slow = 0, fast = 0, fresh = 0] = intervals({ budget: { credits: 48, per: 'day' } });
    expect(fast).toBeLessThan(fresh);
    expect(fresh).toBeLessThan(slow);
    expect(DAY / slow + DAY / fast + DAY / fresh).toBeCloseTo(48, 2);
  });

  it('is not later than the longest interval when a period is spent but the budget suffices', () => {
    const spent = { now: Date.UTC(2026, 10, 23, 12), spentIn: () => 4 };
    expect(Math.max(...intervals({ budget: { credits: 4, per: 'day' }, spent }))).toBe(DAY);
    const fresh = intervals({ budget: { credits: 48, per: 'day' }, spent: { ...spent, spentIn: () => 0 } });
    const tired = intervals({ budget: { credits: 48, per: 'day' }, spent: { ...spent, spentIn: () => 48 } });
    for (const [index, interval] of fresh.entries()) expect(interval).toBeLessThan(tired[index] ?? 0);
  });

  it('can keep equal intervals with a budget', () => {
    expect(intervals({ budget: { credits: 48, per: 'day' }, learn: false })).toEqual([DAY, DAY, DAY]);
    expect(intervals({ budget: { credits: 1, per: 'day' }, learn: false })).toEqual([3 * DAY, 3 * DAY, 3 * DAY]);
  });

  it('comes when a change is as likely as not, if it learns without a budget', () => {
    const [slow = 0, fast = 0] = intervals({ learn: true });
    expect(slow).toBe(DAY);
    expect(fast / HOUR).toBeCloseTo(0.51, 1);
    expect(intervals({ learn: true, shortestMs: HOUR })[1]).toBe(HOUR);
    expect(scheduleOf([], { learn: true }).intervalOf({ everyMs: 60_000, credits: 1 })).toBe(60_000);
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
    expect((remainingRate(budgets, spent) ?? 0) * DAY).toBeCloseTo(1_200);
    expect(remainingRate(undefined, spent)).toBeUndefined();
    expect(remainingRate(budgets[2], spent)).toBeUndefined();
  });
});
