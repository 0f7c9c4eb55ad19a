/** The cost of a watch, and the age of its values, before the first call. */

import { BadRequestError } from '../../contract/errors.ts';
import { type Budget, budgetList, checkedBudgets } from '../../ledger/budget.ts';
import { wholeNumber } from '../../options/checks.ts';
import { spending } from './allocate.ts';
import { tightestBudget } from './budget-rate.ts';
import { type ScheduledTarget, type ScheduleOptions, scheduledInterval, schedulePolicy, shareOf } from './policy.ts';
import { freshness, meanAge } from './staleness.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Options of a plan. */
export interface PlanOptions extends Omit<ScheduleOptions, 'spent'> {
  /** How long a page takes [milliseconds]. With `concurrency` it says how long one round takes. */
  pageMs?: number | undefined;
  /** How many pages are read at once. @default 1 */
  concurrency?: number | undefined;
  /** Least time between the starts of two requests: the pace of the marketplace [milliseconds]. @default 0 */
  paceMs?: number | undefined;
  /** When the watch starts [milliseconds since the epoch]: then the plan names the day when a budget for the whole time is used up. */
  startsAt?: number | undefined;
}

/** Credits in the periods of a budget. */
export interface PlannedCredits {
  /** Credits in an hour. */
  perHour: number;
  /** Credits in a day. */
  perDay: number;
  /** In 30 days. */
  perMonth: number;
}

/** The expectation of one target, or of all. */
export interface ExpectedStaleness {
  /** For how long, on average, what is known has been out of date; 0 while it is up to date [milliseconds]. */
  meanAgeMs: number;
  /** Share of time at which it is up to date: 0 to 1. */
  freshness: number;
}

/** The plan of a target. */
export interface PlannedTarget extends ExpectedStaleness {
  /** Id of the target, if it has one. */
  id?: string;
  /** Time between two looks [milliseconds]. */
  intervalMs: number;
  /** Looks a day. */
  looksPerDay: number;
  /** Expected changes a day. */
  changesPerDay: number;
  /** Whether the expectation comes from looks at this target. Otherwise it is what is typical of the others, or one change a day. */
  isLearned: boolean;
}

/** The cost of a watch, and the age of its values. */
export interface WatchPlan extends ExpectedStaleness {
  /** The targets, in the order in which they were given. */
  targets: readonly PlannedTarget[];
  /** The cost of the planned looks. */
  credits: PlannedCredits;
  /** The cost of looks at each target at its longest interval. */
  minimum: PlannedCredits;
  /** Whether the budget suffices for the longest interval of each target. If not, all are looked at more rarely, by the same factor. */
  isEnough: boolean;
  /** Factor of the longest intervals: 1, or more if the budget does not suffice. */
  stretch: number;
  /** The budget that decides how often to look. Absent if none does. */
  budget?: Budget;
  /** The result of the same number of credits if all targets have their share of them, however often they change. */
  roundRobin: ExpectedStaleness;
  /** Looks a day: of the target with the fewest, the one in the middle, the one with the most, and of all. */
  looksPerDay: { least: number; median: number; most: number; total: number };
  /** How long one look at each target takes [milliseconds]. Absent without `pageMs` and `paceMs`. */
  roundMs?: number;
  /** Whether the pages can be read as fast as they are due. Absent without `pageMs` and `paceMs`. */
  isFastEnough?: boolean;
  /** How long a budget for the whole time lasts [milliseconds]. Absent without one. */
  usedUpAfterMs?: number;
  /** When it is used up: ISO 8601, UTC. Absent without `startsAt`, and after the year 9999. */
  usedUpAt?: string;
}

/**
 * Returns the plan of a watch. Nothing is sent. The looks that confirm a doubtful change and repeated calls cost further credits.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid budget, `INVALID_PARAMETER` for a target with an interval or credits that are not above 0
 */
export function plan(targets: readonly ScheduledTarget[], options: PlanOptions = {}): WatchPlan {
  const { startsAt, lastsMs } = options;
  const budget = options.budget === undefined ? undefined : checkedBudgets({ name: 'budget', value: options.budget });
  wholeNumber({ name: 'shortestMs', value: options.shortestMs }, 1);
  wholeNumber({ name: 'lastsMs', value: lastsMs }, 1);
  for (const [index, target] of targets.entries()) checkTarget(target, index);
  const policy = schedulePolicy(targets, { ...options, budget, spent: undefined });
  const planned = targets.map((target): PlannedTarget => {
    const { perMs } = shareOf(target, policy);
    const intervalMs = scheduledInterval(target, policy);
    return {
      ...(target.id === undefined ? {} : { id: target.id }),
      intervalMs,
      looksPerDay: DAY_MS / intervalMs,
      changesPerDay: perMs * DAY_MS,
      isLearned: (target.rate?.looks ?? 0) > 0,
      ...stalenessOf(perMs, intervalMs),
    };
  });
  const shares = targets.map((target) => shareOf(target, policy));
  const minimum = spending(shares, { price: Number.POSITIVE_INFINITY, stretch: 1 });
  const perMs = targets.reduce((sum, { credits }, index) => sum + credits / (planned[index]?.intervalMs ?? 1), 0);
  const even = shares.map((share) => stalenessOf(share.perMs, perMs === 0 ? 1 : (share.longestMs * minimum) / perMs));
  const decisive = tightestBudget(budget, lastsMs)?.budget;
  return {
    targets: planned,
    credits: creditsOf(perMs),
    minimum: creditsOf(minimum),
    isEnough: policy.stretch <= 1,
    stretch: policy.stretch,
    ...(decisive === undefined ? {} : { budget: decisive }),
    ...meanOf(planned),
    roundRobin: meanOf(even),
    looksPerDay: looksOf(planned),
    ...roundOf(targets, perMs, options),
    ...endOf(budgetList(budget).find(({ per }) => per === 'total')?.credits, perMs, startsAt),
  };
}

function checkTarget({ everyMs, credits }: ScheduledTarget, index: number): void {
  for (const [name, value] of Object.entries({ everyMs, credits }))
    if (!(Number.isFinite(value) && value > 0))
      throw new BadRequestError(`targets[${index}].${name}: ${value} is not valid: expected a number above 0.`, {
        code: 'INVALID_PARAMETER',
        parameter: `targets[${index}].${name}`,
      });
}

function stalenessOf(perMs: number, intervalMs: number): ExpectedStaleness {
  return { meanAgeMs: meanAge(perMs, intervalMs), freshness: freshness(perMs, intervalMs) };
}

function meanOf(all: readonly ExpectedStaleness[]): ExpectedStaleness {
  if (all.length === 0) return { meanAgeMs: 0, freshness: 1 };
  let [ages, fresh] = [0, 0];
  for (const one of all) {
    ages += one.meanAgeMs;
    fresh += one.freshness;
  }
  return { meanAgeMs: ages / all.length, freshness: fresh / all.length };
}

function creditsOf(perMs: number): PlannedCredits {
  return { perHour: perMs * HOUR_MS, perDay: perMs * DAY_MS, perMonth: perMs * 30 * DAY_MS };
}

function looksOf(planned: readonly PlannedTarget[]): WatchPlan['looksPerDay'] {
  const looks = planned.map(({ looksPerDay }) => looksPerDay).sort((one, other) => one - other);
  return {
    least: looks[0] ?? 0,
    median: looks[looks.length >> 1] ?? 0,
    most: looks.at(-1) ?? 0,
    total: looks.reduce((sum, one) => sum + one, 0),
  };
}

function roundOf(
  targets: readonly ScheduledTarget[],
  perMs: number,
  { pageMs, paceMs, concurrency }: PlanOptions,
): Pick<WatchPlan, 'roundMs' | 'isFastEnough'> {
  if (pageMs === undefined && paceMs === undefined) return {};
  const time =
    (wholeNumber({ name: 'pageMs', value: pageMs }, 0) ?? 0) /
    (wholeNumber({ name: 'concurrency', value: concurrency }, 1) ?? 1);
  const eachMs = Math.max(time, wholeNumber({ name: 'paceMs', value: paceMs }, 0) ?? 0);
  const pages = targets.reduce((sum, { credits }) => sum + credits, 0);
  return { roundMs: pages * eachMs, isFastEnough: perMs * eachMs <= 1 };
}

/** The last time that is written with four digits of the year. */
const LATEST = Date.UTC(9999, 11, 31);

function endOf(
  credits: number | undefined,
  perMs: number,
  startsAt: number | undefined,
): Pick<WatchPlan, 'usedUpAfterMs' | 'usedUpAt'> {
  if (credits === undefined || perMs === 0) return {};
  const usedUpAfterMs = credits / perMs;
  if (startsAt === undefined || startsAt + usedUpAfterMs > LATEST) return { usedUpAfterMs };
  return { usedUpAfterMs, usedUpAt: new Date(startsAt + usedUpAfterMs).toISOString() };
}
