/** When to look at a target next. */
import type { Budgets } from '../../ledger/budget.ts';
import type { ChangeRate } from '../store/store.ts';
import { type Division, divide, intervalOf, type Share, spending } from './allocate.ts';
import { remainingRate, type Spent, tightestBudget } from './budget-rate.ts';
import { changesPerMs, DEFAULT_PRIOR, NEW_RATE, priorOf, type RatePrior } from './change-rate.ts';

/** Shortest time between two looks at a target, if the watch has no other [milliseconds]. */
export const SHORTEST_MS = 300_000;

/** A target, as the schedule needs it. */
export interface ScheduledTarget {
  /** Id of the target. */
  id?: string | undefined;
  /** Longest time between two looks [milliseconds]. */
  everyMs: number;
  /** Credits of a look: its number of pages. */
  credits: number;
  /** How often it changes, if that is known. */
  rate?: ChangeRate | undefined;
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
  /** How long a budget `per: 'total'` must last [milliseconds]. Without it, such a budget does not slow down the looks. */
  lastsMs?: number | undefined;
  /** The credits that were spent so far. Without it, the budgets are spent evenly. */
  spent?: Spent | undefined;
  /** The assumption about a new target. It is corrected by the rates of the others. @default one change a day */
  prior?: RatePrior | undefined;
}

/** Decides the intervals of all targets, until the next one is made. It is JSON, except for an infinite price. */
export interface SchedulePolicy extends Division {
  /** `every`: each target at its longest interval. `budget`: as the credits allow. `likely`: when a change is as likely as not. */
  mode: 'every' | 'budget' | 'likely';
  /** Shortest time between two looks at a target [milliseconds]. */
  shortestMs: number;
  /** The assumption about a new target. */
  prior: RatePrior;
}

/**
 * Returns the policy for targets. Make a new one when targets come and go, and from time to time: rates and the rest of the budget change. It takes
 * about a second for 100,000 targets.
 */
export function schedulePolicy(targets: readonly ScheduledTarget[], options: ScheduleOptions = {}): SchedulePolicy {
  const { budget, lastsMs, spent, shortestMs = SHORTEST_MS } = options;
  const even = tightestBudget(budget, lastsMs)?.perMs;
  const { learn = even !== undefined } = options;
  const prior = learn ? priorOf(ratesOf(targets), options.prior) : (options.prior ?? DEFAULT_PRIOR);
  const rest = { shortestMs, prior };
  const rarest = { price: Number.POSITIVE_INFINITY, stretch: 1, ...rest };
  if (even === undefined) return { mode: learn ? 'likely' : 'every', ...rarest };
  const shares = targets.map((target) => shareOf(target, rest));
  const least = spending(shares, rarest);
  // The remaining credits do not decide: in a period that is nearly spent, targets would wait far into the next one.
  if (least > even) return { mode: 'budget', ...rarest, stretch: least / even };
  if (!learn) return { mode: 'budget', ...rarest };
  const left = spent === undefined ? even : (remainingRate(budget, spent, lastsMs) ?? even);
  return { mode: 'budget', ...rest, ...divide(shares, Math.max(least, left)) };
}

function* ratesOf(targets: readonly ScheduledTarget[]): Iterable<ChangeRate> {
  for (const { rate } of targets) if (rate !== undefined) yield rate;
}

/** Returns the share of a target. */
export function shareOf(
  { everyMs, credits, rate = NEW_RATE }: ScheduledTarget,
  { shortestMs, prior }: Pick<SchedulePolicy, 'shortestMs' | 'prior'>,
): Share {
  return { perMs: changesPerMs(rate, prior), credits, longestMs: everyMs, shortestMs: Math.min(shortestMs, everyMs) };
}

/** Returns the time between two looks at a target [milliseconds]. */
export function scheduledInterval(target: ScheduledTarget, policy: SchedulePolicy): number {
  if (policy.mode === 'every') return target.everyMs;
  const share = shareOf(target, policy);
  if (policy.mode === 'budget') return intervalOf(share, policy);
  return Math.min(share.longestMs, Math.max(share.shortestMs, Math.LN2 / share.perMs));
}
