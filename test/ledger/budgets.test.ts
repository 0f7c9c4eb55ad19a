import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Spending } from '../../src/client/budgets.ts';
import { BudgetExceededError, InternalError, TransportError, UnavailableError } from '../../src/entries/index.ts';
import type { Budget } from '../../src/ledger/budget.ts';
import { passing } from '../local/passing.ts';
import { ledgers } from './ledgers.ts';

const NOW = Date.parse('2026-11-22T14:30:00Z');
const HOUR = 3_600_000;
const { signal } = new AbortController();
/** A call that waits without limit. */
const caller = { priority: 0, wait: () => () => undefined };

describe.each(Object.entries(ledgers))('budgets in %s', (_, open) => {
  function setUp(...budgets: Budget[]) {
    const clock = { now: NOW };
    const now = () => clock.now;
    const ledger = open({ now });
    const spending = new Spending(ledger, budgets, now);
    const other = (...changed: Budget[]) => new Spending(ledger, changed, now);
    const used = async (period: string) => (await ledger.listPacks(`budget:${period}`)).map(({ charged }) => charged);
    return { clock, ledger, spending, other, used };
  }

  const call = (spending: Spending, billed = true) =>
    spending.spend(
      caller,
      async () => 'page',
      () => billed,
      signal,
    );
  const failing = (spending: Spending, error: Error) =>
    spending.spend(
      caller,
      () => Promise.reject(error),
      () => true,
      signal,
    );

  it('charge what is billed, and refuse a call beyond them before its work starts', async () => {
    const { spending, used } = setUp({ credits: 2, per: 'day' });
    expect([await call(spending), await call(spending)]).toEqual(['page', 'page']);
    let isStarted = false;
    const refused = spending.spend(
      caller,
      async () => {
        isStarted = true;
      },
      () => true,
      signal,
    );
    const error = await refused.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      status: 429,
      retryable: false,
      billed: false,
      retryAfterMs: 9.5 * HOUR,
      message:
        'budget: 2 credits per day used up: 2 used. The next day starts at 2026-11-23T00:00:00.000Z. Wait, or raise the budget.',
    });
    expect(isStarted).toBe(false);
    expect(await used('day:2026-11-22')).toEqual([2]);
  });

  it('do not count results that were not billed, and failures', async () => {
    const { spending, used } = setUp({ credits: 1, per: 'total' });
    await call(spending, false);
    const failure = new UnavailableError('not now');
    await expect(failing(spending, failure)).rejects.toBe(failure);
    await expect(failing(spending, new Error('a bug'))).rejects.toThrow('a bug');
    expect(await used('total')).toEqual([0]);
    await call(spending);
  });

  it('count failures that were billed', async () => {
    const { spending, used } = setUp({ credits: 1, per: 'total' });
    await expect(failing(spending, new InternalError('drift', { billed: true }))).rejects.toThrow('drift');
    expect(await used('total')).toEqual([1]);
    await expect(call(spending)).rejects.toMatchObject({
      message: 'budget: 1 credit in total used up: 1 used. Raise the budget.',
      retryAfterMs: undefined,
    });
  });

  it('are exact under concurrency: calls wait in order for credits that running calls hold', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { spending, used } = setUp({ credits: 3, per: 'hour' });
    const ends = Array.from({ length: 8 }, () => Promise.withResolvers<boolean>());
    const [started, waits]: [number[], unknown[]] = [[], []];
    const calls = ends.map(({ promise }, number) =>
      spending.spend(
        {
          priority: number === 7 ? 1 : 0,
          wait: (details) => {
            waits.push(details);
            return () => undefined;
          },
        },
        () => {
          started.push(number);
          return promise;
        },
        (billed) => billed,
        signal,
      ),
    );
    const refused = Promise.allSettled(calls);
    const start = async (...numbers: number[]) => {
      for (let step = 0; step < 100 && started.length < numbers.length; step++) await vi.advanceTimersByTimeAsync(100);
      expect(started).toEqual(numbers);
    };
    await start(0, 1, 2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(waits).toEqual([1, 2, 3, 4, 5].map((position) => ({ reason: 'credits', position })));
    // A call that was not billed frees its credit for the next one. Number 7 has a higher priority, but number 3 is asking already.
    ends[1]?.resolve(false);
    await start(0, 1, 2, 3);
    ends[3]?.resolve(false);
    await start(0, 1, 2, 3, 7);
    for (const { resolve } of ends) resolve(true);
    const codes = (await passing(refused)).map((end) => (end.status === 'rejected' ? end.reason.code : end.value));
    expect(codes).toEqual([true, false, true, false, ...Array(3).fill('BUDGET_EXCEEDED'), true]);
    expect(await used('hour:2026-11-22T14')).toEqual([3]);
  });

  it('do not hold credits of one budget while they wait for those of another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { ledger, spending, other } = setUp({ credits: 2, per: 'day' }, { credits: 1, per: 'hour' });
    const first = Promise.withResolvers<string>();
    const running = spending.spend(
      caller,
      () => first.promise,
      () => false,
      signal,
    );
    const waiting = call(spending);
    await vi.advanceTimersByTimeAsync(500);
    // The day has a credit for somebody else.
    expect(await call(other({ credits: 2, per: 'day' }), false)).toBe('page');
    first.resolve('first');
    expect(await passing(Promise.all([running, waiting]))).toEqual(['first', 'page']);
    expect(await ledger.remaining('budget:day:2026-11-22')).toBe(1);
  });

  it('end the wait of a call that is aborted, and its turn goes to the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { spending, used } = setUp({ credits: 1, per: 'day' });
    const first = Promise.withResolvers<string>();
    const gone = new AbortController();
    const spend = (work: () => Promise<string>, ended = signal) => spending.spend(caller, work, () => true, ended);
    const running = spend(() => first.promise);
    const [aborted, next] = [spend(async () => 'aborted', gone.signal), spend(async () => 'next')];
    const outcome = Promise.allSettled([aborted, next]);
    await vi.advanceTimersByTimeAsync(500);
    gone.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    first.reject(new Error('not billed'));
    await expect(running).rejects.toThrow('not billed');
    expect((await passing(outcome))[1]).toMatchObject({ value: 'next' });
    expect(await used('day:2026-11-22')).toEqual([1]);
  });

  it('start anew in the next period', async () => {
    const { spending, clock, used } = setUp({ credits: 1, per: 'hour' });
    await call(spending);
    await expect(call(spending)).rejects.toThrow(BudgetExceededError);
    clock.now = Date.parse('2026-11-22T15:00:00Z');
    await call(spending);
    expect([await used('hour:2026-11-22T14'), await used('hour:2026-11-22T15')]).toEqual([[1], [1]]);
  });

  it('all apply, and a call that one of them refuses holds no credit of the others', async () => {
    const { spending, clock, used } = setUp({ credits: 9, per: 'day' }, { credits: 1, per: 'hour' });
    await call(spending);
    await expect(call(spending)).rejects.toThrow('budget: 1 credit per hour used up');
    expect([await used('day:2026-11-22'), await used('hour:2026-11-22T14')]).toEqual([[1], [1]]);
    clock.now += HOUR;
    for (let hour = 0; hour < 8; hour++, clock.now += HOUR) await call(spending);
    clock.now = Date.parse('2026-11-22T23:59:00Z');
    await expect(call(spending)).rejects.toThrow('budget: 9 credits per day used up');
  });

  it('count on after a restart, with the new number of credits', async () => {
    const { spending, other, used } = setUp({ credits: 2, per: 'day' });
    await call(spending);
    await call(spending);
    await expect(call(other({ credits: 2, per: 'day' }))).rejects.toThrow(BudgetExceededError);
    await call(other({ credits: 3, per: 'day' }));
    await expect(call(other({ credits: 1, per: 'day' }))).rejects.toThrow('1 credit per day used up: 3 used');
    expect(await used('day:2026-11-22')).toEqual([3]);
  });

  it('are independent of the clock of the ledger', async () => {
    const { ledger, used } = setUp();
    const spending = new Spending(ledger, [{ credits: 1, per: 'day' }], () => Date.parse('2031-01-01T00:00:00Z'));
    await call(spending);
    expect(await used('day:2031-01-01')).toEqual([1]);
  });

  it('report the failure of the call if the ledger fails too', async () => {
    const { spending, ledger } = setUp({ credits: 2, per: 'day' });
    ledger.release = () => Promise.reject(new Error('the disk is full'));
    await expect(failing(spending, new TransportError('cut off'))).rejects.toThrow('cut off');
    ledger.commit = () => Promise.reject(new Error('the disk is full'));
    await expect(call(spending)).rejects.toThrow('the disk is full');
  });
});
