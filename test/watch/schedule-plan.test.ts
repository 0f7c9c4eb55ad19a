import { describe, expect, it } from 'vitest';
import { planText, planWatch, type WatchPlanOptions } from '../../src/watch/schedule/plan.ts';
import { NEW_RATE, type ScheduledTarget } from '../../src/watch/schedule/schedule.ts';
import type { WatchTarget } from '../../src/watch/types.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const busy = { changes: 70, watched_ms: 100 * HOUR };
const calm = { changes: 1, watched_ms: 100 * HOUR };
const products = (count: number, everyMs = DAY) => Array.from({ length: count }, () => ({ everyMs, credits: 1 }));

/** Returns the plan of targets with these rates. */
function plan(targets: readonly ScheduledTarget[], options: Partial<WatchPlanOptions> = {}) {
  const given = targets.map(({ everyMs, credits }): WatchTarget => {
    return { endpoint: 'search', params: { keyword: 'camping lantern' }, every: everyMs, pages: credits };
  });
  return planWatch(given, { every: '1h', history: (_, index) => targets[index]?.rate, ...options });
}

describe('a plan', () => {
  it('says what looks at fixed intervals cost', () => {
    const { creditsPerDay, minimumPerDay, ...rest } = plan([
      { everyMs: HOUR, credits: 1 },
      { everyMs: 6 * HOUR, credits: 3 },
    ]);
    expect([creditsPerDay, minimumPerDay]).toEqual([36, 36]);
    expect(rest).toMatchObject({ targets: 2, learned: 0, stretch: 1 });
    expect(rest).not.toHaveProperty('budget');
    expect(rest).not.toHaveProperty('usedUpAfterMs');
  });

  it('uses the budget for what changes more often', () => {
    const targets = [
      ...products(10).map((one) => ({ ...one, rate: calm })),
      ...products(10).map((one) => ({ ...one, rate: busy })),
    ];
    const planned = plan(targets, { budget: { credits: 240, per: 'day' } });
    expect(planned.creditsPerDay).toBeCloseTo(240, 2);
    const equal = plan(products(20), { budget: { credits: 240, per: 'day' }, learn: false });
    expect(planned.creditsPerDay).toBeGreaterThan(2 * equal.creditsPerDay);
    expect(planned).toMatchObject({ targets: 20, learned: 20 });
    expect(planned.budget).toEqual({ credits: 240, per: 'day' });
  });

  it('says that a budget does not suffice, and looks at all targets so much more rarely', () => {
    const planned = plan(products(100, HOUR), { budget: { credits: 600, per: 'day' } });
    expect(planned.stretch).toBeCloseTo(4);
    expect(planned.minimumPerDay).toBeCloseTo(2_400);
    expect(planned.creditsPerDay).toBeCloseTo(600);
  });

  it('follows the tightest of several budgets', () => {
    const budget = [
      { credits: 1_000, per: 'hour' },
      { credits: 3_100, per: 'month' },
      { credits: 500, per: 'day' },
    ] as const;
    const planned = plan(products(50), { budget });
    expect(planned.budget).toEqual(budget[1]);
    expect(planned.creditsPerDay).toBeCloseTo(100, 2);
  });

  it('says how long a budget for the whole time lasts', () => {
    const options = { budget: { credits: 1_000, per: 'total' } } as const;
    const planned = plan(products(100), options);
    expect(planned.usedUpAfterMs).toBeCloseTo(10 * DAY);
  });

  it('expects a fresher picture from more credits', () => {
    const expected = [200, 400, 800, 1_600].map((credits) => plan(products(100), { budget: { credits, per: 'day' } }));
    for (const [index, { meanAgeMs, freshness }] of expected.slice(1).entries()) {
      expect(meanAgeMs).toBeLessThan(expected[index]?.meanAgeMs ?? 0);
      expect(freshness).toBeGreaterThan(expected[index]?.freshness ?? 1);
    }
  });

  it('of no targets costs nothing', () => {
    expect(plan([], { budget: { credits: 5, per: 'day' } })).toMatchObject({ meanAgeMs: 0, freshness: 1, stretch: 1 });
    expect(planText(plan([]))).toBe('No targets.\n');
  });

  it.each([
    [[{ everyMs: 0, credits: 1 }], {}, 'targets[0].every'],
    [[{ everyMs: HOUR, credits: Number.NaN }], {}, 'targets[0].pages'],
    [products(1), { budget: { credits: 0, per: 'day' } as const }, 'budget.credits'],
    [products(1), { shortest: -1 }, 'shortest'],
  ])('throws for an invalid value: case %#', (targets, options, parameter) => {
    expect(() => plan(targets, options)).toThrow(expect.objectContaining({ parameter }));
  });
});

describe('the plan of a watch', () => {
  const targets: WatchTarget[] = [
    { id: 'one', endpoint: 'product', params: { asin: 'B0LIVE0001' } },
    { endpoint: 'search', params: { keyword: 'kettle' }, pages: 3, every: '1d' },
  ];

  it('reads times, pages and the history', () => {
    const planned = planWatch(targets, { every: '1h', history: ({ id }) => (id === 'one' ? busy : undefined) });
    expect(planned.creditsPerDay).toBeCloseTo(27, 9);
    expect(planned).toMatchObject({ targets: 2, learned: 1 });
  });

  it('reads the shortest interval', () => {
    const budget = { credits: 1_000_000, per: 'day' } as const;
    const planned = planWatch(targets.slice(0, 1), { every: '1h', budget, shortest: '10m' });
    expect(planned.creditsPerDay).toBeCloseTo(144);
  });

  it('throws for a time that is not valid', () => {
    expect(() => planWatch(targets, { every: 'often' as never })).toThrow(/^every: "often" is not valid/);
    expect(() => planWatch([{ ...targets[0], every: '1 day' } as never], { every: '1h' })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter: 'targets[0].every' }),
    );
  });

  it.each([
    [{ evry: '1h' }, 'evry: is not an option of planWatch. Did you mean "every"?'],
    [{ every: undefined }, 'every: '],
    [{ learn: 'yes' }, 'learn: '],
    [{ history: {} }, 'history: '],
  ])('refuses the options %o', (options, message) => {
    expect(() => planWatch(targets, { every: '1h', ...options } as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION', message: expect.stringContaining(message) }),
    );
  });

  it('assumes nothing of targets whose rates are known', () => {
    expect(planText(planWatch(targets, { every: '1h', history: () => busy }))).not.toContain('assumed');
  });

  it('is a few lines of text', () => {
    const many = Array.from(
      { length: 400 },
      (_, index): WatchTarget => ({ endpoint: 'product', params: { asin: `B0LIVE${String(index).padStart(4, '0')}` } }),
    );
    const history = (_: WatchTarget, index: number) => (index < 100 ? busy : index < 300 ? calm : NEW_RATE);
    const budget = [
      { credits: 5_000, per: 'day' },
      { credits: 100_000, per: 'total' },
    ] as const;
    expect(planText(planWatch(many, { every: '6h', budget, history }))).toMatchInlineSnapshot(`
      "targets    400, 300 with a known rate of change
      assumed    one change a day of the other 100: read the staleness as a guess
      credits    5,000 a day
      budget     5,000 per day: enough for the longest interval of each target
      minimum    1,600 a day
      staleness  2.5 minutes on average, up to date 91.7 % of the time
      used up    after 20 days
      "
    `);
    expect(planText(planWatch(many, { every: '1h', budget: { credits: 2_000, per: 'day' } }))).toMatchInlineSnapshot(`
      "targets    400, none with a known rate of change
      assumed    one change a day of each: read the staleness as a guess
      credits    2,000 a day
      budget     2,000 per day: not enough: all targets wait 4.8 times as long as their longest interval
      minimum    9,600 a day
      staleness  9.1 minutes on average, up to date 90.6 % of the time
      "
    `);
  });
});
