/** A budget: how many credits a program may spend in a period. */
import { BadRequestError } from '../contract/errors.ts';
import { DAY_MS, LARGEST } from './pack.ts';

/** The periods of a budget. They are those of the calendar, in UTC. */
export const BUDGET_PERIODS = ['hour', 'day', 'month', 'total'] as const;

/** How many credits a program may spend in a period. */
export interface Budget {
  /** Largest number of credits that are charged in a period. */
  credits: number;
  /**
   * The period: an hour, a day or a month of the calendar in UTC, or `total` for the whole time that the ledger exists.
   */
  per: (typeof BUDGET_PERIODS)[number];
}

/** One budget, or several that all apply, such as one for each hour and one for each day. */
export type Budgets = Budget | readonly Budget[];

/** A period of a budget that contains a point in time. */
export interface BudgetPeriod {
  /** Identifies the period: `day:2026-11-22`. */
  name: string;
  /** When the next period starts, in milliseconds since the epoch; `undefined` for `total`. */
  endsAt: number | undefined;
}

const HOUR_MS = 3_600_000;

/** Returns the period that contains a time, which is in milliseconds since the epoch. */
export function periodOf(per: Budget['per'], now: number): BudgetPeriod {
  const date = new Date(now);
  const iso = date.toISOString();
  switch (per) {
    case 'hour':
      return { name: `hour:${iso.slice(0, 13)}`, endsAt: (Math.floor(now / HOUR_MS) + 1) * HOUR_MS };
    case 'day':
      return { name: `day:${iso.slice(0, 10)}`, endsAt: (Math.floor(now / DAY_MS) + 1) * DAY_MS };
    case 'month':
      return { name: `month:${iso.slice(0, 7)}`, endsAt: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) };
    case 'total':
      return { name: 'total', endsAt: undefined };
  }
}

/**
 * Returns the budgets of a setting as a list.
 *
 * @param name Name of the setting, for messages.
 * @throws BadRequestError `INVALID_CONFIGURATION` for a budget that is not valid
 */
export function budgetList(budgets: Budgets | undefined, name = 'budget'): readonly Budget[] {
  if (budgets === undefined) return [];
  const list: readonly Budget[] = Array.isArray(budgets) ? budgets : [budgets as Budget];
  for (const [index, budget] of list.entries()) {
    assertBudget(budget, Array.isArray(budgets) ? `${name}[${index}]` : name);
    if (list.findIndex(({ per }) => per === budget.per) < index) {
      throw invalid(
        `${name}[${index}].per`,
        budget.per,
        'is used twice: expected one budget for each period. Remove one.',
      );
    }
  }
  return list;
}

/**
 * Returns the budget of a text such as `500/day`.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for another text
 */
export function parseBudget(text: string, name = 'budget'): Budget {
  const [, credits, per] = /^(\d+)\/([a-z]+)$/.exec(text.trim()) ?? [];
  const period = BUDGET_PERIODS.find((known) => known === per);
  if (period === undefined) {
    throw invalid(
      name,
      text,
      'is not a budget: expected, for example, 500/day. The periods are hour, day, month and total.',
    );
  }
  const budget: Budget = { credits: Number(credits), per: period };
  assertBudget(budget, name);
  return budget;
}

function assertBudget(budget: unknown, name: string): void {
  if (typeof budget !== 'object' || budget === null) {
    throw invalid(name, budget, "is not a budget: expected, for example, { credits: 500, per: 'day' }.");
  }
  const { credits, per } = budget as Partial<Budget>;
  if (!Number.isInteger(credits) || Number(credits) < 1 || Number(credits) > LARGEST.requests) {
    throw invalid(`${name}.credits`, credits, `is not valid: expected a whole number from 1 to ${LARGEST.requests}.`);
  }
  if (!BUDGET_PERIODS.some((known) => known === per)) {
    throw invalid(`${name}.per`, per, `is not valid: expected one of ${BUDGET_PERIODS.join(', ')}.`);
  }
}

function invalid(parameter: string, value: unknown, why: string): BadRequestError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new BadRequestError(`${parameter}: ${shown} ${why}`, { code: 'INVALID_CONFIGURATION', parameter });
}
