import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnyMarketplace, Duration } from '../../src/entries/index.ts';
import { createLocalMarketplace, type PageSource, savedPages } from '../../src/entries/local.ts';
import { buyPack, createKey, packOffer, type ServiceOptions } from '../../src/entries/service.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { fixturePages, marketplaceOf, ORIGIN, setUpService } from './setup.ts';

const LANTERN = '/v1/product?asin=B0LANTERN1';
const NOT_FOUND = '/v1/product?asin=B0NOTFOUND';

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a service whose calls end one by one, on command, and two keys. */
async function setUp(options: Partial<ServiceOptions> = {}) {
  const inner = fixturePages();
  const running: { asin: string; timeoutMs: Duration | undefined; end: () => void }[] = [];
  const product: AnyMarketplace['product'] = async (params, callOptions) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.push({ asin: params.asin, timeoutMs: callOptions?.timeoutMs, end: resolve });
    await promise;
    return inner.product(params);
  };
  const setup = await setUpService(
    { marketplace: marketplaceOf(product), ...options },
    { requests: 1_000, connections: 100 },
  );
  const other = await createKey(setup.store, 'other', Date.now());
  await buyPack(setup.store, other.id, packOffer('free'), Date.now());
  const getAsOther = (path: string) => setup.send(path, { headers: { 'x-api-key': other.key } });
  /** Waits until as many calls run. */
  const untilRunning = async (count: number) => {
    while (running.length < count) await turnOfLoop();
  };
  /** Waits until as many calls wait. */
  const untilWaiting = async (count: number) => {
    while (!(await setup.send('/metrics')).text.includes(`buybox_calls_waiting ${count}\n`))
      for (let turn = 0; turn < 20; turn++) await turnOfLoop();
  };
  const endAll = async (calls: readonly Promise<unknown>[]) => {
    const interval = setInterval(() => {
      for (const { end } of running.splice(0)) end();
    }, 1);
    await Promise.all(calls);
    clearInterval(interval);
  };
  return { ...setup, other, getAsOther, running, untilRunning, untilWaiting, endAll };
}

describe('the queue of the service', () => {
  it('gives a key its turn while another key has 45 slow calls', async () => {
    const { get, getAsOther, running, untilRunning, untilWaiting, endAll } = await setUp({ concurrency: 10 });
    const slow = Array.from({ length: 45 }, () => get(LANTERN));
    await untilRunning(10);
    const single = getAsOther(NOT_FOUND);
    await untilWaiting(36);
    expect(running.map(({ asin }) => asin)).toEqual(Array.from({ length: 10 }, () => 'B0LANTERN1'));
    running.shift()?.end();
    await untilRunning(10);
    expect(running.at(-1)?.asin).toBe('B0NOTFOUND');
    running.pop()?.end();
    expect(await single).toMatchObject({ status: 200, body: { found: false } });
    await endAll(slow);
  });

  it('gives a call its whole timeoutMs when its turn comes, and reports the wait', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const { get, log, running, untilRunning, untilWaiting } = await setUp({ concurrency: 1, timeoutMs: 1_000 });
    const first = get(LANTERN);
    await untilRunning(1);
    const second = get(NOT_FOUND);
    await untilWaiting(1);
    // The wait is longer than the timeout.
    await vi.advanceTimersByTimeAsync(5_000);
    running.shift()?.end();
    expect((await first).body.meta).not.toHaveProperty('queued_ms');
    await untilRunning(1);
    expect(running[0]?.timeoutMs).toBe(1_000);
    await vi.advanceTimersByTimeAsync(999);
    running.shift()?.end();
    expect(await second).toMatchObject({ status: 200, body: { meta: { queued_ms: 5_000 } } });
    const waits = log.filter(({ endpoint }) => endpoint === 'product').map(({ queued_ms }) => queued_ms);
    expect(waits).toEqual([0, 5_000]);
  });

  it('adds the wait of the marketplace to its own', async () => {
    const inner = fixturePages();
    const marketplace = marketplaceOf(async (params, options) => {
      const envelope = await inner.product(params, options);
      return { ...envelope, meta: { ...envelope.meta, queued_ms: 40_000 } };
    });
    const { get, log } = await setUpService({ marketplace });
    expect((await get(LANTERN)).body.meta.queued_ms).toBe(40_000);
    expect(log).toMatchObject([{ queued_ms: 40_000 }]);
  });

  it('lets the marketplace wait only for the rest of queueTimeoutMs', async () => {
    const given: (Duration | undefined)[] = [];
    const inner = fixturePages();
    const marketplace = marketplaceOf(async (params, options) => {
      given.push(options?.queueTimeoutMs);
      if (given.length === 1) await new Promise((resolve) => setTimeout(resolve, 30));
      return inner.product(params, options);
    });
    const { get } = await setUpService({ marketplace, concurrency: 1, queueTimeoutMs: 10_000 });
    const [, second] = await Promise.all([get(LANTERN), get(LANTERN)]);
    expect(given).toEqual([10_000, 10_000 - second.body.meta.queued_ms]);
  });

  it('refuses calls when the queue is full, without a charge, and counts them', async () => {
    const { get, send, log, store, id, untilRunning, untilWaiting, endAll } = await setUp({
      concurrency: 1,
      maxQueue: 2,
    });
    const accepted = [get(LANTERN)];
    await untilRunning(1);
    accepted.push(get(LANTERN), get(LANTERN));
    await untilWaiting(2);
    const { status, headers, body } = await get(LANTERN);
    expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    expect(body.error.message).toMatch(/^the service is busy: 2 calls already wait for their turn. Try again in \d+ s/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(body.meta.usage).toEqual({ requests_consumed: 0, requests_remaining: 1_000 });
    expect(log.at(-1)).toMatchObject({ status: 503, outcome: 'failed', requests_consumed: 0 });
    const { text } = await send('/metrics');
    expect(text).toContain('buybox_calls_running 1\n');
    expect(text).toContain('buybox_calls_waiting 2\n');
    expect(text).toContain('buybox_calls_refused_total 1\n');
    await endAll(accepted);
    expect(await store.ledger.remaining(id)).toBe(997);
  });

  it('refuses a call that waits too long, without a charge', async () => {
    const { get, store, id, untilRunning, endAll } = await setUp({ concurrency: 1, queueTimeoutMs: 20 });
    const first = get(LANTERN);
    await untilRunning(1);
    const late = await get(LANTERN);
    expect(late).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
    expect(late.body.error.message).toContain('the call waited 0.02 s for its turn');
    expect(late.body.meta.queued_ms).toBeGreaterThan(0);
    expect(late.headers.has('retry-after')).toBe(true);
    await endAll([first]);
    expect(await store.ledger.remaining(id)).toBe(999);
  });

  it('refuses a call that waits too long in the marketplace with 503 too', async () => {
    const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
    const { promise: isFetching, resolve: fetching } = Promise.withResolvers<void>();
    const pages: PageSource = async (request) => {
      fetching();
      await isEnded;
      return savedPages(FIXTURES_FOLDER)(request);
    };
    await using marketplace = createLocalMarketplace({ pages, concurrency: 1 });
    const { get } = await setUpService({ marketplace, concurrency: 2, queueTimeoutMs: 20 });
    const first = get(LANTERN);
    await isFetching;
    const late = await get(LANTERN);
    expect(late).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
    expect(late.headers.get('retry-after')).toBe('5');
    end();
    expect((await first).status).toBe(200);
  });

  it('accepts the longest limits', async () => {
    const { get } = await setUpService({ timeoutMs: 2_147_483_647, queueTimeoutMs: 2_147_483_647 });
    expect((await get(LANTERN)).status).toBe(200);
  });

  it('drops the waiting call of a caller that disconnects', async () => {
    const { service, key, get, store, id, log, untilRunning, untilWaiting, running, endAll } = await setUp({
      concurrency: 1,
    });
    const first = get(LANTERN);
    await untilRunning(1);
    const caller = new AbortController();
    const left = service(
      new Request(`${ORIGIN}${NOT_FOUND}`, { headers: { 'x-api-key': key }, signal: caller.signal }),
    );
    await untilWaiting(1);
    caller.abort();
    await left;
    expect(log.at(-1)).toMatchObject({ code: 'CALLER_LEFT' });
    await endAll([first]);
    expect(running).toEqual([]);
    expect(await store.ledger.remaining(id)).toBe(999);
  });

  it('counts waiting calls as connections of their key', async () => {
    const { untilRunning, untilWaiting, getAsOther, endAll } = await setUp({ concurrency: 1 });
    const calls = Array.from({ length: 10 }, () => getAsOther(LANTERN));
    await untilRunning(1);
    await untilWaiting(9);
    expect(await getAsOther(LANTERN)).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
    await endAll(calls);
  });
});
