import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BlockedError, type MarketplaceEvent, TransportError } from '../../src/entries/index.ts';
import {
  createLocalMarketplace,
  DEFAULT_PACE,
  type LocalMarketplaceOptions,
  memoryLedger,
} from '../../src/entries/local.ts';
import { ASIN, CAPTCHA_PAGE, productPage, sourceOf } from './pages.ts';
import { passing } from './passing.ts';

const SECOND = 1_000;
const PACE = { concurrency: 1, minGapMs: 0, jitterMs: 0 };

/** Returns a page source that responds after a time, or never. */
function slowPages(delayMs: number, body = productPage()) {
  return async ({ url }: { url: string }) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return { url, status: 200, headers: {}, body };
  };
}

/** Returns a marketplace, and a list of its events. */
function observed(options: LocalMarketplaceOptions) {
  const events: MarketplaceEvent[] = [];
  const marketplace = createLocalMarketplace({ ...options, onEvent: (event) => events.push(event) });
  const of = <Type extends MarketplaceEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<MarketplaceEvent, { type: Type }> => event.type === type);
  return { marketplace, events, of };
}

const failed = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

// The first call loads it, which takes real time.
beforeAll(() => import('../../src/local/backend.ts'));
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the time limits of a call', () => {
  it('let 70 parallel calls wait for the default pace, and none times out', async () => {
    const pages = Object.assign(slowPages(400), { pace: DEFAULT_PACE });
    await using marketplace = createLocalMarketplace({ pages });
    const calls = Array.from({ length: 70 }, () => marketplace.product({ asin: ASIN }));
    const waits = (await passing(Promise.all(calls))).map(({ meta }) => meta.queued_ms ?? 0);
    expect(waits[0]).toBe(0);
    expect(Math.max(...waits)).toBeGreaterThan(60 * SECOND);
    expect(Math.max(...waits)).toBeLessThan(110 * SECOND);
  });

  it('start when its turn comes: the error says how long the call worked and waited', async () => {
    await using marketplace = createLocalMarketplace({ pages: slowPages(58 * SECOND), pace: PACE, concurrency: 1 });
    const first = marketplace.product({ asin: ASIN });
    const second = marketplace.product({ asin: ASIN });
    const third = failed(marketplace.product({ asin: ASIN }, { timeoutMs: 30 * SECOND }));
    expect((await passing(first)).meta).not.toHaveProperty('queued_ms');
    expect((await passing(second)).meta.queued_ms).toBe(58 * SECOND);
    expect(await passing(third)).toMatchObject({
      name: 'TransportError',
      code: 'TIMEOUT',
      retryable: false,
      message: 'timed out after 30 s (timeoutMs); it waited 116 s for its turn before.',
    });
  });

  it.each(['option', 'call option'])('end a wait after queueTimeoutMs: %s', async (where) => {
    const limit = { queueTimeoutMs: 3 * SECOND };
    await using marketplace = createLocalMarketplace({
      pages: slowPages(60 * SECOND),
      concurrency: 1,
      ...(where === 'option' ? limit : {}),
    });
    const running = failed(marketplace.product({ asin: ASIN }));
    const waiting = failed(marketplace.product({ asin: ASIN }, where === 'option' ? {} : limit));
    expect(await passing(waiting)).toMatchObject({
      name: 'TransportError',
      code: 'TIMEOUT',
      retryable: false,
      message:
        'timed out: the call waited 3 s for its turn (queueTimeoutMs) and worked 0 ms. Make fewer calls at once, set a faster pace, or increase queueTimeoutMs.',
    });
    await passing(running);
  });

  it('count every wait, also before a retry', async () => {
    const pages = sourceOf(productPage(), CAPTCHA_PAGE, productPage());
    await using marketplace = createLocalMarketplace({ pages, pace: { ...PACE, minGapMs: 2 * SECOND } });
    void marketplace.product({ asin: ASIN });
    // 2 s for the pace, then at least 1.5 s for the back-off.
    const call = failed(marketplace.product({ asin: ASIN }, { queueTimeoutMs: 3 * SECOND }));
    const error = await passing(call);
    expect(error).toMatchObject({ code: 'TIMEOUT' });
    expect(error?.message).toMatch(/^timed out: the call waited 3 s for its turn \(queueTimeoutMs\)/);
  });

  it('end a call after both limits together at the latest', async () => {
    await using marketplace = createLocalMarketplace({
      pages: () => new Promise<never>(() => undefined),
      pace: { ...PACE, minGapMs: 4 * SECOND },
      concurrency: 3,
    });
    const began = performance.now();
    const limits = { timeoutMs: 6 * SECOND, queueTimeoutMs: 5 * SECOND };
    const calls = Array.from({ length: 6 }, async () => {
      const error = await failed(marketplace.product({ asin: ASIN }, limits));
      return { error, ms: performance.now() - began };
    });
    for (const { error, ms } of await passing(Promise.all(calls))) {
      expect(error).toMatchObject({ code: 'TIMEOUT' });
      expect(ms).toBeLessThanOrEqual(11 * SECOND);
    }
  });

  it('keep the error of the last failed attempt as the cause', async () => {
    const failure = new TransportError('reset', { retryAfterMs: 20 * SECOND });
    await using marketplace = createLocalMarketplace({ pages: sourceOf(failure), timeoutMs: 10 * SECOND });
    const error = await passing(failed(marketplace.product({ asin: ASIN })));
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'timed out after 10 s (timeoutMs).', cause: failure });
  });

  it('do not depend on the wall clock: it can step back an hour while calls run', async () => {
    const start = Date.parse('2026-11-20T12:00:00Z');
    let step = 0;
    const now = () => start + performance.now() - step;
    const { marketplace, events } = observed({ pages: slowPages(SECOND), pace: { minGapMs: SECOND }, now });
    const calls = Array.from({ length: 5 }, () => marketplace.product({ asin: ASIN }));
    await vi.advanceTimersByTimeAsync(1_500);
    step = 3_600 * SECOND;
    for (const { meta } of await passing(Promise.all(calls))) {
      expect(meta.timing_ms).toBeGreaterThanOrEqual(SECOND);
      expect(meta.timing_ms).toBeLessThan(20 * SECOND);
    }
    expect(performance.now()).toBeLessThan(60 * SECOND);
    for (const { elapsed_ms } of events) {
      expect(elapsed_ms).toBeGreaterThanOrEqual(0);
      expect(elapsed_ms).toBeLessThan(20 * SECOND);
    }
    await marketplace.close();
  });
});

describe('queue events', () => {
  it('are published only by calls that wait, with reason and position', async () => {
    const { marketplace, of } = observed({ pages: slowPages(SECOND), concurrency: 1 });
    const calls = Array.from({ length: 3 }, () => marketplace.product({ asin: ASIN }));
    const ids = (await passing(Promise.all(calls))).map(({ meta }) => meta.request_id);
    expect(of('queue')).toMatchObject([
      { request_id: ids[1], reason: 'connections', position: 1, attempt: 1 },
      { request_id: ids[2], reason: 'connections', position: 2, attempt: 1 },
    ]);
    expect(of('done').map((event) => event.queued_ms)).toEqual([undefined, SECOND, 2 * SECOND]);
    await marketplace.close();
  });

  it('have the expected wait for the pace', async () => {
    const { marketplace, of } = observed({ pages: slowPages(0), pace: { minGapMs: 3 * SECOND, jitterMs: 0 } });
    await passing(Promise.all(Array.from({ length: 3 }, () => marketplace.product({ asin: ASIN }))));
    expect(of('queue')).toMatchObject([
      { reason: 'pace', position: 1, wait_ms: 3 * SECOND },
      { reason: 'pace', position: 2, wait_ms: 6 * SECOND },
    ]);
    await marketplace.close();
  });

  it('show calls that wait behind a back-off, and the back-off itself', async () => {
    const pages = sourceOf(CAPTCHA_PAGE, CAPTCHA_PAGE, productPage());
    const { marketplace, of } = observed({ pages, pace: { minGapMs: 0, jitterMs: 0 }, retries: 0 });
    for (const asin of ['B0BLOCKED1', 'B0BLOCKED2']) await passing(failed(marketplace.product({ asin })));
    expect((await passing(marketplace.product({ asin: ASIN }))).meta.queued_ms).toBeGreaterThan(3 * SECOND);
    expect(of('backoff')).toMatchObject([
      { host: 'www.amazon.com', wait_ms: 2 * SECOND },
      { host: 'www.amazon.com', wait_ms: 4 * SECOND },
    ]);
    const [second, third] = of('queue');
    expect(second).toMatchObject({ reason: 'backoff', position: 1 });
    expect(third).toMatchObject({ reason: 'backoff', position: 1 });
    expect(third?.wait_ms).toBeGreaterThan(3 * SECOND);
    await marketplace.close();
  });

  it('show the back-off after a page source that throws BlockedError, and use a new session', async () => {
    const sessions: string[] = [];
    const pages = async ({ url, session }: { url: string; session: string }) => {
      sessions.push(session);
      if (sessions.length === 1) throw new BlockedError('refused', { code: 'CAPTCHA' });
      return { url, status: 200, headers: {}, body: productPage() };
    };
    const { marketplace, of } = observed({ pages, pace: { minGapMs: 0, jitterMs: 0 }, retries: 0 });
    expect(await passing(failed(marketplace.product({ asin: ASIN })))).toMatchObject({ code: 'CAPTCHA' });
    await passing(marketplace.product({ asin: ASIN }));
    expect(new Set(sessions).size).toBe(2);
    expect(of('blocked')).toMatchObject([{ code: 'CAPTCHA', page: '' }]);
    expect(of('backoff')).toMatchObject([{ host: 'www.amazon.com', wait_ms: 2 * SECOND }]);
    await marketplace.close();
  });

  it('use one timer for a gap that is longer than a timer of Node', async () => {
    const pace = { minGapMs: 2 ** 31 - 1, jitterMs: 1_000 };
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { marketplace } = observed({ pages: slowPages(0), pace, queueTimeoutMs: 5 * SECOND });
    await passing(marketplace.product({ asin: ASIN }));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    expect(await passing(failed(marketplace.product({ asin: ASIN })))).toMatchObject({ code: 'TIMEOUT' });
    expect(timers.mock.calls.length).toBeLessThan(10);
    vi.restoreAllMocks();
    await marketplace.close();
  });

  it('do not happen after blocks if the back-off is switched off', async () => {
    const pages = sourceOf(CAPTCHA_PAGE, CAPTCHA_PAGE, productPage());
    const { marketplace, of } = observed({ pages, pace: { minGapMs: 0, jitterMs: 0 }, backoff: false, retries: 0 });
    for (const asin of ['B0BLOCKED1', 'B0BLOCKED2']) await passing(failed(marketplace.product({ asin })));
    expect((await marketplace.product({ asin: ASIN })).meta).not.toHaveProperty('queued_ms');
    expect([of('queue'), of('backoff')]).toEqual([[], []]);
    await marketplace.close();
  });

  it.each([
    ['packs', { packs: [{ requests: 2, validDays: 30, connections: 10 }] }, 'QUOTA_EXCEEDED'],
    ['a budget', { budget: { credits: 2, per: 'total' } as const }, 'BUDGET_EXCEEDED'],
  ])('show calls that wait for credits of %s that running calls hold: only used ones are used up', async (...row) => {
    const [, limit, code] = row;
    const { marketplace, of } = observed({ pages: slowPages(SECOND, CAPTCHA_PAGE), retries: 0, ...limit });
    const blocked = Array.from({ length: 3 }, () => failed(marketplace.product({ asin: ASIN })));
    expect(await passing(Promise.all(blocked))).toMatchObject(Array(3).fill({ code: 'CAPTCHA' }));
    expect(of('queue')).toMatchObject([{ reason: 'credits', position: 1 }]);
    expect(of('done')[2]?.queued_ms).toBe(SECOND);
    await marketplace.close();

    const ready = observed({ pages: slowPages(SECOND), ...limit });
    const calls = Array.from({ length: 4 }, () => failed(ready.marketplace.product({ asin: ASIN })));
    const late = { queueTimeoutMs: SECOND / 2 };
    expect(await passing(failed(ready.marketplace.product({ asin: ASIN }, late)))).toMatchObject({ code: 'TIMEOUT' });
    const used = { code, message: expect.not.stringMatching('hold|reserved') };
    expect(await passing(Promise.all(calls))).toMatchObject([undefined, undefined, used, used]);
    await ready.marketplace.close();
  });

  it('show a call that waits for a connection of the packs', async () => {
    const now = () => Date.parse('2026-11-20T12:00:00Z');
    const packs = [{ requests: 5, purchasedAt: new Date(now() - 1), validDays: 30, connections: 1 }];
    const ledger = memoryLedger({ now });
    const other = createLocalMarketplace({ pages: slowPages(SECOND), packs, ledger, now });
    const { marketplace, of } = observed({ pages: slowPages(0), packs, ledger, now });
    const running = other.product({ asin: ASIN });
    await vi.advanceTimersByTimeAsync(10);
    expect((await passing(marketplace.product({ asin: ASIN }))).meta.queued_ms).toBeGreaterThan(500);
    expect(of('queue')).toMatchObject([{ reason: 'credits', position: 1 }]);
    await passing(running);
    await other.close();
    await marketplace.close();
  });
});
