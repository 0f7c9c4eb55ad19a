/**
 * When to look at which target: learns how often targets change, and divides a budget between them.
 *
 * The measure is the mean age: how long ago the first change happened that the last look does not show, 0 if there is none. For a target that changes less
 * often than it is looked at, the age is a sixth of rate × interval². With equal credits the mean of all is least if each interval is proportional to the cube root
 * of credits / rate. The other common measure, the share of time at which nothing is out of date, is best served by giving up the targets that change most.
 *
 * @see Cho, Garcia-Molina: Effective page refresh policies for Web crawlers. ACM Transactions on Database Systems 28(4), 2003. https://doi.org/10.1145/958942.958945
 */
import { type Budget, type BudgetPeriod, type Budgets, budgetList, periodOf } from '../../ledger/budget.ts';
import type { ChangeRate } from '../store/store.ts';

const DAY_MS = 86_400_000;

/** Shortest time between two looks at a target, if the watch has no other [milliseconds]. */
export const SHORTEST_MS = 300_000;

/** The rate of a target that was never looked at. */
export const NEW_RATE: ChangeRate = Object.freeze({ changes: 0, watched_ms: 0 });

/** How much a look counts after this time: half [milliseconds]. */
const HALF_LIFE_MS = 5 * DAY_MS;

/** Returns the rate after a further look. The first look of a target says nothing about changes: do not count it. @param elapsedMs Time since the look before that succeeded */
export function nextRate(rate: ChangeRate, elapsedMs: number, hasChanged: boolean): ChangeRate {
  // A clock that was set back.
  if (elapsedMs <= 0) return rate;
  const keep = 2 ** (-elapsedMs / HALF_LIFE_MS);
  return { changes: rate.changes * keep + (hasChanged ? 1 : 0), watched_ms: rate.watched_ms * keep + elapsedMs };
}

/** Returns how often a target changes [changes a millisecond]: as if it had changed once in the day before the first look. */
export function changesPerMs({ changes, watched_ms }: ChangeRate = NEW_RATE): number {
  return (changes + 1) / (watched_ms + DAY_MS);
}

/** A target, as the schedule needs it. */
export interface ScheduledTarget {
  /** Longest time between two looks [milliseconds]. */
  everyMs: number;
  /** Credits of a look: its number of pages. */
  credits: number;
  /** How often it changes, if that is known. */
  rate?: ChangeRate | undefined;
}

/** The credits that were spent so far. */
export interface Spent {
  /** Now [milliseconds since the epoch]. */
  now: number;
  /** Returns the credits that were spent in a period, such as `day:2026-11-23`. */
  spentIn: (period: BudgetPeriod) => number;
}

/** How looks are scheduled. */
export interface ScheduleOptions {
  /** How many credits may be spent. With several budgets, the tightest one decides. */
  budget?: Budgets | undefined;
  /**
   * Whether to look more often at what changes more often: with a budget, as often as it allows; without one, when a change is as likely as not.
   * @default true with a budget, else false
   */
  learn?: boolean | undefined;
  /** Shortest time between two looks at a target [milliseconds]. @default 300_000 */
  shortestMs?: number | undefined;
  /** The credits that were spent so far. Without it, the budgets are spent evenly. */
  spent?: Spent | undefined;
}

/** Decides the intervals of all targets, until the next one is made. */
export interface Schedule {
  /** Returns the time between two looks at a target [milliseconds]. */
  intervalOf: (target: ScheduledTarget) => number;
  /** Factor of the longest intervals: above 1 if the budget does not suffice for them. Then all targets are looked at so much more rarely. */
  stretch: number;
}

/** Returns the schedule of targets. Make a new one when targets come and go, and from time to time: rates and the rest of the budget change. */
export function scheduleOf(targets: readonly ScheduledTarget[], options: ScheduleOptions = {}): Schedule {
  const { budget, spent, shortestMs = SHORTEST_MS } = options;
  const even = tightestBudget(budget)?.perMs;
  const { learn = even !== undefined } = options;
  const within = ({ everyMs }: ScheduledTarget, ms: number) => Math.min(everyMs, Math.max(shortestMs, ms));
  if (even === undefined)
    return {
      intervalOf: (target) => (learn ? within(target, Math.LN2 / changesPerMs(target.rate)) : target.everyMs),
      stretch: 1,
    };
  const least = spending(targets, ({ everyMs }) => everyMs);
  // The remaining credits do not decide: in a period that is nearly spent, targets would wait far into the next one.
  const stretch = Math.max(1, least / even);
  if (stretch > 1 || !learn) return { intervalOf: ({ everyMs }) => everyMs * stretch, stretch };
  const allowed = Math.max(least, (spent && remainingRate(budget, spent)) ?? even);
  const intervalAt = (factor: number) => (target: ScheduledTarget) => within(target, factor * weightOf(target));
  return { intervalOf: intervalAt(factorFor(targets, allowed, intervalAt)), stretch };
}

function weightOf({ credits, rate }: ScheduledTarget): number {
  return Math.cbrt(credits / changesPerMs(rate));
}

/** Returns the credits that all targets cost [credits a millisecond]. */
export function spending(targets: readonly ScheduledTarget[], intervalOf: Schedule['intervalOf']): number {
  return targets.reduce((sum, target) => sum + target.credits / intervalOf(target), 0);
}

/** How near the spending comes to the budget. */
const EXACT = 1e-6;

/** Returns the least factor of all weights that does not spend more than is allowed [credits a millisecond]. */
function factorFor(
  targets: readonly ScheduledTarget[],
  allowed: number,
  intervalAt: (factor: number) => Schedule['intervalOf'],
): number {
  let high = targets.reduce((most, target) => Math.max(most, target.everyMs / weightOf(target)), 0);
  if (spending(targets, intervalAt(0)) <= allowed) return 0;
  for (let low = high * Number.EPSILON, step = 0; step < 60; step++) {
    const factor = Math.sqrt(low * high);
    const spent = spending(targets, intervalAt(factor));
    if (spent > allowed) low = factor;
    else high = factor;
    if (spent <= allowed && spent >= allowed * (1 - EXACT)) break;
  }
  return high;
}

/** Lengths of the periods [milliseconds]. Of months the longest, so that no month is over budget. */
const LENGTHS = { hour: 3_600_000, day: DAY_MS, month: 31 * DAY_MS } as const;

/** Returns the budget that allows least, if spent evenly [credits a millisecond]. One for the whole time does not slow down the looks. */
export function tightestBudget(budgets: Budgets | undefined): { budget: Budget; perMs: number } | undefined {
  const rates = budgetList(budgets).flatMap((budget) =>
    budget.per === 'total' ? [] : [{ budget, perMs: budget.credits / LENGTHS[budget.per] }],
  );
  return rates.sort((one, other) => one.perMs - other.perMs)[0];
}

/**
 * Returns the credits per millisecond that spend the remaining credits of each budget evenly, for the tightest budget. They are spread over the rest of
 * this period and the next one: a period that is over before the next look does not decide about it, and nothing is spent in a rush at its end.
 * `undefined` without a budget that is renewed.
 */
export function remainingRate(budgets: Budgets | undefined, { now, spentIn }: Spent): number | undefined {
  const rates = budgetList(budgets).flatMap(({ credits, per }) => {
    if (per === 'total') return [];
    const period = periodOf(per, now);
    const left = Math.max(0, credits - spentIn(period));
    return [(left + credits) / ((period.endsAt ?? now) - now + LENGTHS[per])];
  });
  return rates.length === 0 ? undefined : Math.min(...rates);
}
