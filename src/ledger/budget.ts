/** A budget: how many credits a program may spend in a period. */
import { isRecord } from '../contract/json.ts';
import { invalidSetting, oneOf, type Setting, wholeNumber, wrongSetting } from '../options/checks.ts';
import { membersIn, type OptionTable } from '../options/table.ts';
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
export type Budgets = Budget | BudgetText | readonly (Budget | BudgetText)[];

/** A budget as text: `500/day`. */
export type BudgetText = `${number}/${Budget['per']}`;

/** A period of a budget that contains a point in time. */
export interface BudgetPeriod {
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

const BUDGET: OptionTable<Budget> = {
  credits: { check: (setting) => wholeNumber(setting, 1, LARGEST.requests) },
  per: { check: (setting) => oneOf(setting, BUDGET_PERIODS) },
};

/** Returns the budgets of a setting as a list. */
export const budgetList = (budgets: Budgets | undefined): readonly Budget[] =>
  [budgets ?? []].flat().map((budget) => (typeof budget === 'string' ? parseBudget(budget) : budget));

/** Returns the budgets of a setting. @throws BadRequestError `INVALID_CONFIGURATION` for a budget that is not valid */
export function checkedBudgets({ name, value }: Setting): Budgets {
  if (!Array.isArray(value)) return checkedBudget({ name, value });
  const list = value.map((budget: unknown, index) => checkedBudget({ name: `${name}[${index}]`, value: budget }));
  const second = list.findIndex(({ per }, index) => list.slice(0, index).some((budget) => budget.per === per));
  if (second === -1) return list;
  const why = 'is used twice: expected one budget for each period. Remove one.';
  throw invalidSetting(`${name}[${second}].per`, list[second]?.per, why);
}

const EXAMPLES = "{ credits: 500, per: 'day' } or '500/day'";

function checkedBudget({ name, value }: Setting): Budget {
  if (typeof value === 'string') return parseBudget(value, name);
  if (!isRecord(value)) throw invalidSetting(name, value, `is not a budget: expected, for example, ${EXAMPLES}.`);
  const { credits, per } = membersIn(BUDGET)({ name, value });
  if (credits === undefined)
    throw wrongSetting(`${name}.credits`, 'missing: expected a number of credits, such as 500.');
  if (per === undefined) throw wrongSetting(`${name}.per`, `missing: expected one of ${BUDGET_PERIODS.join(', ')}.`);
  return { credits, per };
}

/** Returns the budget of a text such as `500/day`. @throws BadRequestError `INVALID_CONFIGURATION` for another text */
export function parseBudget(text: string, name = 'budget'): Budget {
  const [, credits, period] = /^(\d+)\/([a-z]+)$/.exec(text.trim()) ?? [];
  const per = BUDGET_PERIODS.find((known) => known === period);
  if (per !== undefined) return checkedBudget({ name, value: { credits: Number(credits), per } });
  const why = 'is not a budget: expected, for example, 500/day. The periods are hour, day, month and total.';
  throw invalidSetting(name, text, why);
}
