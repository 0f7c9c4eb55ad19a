/** The cost of a watch, and the age of its values, before the first call. */
import type { Duration } from '../../contract/marketplace.ts';
import { type Budget, type Budgets, budgetList, checkedBudgets } from '../../ledger/budget.ts';
import { functionFor, type Setting, trueOrFalse, wholeNumber } from '../../options/checks.ts';
import { duration, durationText, LONGEST_TIME_MS } from '../../options/duration.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import type { ChangeRate } from '../store/store.ts';
import { targetOfText } from '../targets/watch-target.ts';
import type { WatchTarget } from '../types.ts';
import { changesPerMs, type ScheduledTarget, SHORTEST_MS, scheduleOf, spending, tightestBudget } from './schedule.ts';

const DAY_MS = 86_400_000;

/** Options of the plan of a watch. */
export interface WatchPlanOptions {
  /** Longest time between two looks at a target that has no other. */
  every: Duration;
  /** How many credits may be spent. With several budgets, the tightest one decides. */
  budget?: Budgets | undefined;
  /** Whether to look more often at what changes more often, as the option of a watch. @default true with a budget, else false */
  learn?: boolean | undefined;
  /** Shortest time between two looks at a target. @default '5m' */
  shortest?: Duration | undefined;
  /** Returns how often a target changes, as recorded by an earlier watch. Without it: one change a day. */
  history?: ((target: WatchTarget, index: number) => ChangeRate | undefined) | undefined;
}

const time = (setting: Setting) => duration(setting, 1_000, LONGEST_TIME_MS);

const OPTIONS: OptionTable<WatchPlanOptions> = {
  every: { check: time },
  budget: { check: checkedBudgets },
  learn: { check: trueOrFalse },
  shortest: { check: time },
  history: { check: functionFor<NonNullable<WatchPlanOptions['history']>>() },
};

/** The expectation of what a watch knows. */
export interface ExpectedStaleness {
  /** For how long, on average, what is known has been out of date; 0 while it is up to date [milliseconds]. */
  meanAgeMs: number;
  /** Share of time at which it is up to date: 0 to 1. */
  freshness: number;
}

/** The cost of a watch, and the age of its values. */
export interface WatchPlan extends ExpectedStaleness {
  /** Number of targets. */
  targets: number;
  /** Number of those whose rate of change is known from earlier looks. Of the others, one change a day is assumed. */
  learned: number;
  /** Credits that the planned looks cost a day. */
  creditsPerDay: number;
  /** Credits a day of looks at each target at its longest interval. */
  minimumPerDay: number;
  /** Factor of the longest intervals: 1, or more if the budget does not suffice for them. Then all targets are looked at so much more rarely. */
  stretch: number;
  /** The budget that decides how often to look. Absent if none does. */
  budget?: Budget;
  /** How long a budget for the whole time lasts [milliseconds]. Absent without one. */
  usedUpAfterMs?: number;
}

/**
 * Returns the plan of a watch: what it costs and how fresh what it knows will be. Nothing is sent. The looks that confirm a doubtful change and repeated
 * calls cost further credits.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, or an invalid interval or number of pages of a target
 */
export function planWatch(targets: Iterable<WatchTarget | string>, options: WatchPlanOptions): WatchPlan {
  const settings = readOptions('planWatch', OPTIONS, options);
  const { budget, learn, shortest: shortestMs = SHORTEST_MS, history } = settings;
  const everyMs = settings.every ?? time({ name: 'every', value: undefined });
  const scheduled = Array.from(typeof targets === 'string' ? [targets] : targets, (given, index): ScheduledTarget => {
    const target = typeof given === 'string' ? targetOfText(given) : given;
    const { every, pages } = target;
    return {
      everyMs: every === undefined ? everyMs : time({ name: `targets[${index}].every`, value: every }),
      credits: wholeNumber({ name: `targets[${index}].pages`, value: pages }, 1) ?? 1,
      rate: history?.(target, index),
    };
  });
  const { intervalOf, stretch } = scheduleOf(scheduled, { budget, learn, shortestMs });
  const perMs = spending(scheduled, intervalOf);
  const total = budgetList(budget).find(({ per }) => per === 'total');
  const decisive = tightestBudget(budget)?.budget;
  return {
    targets: scheduled.length,
    learned: scheduled.filter(({ rate }) => (rate?.watched_ms ?? 0) > 0).length,
    creditsPerDay: perMs * DAY_MS,
    minimumPerDay: spending(scheduled, (target) => target.everyMs) * DAY_MS,
    stretch,
    ...(decisive === undefined ? {} : { budget: decisive }),
    ...meanOf(scheduled.map((target) => stalenessOf(changesPerMs(target.rate), intervalOf(target)))),
    ...(total !== undefined && perMs > 0 && { usedUpAfterMs: total.credits / perMs }),
  };
}

/** Below this number of expected changes, the series are more exact than the differences. */
const SMALL = 0.01;

/** Returns the mean age and the freshness of a target whose changes are a Poisson process. */
export function stalenessOf(perMs: number, intervalMs: number): ExpectedStaleness {
  const expected = perMs * intervalMs;
  const share =
    expected < SMALL ? expected / 6 - expected ** 2 / 24 : 0.5 - 1 / expected - Math.expm1(-expected) / expected ** 2;
  return { meanAgeMs: intervalMs * share, freshness: expected < 1e-9 ? 1 : -Math.expm1(-expected) / expected };
}

function meanOf(all: readonly ExpectedStaleness[]): ExpectedStaleness {
  if (all.length === 0) return { meanAgeMs: 0, freshness: 1 };
  const mean = (of: keyof ExpectedStaleness) => all.reduce((sum, one) => sum + one[of], 0) / all.length;
  return { meanAgeMs: mean('meanAgeMs'), freshness: mean('freshness') };
}

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Returns a plan as a few lines of text. It says what was assumed. */
export function planText(plan: WatchPlan): string {
  const { targets, learned, creditsPerDay, minimumPerDay, budget, usedUpAfterMs } = plan;
  if (targets === 0) return 'No targets.\n';
  const lines: Record<string, string | false | undefined> = {
    targets: `${number(targets)}, ${learned === 0 ? 'none' : number(learned)} with a known rate of change`,
    assumed:
      learned < targets &&
      `one change a day of ${learned === 0 ? 'each' : `the other ${number(targets - learned)}`}: read the staleness as a guess`,
    credits: `${number(creditsPerDay)} a day`,
    budget:
      budget &&
      `${number(budget.credits)} ${budget.per === 'total' ? 'in total' : `per ${budget.per}`}: ${enoughText(plan)}`,
    minimum: budget && `${number(minimumPerDay)} a day`,
    staleness: stalenessText(plan),
    'used up': usedUpAfterMs !== undefined && `after ${durationText(usedUpAfterMs)}`,
  };
  const shown = Object.entries(lines).filter(([, text]) => text);
  return shown.map(([name, text]) => `${name.padEnd(11)}${text}\n`).join('');
}

function enoughText({ stretch }: WatchPlan): string {
  if (stretch <= 1) return 'enough for the longest interval of each target';
  return `not enough: all targets wait ${DIGITS.format(stretch)} times as long as their longest interval`;
}

function stalenessText({ meanAgeMs, freshness }: ExpectedStaleness): string {
  return `${durationText(meanAgeMs)} on average, up to date ${DIGITS.format(freshness * 100)} % of the time`;
}

function number(value: number): string {
  return (value < 100 ? DIGITS : WHOLE).format(value);
}
