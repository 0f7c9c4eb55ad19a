import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide, intervalOf, type Share, spending } from '../../src/watch/schedule/allocate.ts';
import {
  type ScheduledTarget,
  type ScheduleOptions,
  scheduledInterval,
  schedulePolicy,
} from '../../src/watch/schedule/index.ts';
import { freshness, intervalWorth, meanAge, worth } from '../../src/watch/schedule/staleness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const share = fc
  .record({
    perDay: fc.double({ min: -4, max: 3, noNaN: true }).map((power) => 10 ** power),
    credits: fc.integer({ min: 1, max: 20 }),
    longest: fc.integer({ min: 60_000, max: 7 * DAY }),
    shortest: fc.double({ min: 0.001, max: 1, noNaN: true }),
  })
  .map(({ perDay, credits, longest, shortest }) => ({
    perMs: perDay / DAY,
    credits,
    longestMs: longest,
    shortestMs: longest * shortest,
  }));
const shares = fc.array(share, { minLength: 1, maxLength: 40 });

/** The mean age of all targets. */
function age(all: readonly Share[], intervals: readonly number[]): number {
  return all.reduce((sum, { perMs }, index) => sum + meanAge(perMs, intervals[index] ?? 0), 0) / all.length;
}

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
    expect(meanAge(perMs, interval) / (ageSum / steps)).toBeCloseTo(1, 6);
    expect(freshness(perMs, interval)).toBeCloseTo(fresh / steps, 6);
  });

  it('has no steps where the series end', () => {
    for (const [low, high] of [[0.0099999, 0.0100001]] as const) {
      expect(meanAge(low, 1) / meanAge(high, 1)).toBeCloseTo(1, 4);
      expect(worth(low, 1) / worth(high, 1)).toBeCloseTo(1, 4);
    }
  });

  it('finds the interval of a worth', () => {
    const power = fc.double({ min: -5, max: 3, noNaN: true });
    fc.assert(
      fc.property(power, power, (rate, time) => {
        const [perMs, interval] = [10 ** rate / DAY, 10 ** time * HOUR];
        expect(intervalWorth(perMs, worth(perMs, interval)) / interval).toBeCloseTo(1, 5);
      }),
    );
    expect(intervalWorth(0, 5)).toBe(Number.POSITIVE_INFINITY);
    expect(worth(0, HOUR)).toBe(0);
  });
});

describe('dividing a budget', () => {
  it('spends it, and keeps the longest and the shortest intervals', () => {
    fc.assert(
      fc.property(shares, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (all, part) => {
        const least = all.reduce((sum, { credits, longestMs }) => sum + credits / longestMs, 0);
        const most = all.reduce((sum, { credits, shortestMs }) => sum + credits / shortestMs, 0);
        const budget = least + (most - least) * part;
        const division = divide(all, budget);
        expect(spending(all, division)).toBeLessThanOrEqual(budget * (1 + 1e-9));
        expect(spending(all, division)).toBeGreaterThan(budget * (1 - 1e-3));
        for (const one of all) {
          expect(intervalOf(one, division)).toBeLessThanOrEqual(one.longestMs);
          expect(intervalOf(one, division)).toBeGreaterThanOrEqual(one.shortestMs);
        }
      }),
    );
  });

  it('leaves nothing to gain by moving credits between two targets', () => {
    fc.assert(
      fc.property(
        shares,
        fc.double({ min: 1.1, max: 20, noNaN: true }),
        fc.nat(),
        fc.nat(),
        (all, factor, from, to) => {
          const division = divide(
            all,
            all.reduce((sum, { credits, longestMs }) => sum + credits / longestMs, 0) * factor,
          );
          const intervals = all.map((one) => intervalOf(one, division));
          const [giver, taker] = [from % all.length, to % all.length];
          const moved = (0.02 * (all[giver]?.credits ?? 0)) / (intervals[giver] ?? 1);
          const shifted = intervals.map((interval, index) => {
            const { credits } = all[index] as Share;
            const change = (index === taker ? moved : 0) - (index === giver ? moved : 0);
            return credits / (credits / interval + change);
          });
          const isAllowed = shifted.every(
            (interval, index) => interval <= (all[index]?.longestMs ?? 0) && interval >= (all[index]?.shortestMs ?? 0),
          );
          fc.pre(giver !== taker && isAllowed);
          expect(age(all, shifted)).toBeGreaterThanOrEqual(age(all, intervals) * (1 - 1e-6));
        },
      ),
    );
  });

  it('looks more often at what changes more often, and less often at what costs more', () => {
    const limits = { longestMs: 30 * DAY, shortestMs: 1 };
    fc.assert(
      fc.property(shares, share, share, fc.double({ min: 1.5, max: 50, noNaN: true }), (all, one, other, factor) => {
        const division = divide(
          all,
          all.reduce((sum, { credits, longestMs }) => sum + credits / longestMs, 0) * factor,
        );
        const [slow, fast] = [one.perMs, other.perMs].sort((a, b) => a - b) as [number, number];
        const interval = (perMs: number, credits: number) => intervalOf({ perMs, credits, ...limits }, division);
        expect(interval(fast, 1)).toBeLessThanOrEqual(interval(slow, 1) * (1 + 1e-9));
        expect(interval(slow, 2)).toBeGreaterThanOrEqual(interval(slow, 1) * (1 - 1e-9));
      }),
    );
  });

  it('stretches all longest intervals by the same factor if the budget is too small', () => {
    fc.assert(
      fc.property(shares, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (all, part) => {
        const least = all.reduce((sum, { credits, longestMs }) => sum + credits / longestMs, 0);
        const division = divide(all, least * part);
        expect(division.stretch).toBeCloseTo(1 / part, 6);
        expect(spending(all, division) / (least * part)).toBeCloseTo(1, 6);
      }),
    );
  });

  it('has no further looks to give when all are at their shortest interval', () => {
    const all = [{ perMs: 1 / DAY, credits: 1, longestMs: DAY, shortestMs: HOUR }];
    expect(intervalOf(all[0] as Share, divide(all, 1))).toBe(HOUR);
    expect(divide([], 1).stretch).toBe(1);
  });

  it('keeps targets that never change at their longest interval', () => {
    const all = [0, 1 / DAY].map((perMs) => ({ perMs, credits: 1, longestMs: DAY, shortestMs: HOUR }));
    const division = divide(all, 6 / DAY);
    expect(intervalOf(all[0] as Share, division)).toBe(DAY);
    expect(DAY / intervalOf(all[1] as Share, division)).toBeCloseTo(5, 3);
  });
});

describe('the next look', () => {
  const rateOf = (perDay: number) => {
    const changed = 100 * -Math.expm1((-perDay * HOUR) / DAY);
    return { looks: 100, changes: changed, watched_ms: 100 * HOUR, changed_ms: changed * HOUR };
  };
  const [calm, busy] = [rateOf(0.2), rateOf(40)];
  const targets: ScheduledTarget[] = [
    { everyMs: DAY, credits: 1, rate: calm },
    { everyMs: DAY, credits: 1, rate: busy },
    { everyMs: DAY, credits: 1 },
  ];
  const intervals = (options?: ScheduleOptions) => {
    const policy = schedulePolicy(targets, options);
    return targets.map((target) => scheduledInterval(target, policy));
  };

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

  it('spends a budget for the whole time in the time that it must last', () => {
    const all = intervals({ budget: { credits: 4_800, per: 'total' }, lastsMs: 100 * DAY });
    expect(all.reduce((sum, interval) => sum + DAY / interval, 0)).toBeCloseTo(48, 2);
  });

  it('is not later than the longest interval when a period is spent but the budget suffices', () => {
    const spent = { now: Date.UTC(2026, 10, 23, 12), spentIn: () => 4 };
    const all = intervals({ budget: { credits: 4, per: 'day' }, spent });
    expect(Math.max(...all)).toBe(DAY);
    const fresh = intervals({ budget: { credits: 48, per: 'day' }, spent: { ...spent, spentIn: () => 0 } });
    const tired = intervals({ budget: { credits: 48, per: 'day' }, spent: { ...spent, spentIn: () => 48 } });
    for (const [index, interval] of fresh.entries()) expect(interval).toBeLessThan(tired[index] ?? 0);
  });

  it('can keep equal intervals with a budget', () => {
    expect(intervals({ budget: { credits: 48, per: 'day' }, learn: false })).toEqual([DAY, DAY, DAY]);
    const [first = 0, ...others] = intervals({ budget: { credits: 1, per: 'day' }, learn: false });
    expect(first / DAY).toBeCloseTo(3, 9);
    expect(others).toEqual([first, first]);
  });

  it('comes when a change is as likely as not, if it learns without a budget', () => {
    const [slow = 0, fast = 0] = intervals({ learn: true });
    expect(slow).toBe(DAY);
    expect(fast / HOUR).toBeGreaterThan(0.3);
    expect(fast / HOUR).toBeLessThan(0.7);
    expect(intervals({ learn: true, shortestMs: HOUR })[1]).toBe(HOUR);
  });

  it('is not later than the interval of a target that is shorter than the shortest one', () => {
    const target = { everyMs: 60_000, credits: 1 };
    expect(scheduledInterval(target, schedulePolicy([target], { learn: true }))).toBe(60_000);
  });
});
