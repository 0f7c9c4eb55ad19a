import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  BadRequestError,
  BlockedError,
  BudgetExceededError,
  QuotaExceededError,
  TransportError,
  UnavailableError,
} from '../../src/entries/index.ts';
import { createWorker, type Queue } from '../../src/entries/queue.ts';
import { cuttableProxy, freePort, hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { envelopeOf, failureOf, fakeMarketplace, Opened, until } from './support.ts';

const asin = 'B0LANTERN1';

describe.skipIf(!hasRedis)('a worker', () => {
  let server: RedisServer;
  let client: Redis;
  let opened: Opened;
  let queue: Queue;

  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.url);
  });
  beforeEach(async () => {
    await client.flushall();
    opened = new Opened();
    queue = opened.queue({ redis: server.url });
  });
  afterEach(() => opened.close());
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  /** Adds a number of searches. */
  const addSearches = (count: number) =>
    queue.addAll(
      Array.from({ length: count }, (_, index) => ({
        endpoint: 'search' as const,
        params: { keyword: `lamp ${index}` },
      })),
    );

  /** Waits until no job is left, except dead ones. */
  const empty = () =>
    until(async () => {
      const { waiting, active, delayed } = await queue.status();
      return waiting + active + delayed === 0;
    });

  it('makes calls of several marketplaces, and removes what has ended: results are not stored', async () => {
    const { results, of } = opened.worker({ redis: server.url, marketplace: fakeMarketplace() });
    for (const marketplace of ['us', 'de', 'jp'] as const)
      await queue.add('product', { asin, marketplace }, { extra: { sku: marketplace } });
    await empty();
    expect(results.map(({ marketplace, extra }) => [marketplace, extra]).sort()).toEqual(
      ['de', 'jp', 'us'].map((code) => [code, { sku: code }]),
    );
    expect(of('started')).toHaveLength(3);
    expect(of('ended')[0]).toMatchObject({ queue: 'calls', endpoint: 'product', attempt: 1, found: true });
    const { id } = results[0] ?? {};
    expect(await client.keys(`*${id}*`)).toEqual([]);
    expect(await client.zcard('buybox:{q:calls}:calls:completed')).toBe(0);
  });

  it('runs as many jobs at once as concurrency says', async () => {
    let running = 0;
    let most = 0;
    const release = Promise.withResolvers<void>();
    const marketplace = fakeMarketplace(async (call) => {
      most = Math.max(most, ++running);
      await release.promise;
      running--;
      return envelopeOf(call);
    });
    await addSearches(12);
    opened.worker({ redis: server.url, marketplace, concurrency: 5 });
    await until(() => running === 5);
    release.resolve();
    await empty();
    expect(most).toBe(5);
  });

  it('retries after retryAfterMs of the error, else after a delay that grows; a timed-out call is retried too', async () => {
    const errors = [
      new BlockedError('robot check', { retryAfterMs: 30 }),
      new TransportError('timed out', { code: 'TIMEOUT' }),
      new TypeError('a fake that fails'),
      new UnavailableError('away'),
    ];
    const marketplace = fakeMarketplace((call) => {
      const error = errors[marketplace.calls.length - 1];
      if (error !== undefined) throw error;
      return envelopeOf(call);
    });
    const { results, of } = opened.worker({ redis: server.url, marketplace, retryDelayMs: 20, maxRetryDelayMs: 60 });
    const { id } = await queue.add('product', { asin });
    await until(() => results.length === 1);
    expect(results[0]).toMatchObject({ id, attempts: 5 });
    const delays = of('retried').map(({ delay_ms }) => delay_ms);
    expect(delays[0]).toBe(30);
    for (const [index, most] of [40, 60, 60].entries()) {
      expect(delays[index + 1]).toBeGreaterThanOrEqual(most / 2);
      expect(delays[index + 1]).toBeLessThanOrEqual(most);
    }
    expect(new Set(marketplace.calls.map(({ options }) => options.idempotencyKey))).toEqual(new Set([id]));
  });

  it('a call that cannot succeed is a dead letter at once, and its error is delivered', async () => {
    const marketplace = fakeMarketplace(() => {
      throw new BadRequestError('url: not a page', { code: 'UNSUPPORTED_URL' });
    });
    const { results, of } = opened.worker({ redis: server.url, marketplace });
    await queue.add('product', { asin });
    await until(async () => (await queue.status()).dead === 1);
    expect(marketplace.calls).toHaveLength(1);
    expect(results).toMatchObject([{ attempts: 1, error: { name: 'BadRequestError', code: 'UNSUPPORTED_URL' } }]);
    expect(results[0]).not.toHaveProperty('envelope');
    expect(of('dead')).toMatchObject([{ code: 'UNSUPPORTED_URL', attempt: 1 }]);
  });

  it('a job that has used its attempts is a dead letter', async () => {
    const marketplace = fakeMarketplace(() => {
      throw new UnavailableError('away');
    });
    opened.worker({ redis: server.url, marketplace, retryDelayMs: 1, maxRetryDelayMs: 1 });
    await queue.add('product', { asin }, { attempts: 3 });
    await until(async () => (await queue.status()).dead === 1);
    expect(marketplace.calls).toHaveLength(3);
  });

  it.each([
    ['no credits are left', () => new QuotaExceededError('no credits')],
    ['the key is wrong', () => new AuthenticationError('wrong key')],
    ['the budget is used up', () => new BudgetExceededError('budget', { retryAfterMs: 40 })],
    ['a setting is wrong', () => new BadRequestError('baseUrl: missing', { code: 'INVALID_CONFIGURATION' })],
  ])('pauses when %s: no attempt is counted, no job is dead', async (_, error) => {
    let isBroken = true;
    const marketplace = fakeMarketplace((call) => {
      if (isBroken) throw error();
      return envelopeOf(call);
    });
    await addSearches(50);
    const { results, of } = opened.worker({
      redis: server.url,
      marketplace,
      concurrency: 3,
      pauseMs: 60,
      retryDelayMs: 1,
    });
    await until(() => of('resumed').length >= 2);
    expect(marketplace.calls.length).toBeLessThan(50);
    expect(await queue.status()).toMatchObject({ dead: 0 });
    isBroken = false;
    await empty();
    expect(results).toHaveLength(50);
    expect(new Set(results.map(({ attempts }) => attempts))).toEqual(new Set([1]));
    expect(of('paused').every(({ wait_ms }) => wait_ms === 60 || wait_ms === 40)).toBe(true);
    expect(of('returned').every(({ reason }) => reason === 'pause')).toBe(true);
  });

  it('pauses for an hour at most, whatever the error asks for', async () => {
    const marketplace = fakeMarketplace(() => {
      throw new AuthenticationError('wrong key', { retryAfterMs: Number.MAX_SAFE_INTEGER });
    });
    await queue.add('product', { asin });
    const { of } = opened.worker({ redis: server.url, marketplace });
    await until(() => of('paused').length === 1);
    expect(of('paused')[0]?.wait_ms).toBe(3_600_000);
  });

  it('delivers again when the handler fails, and the job ends only when it has succeeded', async () => {
    let deliveries = 0;
    const { of } = opened.worker({
      redis: server.url,
      marketplace: fakeMarketplace(),
      results: async () => {
        if (++deliveries < 2) throw new Error('disk full');
      },
    });
    await queue.add('product', { asin });
    await empty();
    expect(deliveries).toBe(2);
    expect(of('undelivered')).toMatchObject([{ error: { message: 'disk full' } }]);
    expect(of('ended')).toHaveLength(1);
  });

  it('a result that cannot be delivered makes its job a dead letter', async () => {
    const refuses = new BadRequestError('receiver: 400');
    for (const [error, deliveries] of [
      [new Error('always'), 1],
      [refuses, 1],
    ] as const) {
      let count = 0;
      const { worker } = opened.worker({
        redis: server.url,
        marketplace: fakeMarketplace(),
        // The second kind of error ends the deliveries by itself.
        deliveryAttempts: error === refuses ? 5 : 1,
        results: () => {
          count++;
          throw error;
        },
      });
      await queue.add('product', { asin });
      await until(async () => (await queue.status()).dead === 1);
      await worker.close();
      expect(count).toBe(deliveries);
      for await (const dead of queue.dead()) {
        expect(dead.error).toMatchObject({ code: 'DELIVERY_FAILED', message: expect.stringContaining(error.message) });
      }
      expect(await queue.removeDead()).toBe(1);
    }
  });

  it('waits for a slow handler: it takes no more jobs than concurrency', async () => {
    const release = Promise.withResolvers<void>();
    let inDelivery = 0;
    const marketplace = fakeMarketplace();
    await addSearches(20);
    opened.worker({
      redis: server.url,
      marketplace,
      concurrency: 4,
      results: async () => {
        inDelivery++;
        await release.promise;
      },
    });
    await until(() => inDelivery === 4);
    expect(await queue.status()).toMatchObject({ active: 4, waiting: 16 });
    expect(marketplace.calls).toHaveLength(4);
    release.resolve();
    await empty();
    expect(inDelivery).toBe(20);
  });

  it('close lets running jobs finish, and takes no new ones', async () => {
    const release = Promise.withResolvers<void>();
    const marketplace = fakeMarketplace(async (call) => {
      await release.promise;
      return envelopeOf(call);
    });
    await addSearches(10);
    const { worker, results, of, ended } = opened.worker({ redis: server.url, marketplace, concurrency: 3 });
    await until(() => marketplace.calls.length === 3);
    const closing = worker.close();
    release.resolve();
    await closing;
    await ended;
    expect(results).toHaveLength(3);
    expect(of('returned')).toEqual([]);
    expect(await queue.status()).toMatchObject({ active: 0, waiting: 7, workers: 0 });
  });

  it('close hands back the jobs that run after graceMs: the jobs wait again at once, and no attempt is counted', async () => {
    const aborted: unknown[] = [];
    const marketplace = fakeMarketplace((call) => {
      call.options.signal?.addEventListener('abort', () => aborted.push(call.params.keyword));
      return new Promise(() => undefined);
    });
    await addSearches(10);
    const { worker, of } = opened.worker({ redis: server.url, marketplace, concurrency: 3 });
    await until(() => marketplace.calls.length === 3);
    await worker.close({ graceMs: 20 });
    expect(aborted).toHaveLength(3);
    expect(of('returned').map(({ reason }) => reason)).toEqual(['stop', 'stop', 'stop']);
    expect(await queue.status()).toMatchObject({ active: 0, waiting: 10, delayed: 0 });
    const second = opened.worker({ redis: server.url, marketplace: fakeMarketplace() });
    await empty();
    expect(second.results).toHaveLength(10);
    expect(new Set(second.results.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  it('a second close with a shorter time ends the wait; a handler that hangs is left', async () => {
    let signal: AbortSignal | undefined;
    await queue.add('product', { asin });
    const { worker } = opened.worker({
      redis: server.url,
      marketplace: fakeMarketplace(),
      results: (_result, given) => {
        signal = given;
        return new Promise(() => undefined);
      },
    });
    await until(() => signal !== undefined);
    const closing = worker.close({ graceMs: 600_000 });
    await worker.close({ graceMs: 0 });
    await closing;
    expect(signal?.aborted).toBe(true);
    expect(await queue.status()).toMatchObject({ waiting: 1, active: 0 });
  });

  it('is closed also when its sink cannot close: close rejects with the error of the sink', async () => {
    const close = () => Promise.reject(new Error('disk full'));
    const sink = { deliver: async () => undefined, close };
    const worker = createWorker({ redis: server.url, marketplace: fakeMarketplace(), results: sink });
    const ended = worker.run();
    await until(async () => (await queue.status()).workers === 1);
    expect(await failureOf(worker.close())).toMatchObject({ message: 'disk full' });
    expect(await failureOf(worker.close())).toMatchObject({ message: 'disk full' });
    await ended;
    await until(async () => (await queue.status()).workers === 0);
  });

  it('survives a lost connection, and a server that comes later', async () => {
    const port = await freePort();
    const early = opened.worker({ redis: `redis://127.0.0.1:${port}`, marketplace: fakeMarketplace() });
    await early.worker.close();
    await early.ended;

    const proxy = await cuttableProxy(server.port);
    proxy.cut();
    const { results, of } = opened.worker({ redis: proxy.url, marketplace: fakeMarketplace() });
    await addSearches(5);
    proxy.heal();
    await until(() => results.length === 5);
    proxy.cut();
    await queue.add('product', { asin });
    await until(() => of('error').length > 0);
    proxy.heal();
    await until(() => results.length === 6);
    await opened.close();
    await proxy.close();
  });

  it('closes although the server is away', async () => {
    const own = await startRedis();
    const marketplace = fakeMarketplace(() => new Promise(() => undefined));
    const producer = opened.queue({ redis: own.url });
    const { worker } = opened.worker({ redis: own.url, marketplace });
    await producer.add('product', { asin });
    await until(() => marketplace.calls.length === 1);
    await own.stop();
    await worker.close({ graceMs: 0 });
    expect(marketplace.calls[0]?.options.signal?.aborted).toBe(true);
  });

  it('run throws for a wrong password, without showing it', async () => {
    const url = server.url.replace('127.0.0.1', ':hunter22@127.0.0.1');
    await client.config('SET', 'requirepass', 'secret');
    try {
      const { ended } = opened.worker({ redis: url, marketplace: fakeMarketplace() });
      const error = await failureOf(ended);
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', message: expect.not.stringContaining('hunter22') });
    } finally {
      await client.config('SET', 'requirepass', '');
    }
  });
});
