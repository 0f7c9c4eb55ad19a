/** The rate that budgets allow, in credits a millisecond. */
import { type Budget, type BudgetPeriod, type Budgets, budgetList, periodOf } from '../../ledger/budget.ts';

/** Lengths of the periods [milliseconds]. Of months the longest, so that no month is over budget. */
const LENGTHS = { hour: 3_600_000, day: 86_400_000, month: 31 * 86_400_000 } as const;

/** The budget that allows least. */
export interface TightestBudget {
  budget: Budget;
  /** Credits a millisecond. */
  perMs: number;
}

/**
 * Returns the budget that allows least, if spent evenly. A budget for the whole time counts only if it must last for a time. `undefined` if there is none.
 *
 * @param lastsMs How long a budget `per: 'total'` must last [milliseconds].
 */
export function tightestBudget(budgets: Budgets | undefined, lastsMs?: number): TightestBudget | undefined {
  let tightest: TightestBudget | undefined;
  for (const budget of budgetList(budgets)) {
    const length = budget.per === 'total' ? lastsMs : LENGTHS[budget.per];
    if (length === undefined) continue;
    const perMs = budget.credits / length;
    if (tightest === undefined || perMs < tightest.perMs) tightest = { budget, perMs };
  }
  return tightest;
}

/** The credits that were spent so far. */
export interface Spent {
  /** Now [milliseconds since the epoch]. */
  now: number;
  /** Returns the credits that were spent in a period, such as `day:2026-11-23`. */
  spentIn: (period: BudgetPeriod) => number;
  /** When the watch started [milliseconds since the epoch]. A budget `per: 'total'` must last from then on. */
  startedAt?: number | undefined;
}

/**
 * Returns the credits per millisecond that spend the remaining credits of each budget evenly, for the tightest budget. They are spread over the rest of
 * this period and the next one: a period that is over before the next look does not decide about it, and nothing is spent in a rush at its end.
 * `undefined` without a budget.
 *
 * @param lastsMs How long a budget `per: 'total'` must last [milliseconds].
 */
export function remainingRate(
  budgets: Budgets | undefined,
  { now, spentIn, startedAt }: Spent,
  lastsMs?: number,
): number | undefined {
  const rates = budgetList(budgets).map(({ credits, per }) => {
    const period = periodOf(per, now);
    const left = Math.max(0, credits - spentIn(period));
    if (per !== 'total') return (left + credits) / ((period.endsAt ?? now) - now + LENGTHS[per]);
    const leftMs = startedAt === undefined || lastsMs === undefined ? 0 : startedAt + lastsMs - now;
    return leftMs > 0 ? left / leftMs : Number.POSITIVE_INFINITY;
  });
  const least = Math.min(...rates);
  return least === Number.POSITIVE_INFINITY ? undefined : least;
}
