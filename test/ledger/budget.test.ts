import { describe, expect, it } from 'vitest';
import { type Budget, budgetList, checkedBudgets, parseBudget, periodOf } from '../../src/ledger/budget.ts';

const at = (timestamp: string) => Date.parse(timestamp);

describe('periodOf', () => {
  it.each([
    ['hour', '2026-11-22T14:59:59.999Z', 'hour:2026-11-22T14', '2026-11-22T15:00:00Z'],
    ['day', '2026-11-22T00:00:00.000Z', 'day:2026-11-22', '2026-11-23T00:00:00Z'],
    ['day', '2026-11-22T23:59:59.999Z', 'day:2026-11-22', '2026-11-23T00:00:00Z'],
    ['month', '2026-11-30T23:59:59.999Z', 'month:2026-11', '2026-12-01T00:00:00Z'],
    ['month', '2026-12-01T00:00:00.000Z', 'month:2026-12', '2027-01-01T00:00:00Z'],
    ['month', '2028-02-29T12:00:00.000Z', 'month:2028-02', '2028-03-01T00:00:00Z'],
  ] as const)('returns the %s of %s: %s until %s', (per, now, name, end) => {
    expect(periodOf(per, at(now))).toEqual({ name, endsAt: at(end) });
  });

  it('returns a period without an end for a total', () => {
    expect(periodOf('total', at('2026-11-22T14:00:00Z'))).toEqual({ name: 'total', endsAt: undefined });
  });
});

describe('budgetList', () => {
  it('returns a budget, several budgets and no budget as a list', () => {
    const budget: Budget = { credits: 500, per: 'day' };
    expect(budgetList(undefined)).toEqual([]);
    expect(budgetList(budget)).toEqual([budget]);
    expect(budgetList([budget, { credits: 50, per: 'hour' }])).toHaveLength(2);
    expect(budgetList(['500/day', { credits: 50, per: 'hour' }])).toEqual([budget, { credits: 50, per: 'hour' }]);
  });
});

describe('checkedBudgets', () => {
  it('reads texts, also in a list', () => {
    const check = (value: unknown) => checkedBudgets({ name: 'budget', value });
    expect(check('500/day')).toEqual({ credits: 500, per: 'day' });
    expect(check(['500/day', '9/total'])).toEqual([
      { credits: 500, per: 'day' },
      { credits: 9, per: 'total' },
    ]);
    expect(() => check(['5/day', '6/day'])).toThrow(/^budget\[1\]\.per: "day" is used twice/);
    expect(() => check(['5/week'])).toThrow(expect.objectContaining({ parameter: 'budget[0]' }));
  });

  it.each([
    [500, 'budget'],
    [null, 'budget'],
    [{ credits: 0, per: 'day' }, 'budget.credits'],
    [{ credits: 1.5, per: 'day' }, 'budget.credits'],
    [{ credits: '500', per: 'day' }, 'budget.credits'],
    [{ per: 'day' }, 'budget.credits'],
    [{ credits: 500 }, 'budget.per'],
    [{ credits: 500, per: 'week' }, 'budget.per'],
    [{ credits: 500, period: 'day' }, 'budget.period'],
    [[{ credits: 5, per: 'day' }, 7], 'budget[1]'],
    [
      [
        { credits: 5, per: 'day' },
        { credits: 6, per: 'day' },
      ],
      'budget[1].per',
    ],
  ])('refuses %j and names %s', (budget, parameter) => {
    const error = { name: 'BadRequestError', code: 'INVALID_CONFIGURATION', parameter };
    const check = () => checkedBudgets({ name: 'budget', value: budget });
    expect(check).toThrow(expect.objectContaining(error));
    expect(check).toThrow(/: .* (?:expected[ ,].*\.|Did you mean "per"\?|Expected one of .*\.)$/);
  });
});

describe('parseBudget', () => {
  it('reads credits and period', () => {
    expect(parseBudget('500/day')).toEqual({ credits: 500, per: 'day' });
    expect(parseBudget(' 9/total ')).toEqual({ credits: 9, per: 'total' });
  });

  it.each(['500', '500/week', '/day', '-1/day', '0/day', '1.5/day', '500 per day', ''])('refuses %j', (text) => {
    expect(() => parseBudget(text)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIGURATION' }));
  });
});
