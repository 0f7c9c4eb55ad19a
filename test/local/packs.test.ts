import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMarketplace, QuotaExceededError } from '../../src/entries/index.ts';
import {
  createLocalMarketplace,
  LOCAL_KEY,
  type LocalMarketplaceOptions,
  type LocalPack,
  memoryLedger,
  type PageSource,
  sqliteLedger,
} from '../../src/entries/local.ts';
import { freshFile } from '../ledger/ledgers.ts';
import { ASIN, productPage, sourceOf } from './pages.ts';
import { passing } from './passing.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const now = () => NOW;
const pages: PageSource = sourceOf(productPage());

const pack = (requests: number, changes: Partial<LocalPack> = {}): LocalPack => ({
  requests,
  purchasedAt: new Date(NOW),
  validDays: 30,
  connections: 10,
  ...changes,
});

/** Makes calls on a marketplace of its own, and returns the credits that are left. */
async function remainingAfter(calls: number, options: LocalMarketplaceOptions): Promise<number | undefined> {
  await using marketplace = createLocalMarketplace({ pages, now, ...options });
  let remaining: number | undefined;
  for (let call = 0; call < calls; call++) {
    remaining = (await marketplace.product({ asin: ASIN })).meta.usage.requests_remaining;
  }
  return remaining;
}

describe('the credits of the local backend', () => {
  it('are unlimited without packs', async () => {
    expect(await remainingAfter(2, {})).toBe(Number.MAX_SAFE_INTEGER);
    expect(await remainingAfter(2, { ledger: sqliteLedger(freshFile()) })).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('ask a ledger that only a budget uses once for each call whether it has packs', async () => {
    const ledger = memoryLedger({ now });
    const asked = vi.spyOn(ledger, 'listPacks');
    await remainingAfter(10, { ledger, budget: { credits: 20, per: 'total' } });
    expect(asked).toHaveBeenCalledTimes(10);
    await ledger.addPack(LOCAL_KEY, pack(3));
    expect(await remainingAfter(1, { ledger })).toBe(2);
  });

  it('continue after a restart, with the same packs, with more and with none', async () => {
    const path = freshFile();
    const open = () => sqliteLedger(path, { now });
    expect(await remainingAfter(1, { ledger: open(), packs: [pack(3), pack(3)] })).toBe(5);
    expect(await remainingAfter(1, { ledger: open(), packs: [pack(3), pack(3)] })).toBe(4);
    const more = [pack(3), pack(3), pack(10, { validDays: 90 })];
    expect(await remainingAfter(1, { ledger: open(), packs: more })).toBe(13);
    expect(await remainingAfter(1, { ledger: open() })).toBe(12);
  });

  it('charge calls with the same idempotency key once, also after a restart and without credits left', async () => {
    const path = freshFile();
    const call = async (idempotencyKey: string) => {
      const ledger = sqliteLedger(path, { now });
      await using marketplace = createLocalMarketplace({ pages, now, ledger, packs: [pack(1)] });
      return (await marketplace.product({ asin: ASIN }, { idempotencyKey })).meta.usage;
    };
    expect(await call('job 1')).toEqual({ requests_consumed: 1, requests_remaining: 0 });
    expect(await call('job 1')).toEqual({ requests_consumed: 0, requests_remaining: 0 });
    await expect(call('job 2')).rejects.toThrow(QuotaExceededError);
  });

  it('are free again after a failed call with an idempotency key', async () => {
    const broken = sourceOf(new Error('a bug'), productPage());
    await using marketplace = createLocalMarketplace({ pages: broken, now, packs: [pack(3)] });
    const call = () => marketplace.product({ asin: ASIN }, { idempotencyKey: 'job 1' });
    await expect(call()).rejects.toThrow('a bug');
    expect((await call()).meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 2 });
  });

  it.each([
    ['with packs', [pack(9)]],
    ['without packs', undefined],
  ])('count a repeated idempotency key once against a budget, %s', async (_, packs) => {
    const budget = { credits: 2, per: 'total' } as const;
    await using marketplace = createLocalMarketplace({ pages, now, packs, budget });
    const call = (idempotencyKey: string) => marketplace.product({ asin: ASIN }, { idempotencyKey });
    for (const key of ['a', 'a', 'a', 'b', 'a']) await call(key);
    await expect(call('c')).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  });

  it.each([
    ['its position', {}],
    ['its id', { id: 'november' }],
  ])('change a pack that has new numbers at the next start, known by %s', async (_, known) => {
    const path = freshFile();
    const open = () => sqliteLedger(path, { now });
    expect(await remainingAfter(3, { ledger: open(), packs: [pack(100, known)] })).toBe(97);
    expect(await remainingAfter(1, { ledger: open(), packs: [pack(200, known)] })).toBe(196);
    expect(await remainingAfter(1, { ledger: open(), packs: [pack(2, known), pack(10, { validDays: 90 })] })).toBe(9);
  });

  it('neither add nor renew a pack without an id whose purchase date is the time of each start', async () => {
    const path = freshFile();
    let time = NOW;
    const start = async () => {
      time += 86_400_000;
      const clock = () => time;
      const packs = [pack(100, { purchasedAt: new Date(time) }), pack(5, { purchasedAt: undefined })];
      return await remainingAfter(1, { now: clock, ledger: sqliteLedger(path, { now: clock }), packs });
    };
    expect([await start(), await start(), await start()]).toEqual([104, 103, 102]);
    const ledger = sqliteLedger(path, { now });
    const first = new Date(NOW + 86_400_000);
    expect(await ledger.listPacks(LOCAL_KEY)).toMatchObject([
      { id: 'pack-1', purchasedAt: first },
      { id: 'pack-2', purchasedAt: first },
    ]);
    await ledger.close();
  });

  it('move the purchase date of a pack with an id', async () => {
    const ledger = memoryLedger({ now });
    await remainingAfter(1, { ledger, packs: [pack(9, { id: 'mine' })] });
    const purchasedAt = new Date(NOW - 1_000);
    await remainingAfter(1, { ledger, packs: [pack(9, { id: 'mine', purchasedAt })] });
    expect(await ledger.listPacks()).toMatchObject([{ id: 'mine', charged: 2, purchasedAt }]);
  });

  it('are shared by marketplaces with the same ledger', async () => {
    const options = { ledger: memoryLedger({ now }), packs: [pack(3)] };
    expect(await remainingAfter(2, options)).toBe(1);
    expect(await remainingAfter(1, options)).toBe(0);
    await expect(remainingAfter(1, options)).rejects.toThrow(QuotaExceededError);
  });

  it('limit calls at once over all marketplaces that share them: the others wait', async () => {
    const ledger = memoryLedger({ now });
    let [running, most] = [0, 0];
    const slow: typeof pages = async (request) => {
      most = Math.max(most, ++running);
      await sleep(20);
      running--;
      return pages(request);
    };
    const options = { pages: slow, now, ledger, packs: [pack(8, { connections: 2 })] };
    await using one = createLocalMarketplace(options);
    await using other = createLocalMarketplace(options);
    await Promise.all([one, other, one, other, one, other].map((marketplace) => marketplace.product({ asin: ASIN })));
    expect(most).toBe(2);
    expect(await ledger.remaining(LOCAL_KEY)).toBe(2);
  });

  it.each([
    [{ requests: 0 }, 'packs[0].requests'],
    [{ validDays: 1.5 }, 'packs[0].validDays'],
    [{ connections: Number.NaN }, 'packs[0].connections'],
    [{ purchasedAt: new Date('no') }, 'packs[0].purchasedAt'],
    [{ id: '' }, 'packs[0].id'],
  ])('reject the pack %o and name %s', (wrong, parameter) => {
    const error = expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter });
    expect(() => createMarketplace({ packs: [pack(1, wrong)] })).toThrow(error);
    expect(() => createLocalMarketplace({ packs: [pack(1, wrong)] })).toThrow(error);
  });

  it('reject two packs with the same id', () => {
    const error = expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter: 'packs[1].id' });
    expect(() => createMarketplace({ packs: [pack(1, { id: 'a' }), pack(2, { id: 'a' })] })).toThrow(error);
    expect(() => createMarketplace({ packs: [pack(1), pack(2, { id: 'pack-1' })] })).toThrow(error);
  });

  it('are held by a budget too: beyond it nothing is fetched, and no credit of a pack is charged', async () => {
    let fetched = 0;
    const counting: PageSource = (request) => {
      fetched++;
      return pages(request);
    };
    const ledger = memoryLedger({ now });
    const budget = { credits: 2, per: 'day' } as const;
    await using marketplace = createLocalMarketplace({
      pages: counting,
      now,
      ledger,
      budget,
      packs: [pack(9)],
      retries: 2,
    });
    const ends = await Promise.allSettled([1, 2, 3, 4].map(() => marketplace.product({ asin: ASIN })));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      name: 'BudgetExceededError',
      message: expect.stringContaining(
        '2 credits per day used up: 2 used. The next day starts at 2026-11-21T00:00:00.000Z.',
      ),
      retryAfterMs: 12 * 3_600_000,
      requestId: expect.any(String),
    });
    expect({ fetched, remaining: await ledger.remaining(LOCAL_KEY) }).toEqual({ fetched: 2, remaining: 7 });
  });

  it('fail with the path, within the time of the call, while another process has locked the file', async () => {
    const path = freshFile();
    const ledger = sqliteLedger(path, { now });
    await using marketplace = createLocalMarketplace({ pages, now, ledger, packs: [pack(3)], retries: 9 });
    // Loads what the first call loads: later, only the clock moves.
    await marketplace.product({ asin: ASIN });
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const other = new DatabaseSync(path);
    other.exec('BEGIN EXCLUSIVE');
    await using once = createLocalMarketplace({ pages, now, ledger, packs: [pack(3)], retries: 0 });
    const locked = {
      name: 'UnavailableError',
      retryable: true,
      message: expect.stringContaining(`${path}: another process has locked the file`),
    };
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await expect(passing(once.product({ asin: ASIN }))).rejects.toMatchObject(locked);
    // A call that is retried until it times out names the reason too.
    await expect(passing(marketplace.product({ asin: ASIN }, { timeoutMs: 2_500 }))).rejects.toMatchObject({
      code: 'TIMEOUT',
      cause: locked,
    });
    vi.useRealTimers();
    other.close();
    // The failure is not kept.
    expect((await marketplace.product({ asin: ASIN })).meta.usage.requests_remaining).toBe(1);
  });
});
