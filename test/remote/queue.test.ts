import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { MarketplaceEvent } from '../../src/entries/index.ts';
import { createRemoteMarketplace, type RemoteMarketplaceOptions } from '../../src/entries/remote.ts';
import { ASIN, envelope, KEY, serviceOf } from './service.ts';

/** A service that responds when the test says so, and a marketplace with one connection to it. */
async function heldService(options: RemoteMarketplaceOptions) {
  const held: ServerResponse[] = [];
  const service = await serviceOf((_, response) => held.push(response));
  const events: MarketplaceEvent[] = [];
  const marketplace = createRemoteMarketplace({
    baseUrl: service.baseUrl,
    apiKey: KEY,
    maxConnections: 1,
    retries: 0,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return {
    marketplace,
    events,
    asked: service.asked,
    /** Responds to the request that arrives next. */
    async respond(meta: Record<string, unknown> = {}) {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      held.shift()?.end(JSON.stringify(envelope({}, meta)));
    },
    async [Symbol.asyncDispose]() {
      await marketplace.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

const failed = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

describe('calls of the remote backend beyond maxConnections', () => {
  it('wait in order, which queue events show', async () => {
    await using service = await heldService({});
    const calls = Array.from({ length: 3 }, () => service.marketplace.product({ asin: ASIN }));
    const queued = () => service.events.filter(({ type }) => type === 'queue');
    await expect.poll(queued).toHaveLength(2);
    expect(queued()).toMatchObject([
      { reason: 'connections', position: 1, endpoint: 'product' },
      { reason: 'connections', position: 2 },
    ]);
    for (const call of calls) {
      await service.respond();
      expect((await call).found).toBe(true);
    }
    const [first, second] = service.events.filter(({ type }) => type === 'done');
    expect(first).not.toHaveProperty('queued_ms');
    expect(second).toHaveProperty('queued_ms');
  });

  it('end after queueTimeoutMs without a request', async () => {
    await using service = await heldService({});
    const running = failed(service.marketplace.product({ asin: ASIN }));
    const patient = service.marketplace.product({ asin: ASIN });
    const impatient = failed(service.marketplace.product({ asin: ASIN }, { queueTimeoutMs: 20 }));
    expect(await impatient).toMatchObject({
      code: 'TIMEOUT',
      retryable: false,
      message: expect.stringMatching(/^timed out: the call waited \d.* for its turn \(queueTimeoutMs\)/),
    });
    await service.respond();
    expect(await running).toBeUndefined();
    await service.respond();
    expect((await patient).found).toBe(true);
    expect(service.asked).toHaveLength(2);
  });

  it('work with the whole timeoutMs after their turn came', async () => {
    await using service = await heldService({ timeoutMs: 150 });
    const running = failed(service.marketplace.product({ asin: ASIN }, { timeoutMs: 60_000 }));
    const waiting = failed(service.marketplace.product({ asin: ASIN }));
    await sleep(200);
    await service.respond();
    expect(await running).toBeUndefined();
    expect(await waiting).toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringMatching(/^timed out after 150 ms \(timeoutMs\); it waited \d+ ms for its turn before\.$/),
    });
  });
});

describe('calls of the remote backend beyond what is left of a budget', () => {
  it('wait for running calls, which queue events show', async () => {
    await using service = await heldService({ maxConnections: 9, budget: { credits: 1, per: 'total' } });
    const calls = Array.from({ length: 3 }, () => failed(service.marketplace.product({ asin: ASIN })));
    const queued = () => service.events.filter(({ type }) => type === 'queue');
    await expect.poll(queued).toHaveLength(2);
    expect(queued()).toMatchObject([
      { reason: 'credits', position: 1 },
      { reason: 'credits', position: 2 },
    ]);
    await service.respond({ usage: { requests_consumed: 0, requests_remaining: 9 } });
    await service.respond();
    const used = { code: 'BUDGET_EXCEEDED', message: 'budget: 1 credit in total used up: 1 used. Raise the budget.' };
    expect(await Promise.all(calls)).toMatchObject([undefined, undefined, used]);
    expect(service.asked).toHaveLength(2);
  });
});

describe('a remote call while the wall clock steps back an hour', () => {
  it('neither times out nor stalls', async () => {
    let time = Date.parse('2026-11-20T12:00:00Z');
    await using service = await heldService({ now: () => time });
    const calls = [service.marketplace.product({ asin: ASIN }), service.marketplace.product({ asin: ASIN })];
    time -= 3_600_000;
    for (const call of calls) {
      await service.respond();
      expect((await call).found).toBe(true);
    }
    for (const { elapsed_ms } of service.events) {
      expect(elapsed_ms).toBeGreaterThanOrEqual(0);
      expect(elapsed_ms).toBeLessThan(60_000);
    }
  });
});

describe('the retry quota of the remote backend', () => {
  it('stops retries when it is used up', async () => {
    await using service = await serviceOf({ status: 503, body: { message: 'busy' }, headers: { 'retry-after': '0' } });
    await using marketplace = createRemoteMarketplace({
      baseUrl: service.baseUrl,
      apiKey: KEY,
      retryQuota: { capacity: 5 },
    });
    const errors = [
      await failed(marketplace.product({ asin: ASIN })),
      await failed(marketplace.product({ asin: ASIN })),
    ];
    expect(service.asked).toHaveLength(3);
    for (const error of errors)
      expect(error?.message).toMatch(/ the retry quota of the marketplace is used up \(retryQuota\)\.$/);
  });
});
