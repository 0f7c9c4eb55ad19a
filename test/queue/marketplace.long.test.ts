import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Marketplace } from '../../src/entries/index.ts';
import {
  BadRequestError,
  BlockedError,
  MarketplaceError,
  RateLimitError,
  UnavailableError,
} from '../../src/entries/index.ts';
import { type Queue, queueMarketplace, streamResults } from '../../src/entries/queue.ts';
import { enumerations, refusals, scrapes, typedCalls } from '../conformance/cases.ts';
import { outcomeOf, referenceMarketplace } from '../conformance/target.ts';
import { cuttableProxy, hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { envelopeOf, failureOf, fakeMarketplace, Opened, until } from './support.ts';

const asin = 'B0LANTERN1';
const STREAM = 'buybox:{results:results}:stream';

describe.skipIf(!hasRedis)('a marketplace whose calls are jobs', () => {
  let server: RedisServer;
  let client: Redis;
  let opened: Opened;
  let queue: Queue;
  const marketplaces: Marketplace[] = [];

  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
    client = new Redis(server.url);
    client.on('error', () => undefined);
  });
  beforeEach(async () => {
    await client.flushall();
    opened = new Opened();
    queue = opened.queue({ redis: server.url });
  });
  afterEach(async () => {
    await Promise.all(marketplaces.splice(0).map((each) => each.close()));
    await opened.close();
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  const open = (options: Parameters<typeof queueMarketplace>[0] = {}) => {
    const marketplace = queueMarketplace({ redis: server.url, ...options });
    marketplaces.push(marketplace);
    return marketplace;
  };
  const work = (marketplace: Marketplace = fakeMarketplace(), options: Parameters<Opened['worker']>[0] | object = {}) =>
    opened.worker({
      redis: server.url,
      marketplace,
      results: streamResults({ redis: server.url }),
      retryDelayMs: 10,
      ...options,
    });
  /** Results in the stream that the group has not acknowledged. */
  const pending = async () => {
    const [number] = (await client.xpending(STREAM, 'watch')) as [number];
    return number;
  };
  const jobs = async () => {
    const { waiting, active, delayed, dead } = await queue.status();
    return { waiting, active, delayed, dead };
  };
  const NONE = { waiting: 0, active: 0, delayed: 0, dead: 0 };

  it('returns what the workers return, and throws the errors that they throw', async () => {
    const reference = referenceMarketplace();
    marketplaces.push(reference);
    work(reference, { concurrency: 20 });
    const marketplace = open({ attempts: 1 });
    const call = (of: Marketplace, { endpoint, params }: (typeof scrapes)[number]) =>
      outcomeOf((of[endpoint] as (params: unknown) => Promise<unknown>)(params));
    const comparable = (outcome: unknown): object => {
      if (outcome instanceof MarketplaceError) {
        const { name, code, status, message, billed, retryable, retryAfterMs } = outcome;
        return { name, code, status, message, billed, retryable, retryAfterMs };
      }
      const { meta, ...rest } = outcome as { meta: Record<string, unknown> };
      const { timing_ms, queued_ms, request_id, usage, ...same } = meta;
      return { ...rest, meta: same };
    };
    const faults = ['B0CAPTCHA1', 'B0FAULT001', 'B0FAULT004', 'B0FAULT005', 'B0FAULT006', 'B0FAULT007'].map((id) => {
      return { endpoint: 'product' as const, params: { asin: id } };
    });
    const cases = [...scrapes, ...typedCalls, ...enumerations, ...refusals, ...faults];
    const outcomes = await Promise.all(cases.map((given) => call(marketplace, given)));
    const expected = await Promise.all(cases.map((given) => call(reference, given)));
    expect(outcomes.map(comparable)).toEqual(expected.map(comparable));
    // Refusals are thrown before a job is added.
    const isRefusal = (outcome: unknown) => outcome instanceof BadRequestError && outcome.code === 'INVALID_PARAMETER';
    expect(outcomes.filter(isRefusal).length).toBeGreaterThanOrEqual(refusals.length);
    await until(async () => (await jobs()).active === 0);
    expect(await jobs()).toEqual(NONE);
  });

  it('makes calls with the same key once, and those without a key each', async () => {
    const fake = fakeMarketplace();
    work(fake);
    const marketplace = open();
    const idempotencyKey = `${'long '.repeat(50)}\u007e!`.slice(0, 255);
    const options = { idempotencyKey };
    await Promise.all([1, 2, 3].map(() => marketplace.product({ asin }, options)));
    await marketplace.product({ asin }, options);
    expect(fake.calls).toHaveLength(1);
    // Another call with the key is not the same call.
    expect(await marketplace.product({ asin: 'B0TENTTWO1' }, options)).toMatchObject({ data: { asin: 'B0TENTTWO1' } });
    await Promise.all([marketplace.product({ asin }), marketplace.product({ asin })]);
    expect(fake.calls).toHaveLength(4);
    await expect.poll(() => pending()).toBe(0);
  });

  it('makes each call with the parameters that it had when it was called', async () => {
    work();
    const marketplace = open();
    const params = { asin, fields: ['title'] };
    const calls = [marketplace.product(params)];
    params.asin = 'B0TENTTWO1';
    params.fields.push('brand');
    calls.push(marketplace.product(params));
    expect((await Promise.all(calls)).map(({ data }) => data?.asin)).toEqual([asin, 'B0TENTTWO1']);
  });

  it('warns of an entry of the stream that is not a result, and goes on', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    const marketplace = open();
    const waiting = marketplace.product({ asin });
    await until(async () => (await jobs()).waiting === 1);
    const entry = await client.xadd(STREAM, '*', 'hello', 'world');
    await expect
      .poll(() => warnings.map(({ message }) => message))
      .toEqual([`results: the entry ${entry} of the stream is not a result. Delete it with XDEL.`]);
    work();
    expect(await waiting).toMatchObject({ found: true });
    process.off('warning', onWarning);
  });

  it('removes the dead letter of an error that it has thrown, so that the next call with the key is another attempt', async () => {
    let answers = 0;
    const fake = fakeMarketplace((call) => {
      if (answers++ === 0) throw new RateLimitError('slow down', { retryAfterMs: 7_000, billed: true });
      return envelopeOf(call);
    });
    work(fake);
    const marketplace = open({ attempts: 1 });
    const error = await failureOf(marketplace.product({ asin }, { idempotencyKey: 'a' }));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 7_000, billed: true, message: 'slow down' });
    expect(await jobs()).toEqual(NONE);
    expect(await marketplace.product({ asin }, { idempotencyKey: 'a' })).toMatchObject({ found: true });
  });

  it('throws the error of a dead letter whose result was lost', async () => {
    const fake = fakeMarketplace(() => {
      throw new BlockedError('a robot check', { code: 'CAPTCHA' });
    });
    const first = open({ attempts: 1 });
    const call = () => first.product({ asin }, { idempotencyKey: 'a' });
    const leaving = new AbortController();
    const left = failureOf(first.product({ asin }, { idempotencyKey: 'a', signal: leaving.signal }));
    await until(async () => (await jobs()).waiting === 1);
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    // A worker that delivers somewhere else.
    work(fake, { results: () => undefined });
    await until(async () => (await jobs()).dead === 1);
    expect(await failureOf(call())).toMatchObject({ name: 'BlockedError', code: 'CAPTCHA' });
    expect(fake.calls).toHaveLength(1);
    expect(await jobs()).toEqual(NONE);
  });

  it('joins the job of an earlier process, and takes the result that arrived while no process ran', async () => {
    const keys = Array.from({ length: 250 }, (_, number) => `key ${number}`);
    const first = open();
    const calls = keys.map((idempotencyKey) => failureOf(first.product({ asin }, { idempotencyKey })));
    await until(async () => (await jobs()).waiting === keys.length);
    await first.close();
    expect(await Promise.all(calls)).toEqual(
      keys.map(() => expect.objectContaining({ name: 'TransportError', retryable: false })),
    );
    expect(await failureOf(first.product({ asin }))).toMatchObject({
      message: 'the marketplace is closed. Create a new one.',
    });
    const fake = fakeMarketplace();
    const { worker } = work(fake, { concurrency: 50 });
    await until(async () => (await client.xlen(STREAM)) >= 100);
    await worker.close();
    const second = open();
    const results = Promise.all(keys.map((idempotencyKey) => second.product({ asin }, { idempotencyKey })));
    work(fake, { concurrency: 50 });
    expect(await results).toHaveLength(keys.length);
    expect(fake.calls).toHaveLength(keys.length);
    await expect.poll(jobs).toEqual(NONE);
  });

  it('gives the result again to a process that was killed before it has recorded it', async () => {
    const fake = fakeMarketplace();
    work(fake);
    // As a kill leaves it: nothing is closed.
    const killed = open();
    await killed.product({ asin }, { idempotencyKey: 'a' });
    await open().product({ asin }, { idempotencyKey: 'a' });
    expect(fake.calls).toHaveLength(1);
    // After an orderly end, the calls are done.
    await Promise.all(marketplaces.splice(0).map((each) => each.close()));
    expect(await pending()).toBe(0);
  });

  it('adds a job again whose result is lost, once: then it says what to look at', async () => {
    const marketplace = open({ timeoutMs: 8_000 });
    const [removed, flushed] = [marketplace.product({ asin }), marketplace.product({ asin: 'B0TENTTWO1' })];
    await until(async () => (await jobs()).waiting === 2);
    await client.flushall();
    const fake = fakeMarketplace();
    const { worker } = work(fake);
    expect(await Promise.all([removed, flushed])).toHaveLength(2);
    await worker.close();
    const elsewhere = fakeMarketplace();
    work(elsewhere, { results: () => undefined });
    const error = await failureOf(marketplace.product({ asin }));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ retryable: true, billed: false });
    expect((error as Error).message).toMatch(
      /^queue: the job watch\.[\w-]{22} has ended 2 times, and its result did not arrive: expected a worker that delivers to the stream "results"\. Start one with "buybox worker --queue calls --results stream:results", and look at "buybox queue status --queue calls"\.$/,
    );
    expect(elsewhere.calls).toHaveLength(2);
  });

  it('throws when no worker makes the call in time, and removes the job: nobody needs it any more', async () => {
    const marketplace = open({ timeoutMs: 400 });
    const error = await failureOf(marketplace.product({ asin }));
    expect(error).toMatchObject({ name: 'UnavailableError', retryable: true });
    expect((error as Error).message).toContain('after 400 ms (timeoutMs): expected a worker');
    await until(async () => (await jobs()).waiting === 0);
    const short = failureOf(marketplace.product({ asin }, { timeoutMs: 50 }));
    expect(((await short) as Error).message).toContain('after 50 ms');
  });

  it('drops a failure that comes after the time limit, with its dead letter', async () => {
    const release = Promise.withResolvers<void>();
    const fake = fakeMarketplace(async () => {
      await release.promise;
      throw new UnavailableError('out of order');
    });
    work(fake);
    const marketplace = open({ timeoutMs: 5_000, attempts: 1 });
    expect(((await failureOf(marketplace.product({ asin }))) as Error).message).toContain('timeoutMs');
    release.resolve();
    await until(async () => (await client.xlen(STREAM)) > 0);
    await until(async () => Object.values(await jobs()).every((number) => number === 0));
  });

  it('leaves the results of others alone', async () => {
    const fake = fakeMarketplace();
    work(fake);
    const [one, other] = [open({ group: 'watch' }), open({ group: 'watch.b', redis: client })];
    await queue.add('product', { asin: 'B0WASSERK1' });
    const keys = Array.from({ length: 20 }, (_, number) => `key ${number}`);
    const calls = [one, other].flatMap((each) =>
      keys.map((idempotencyKey) => each.product({ asin }, { idempotencyKey })),
    );
    expect(await Promise.all(calls)).toHaveLength(40);
    expect(fake.calls).toHaveLength(41);
    await Promise.all(marketplaces.splice(0).map((each) => each.close()));
    // A client that was given stays open.
    expect(await client.ping()).toBe('PONG');
  });

  it('waits for a result while Redis is restarted, throws UnavailableError while it is away, and goes on', async () => {
    const network = await cuttableProxy(server.port);
    const marketplace = open({ redis: network.url, waitMs: 2_000 });
    const waiting = marketplace.product({ asin });
    // When the third job is there, the responses for the first have arrived.
    for (const count of [1, 2, 3]) {
      await until(async () => (await jobs()).waiting === count);
      if (count < 3) void failureOf(marketplace.product({ asin }));
    }
    network.cut();
    const error = await failureOf(marketplace.product({ asin }));
    expect(error).toBeInstanceOf(UnavailableError);
    expect((error as Error).message).toContain('could not be used');
    await server.kill();
    await sleep(200);
    await server.restart();
    network.heal();
    work();
    expect(await waiting).toMatchObject({ found: true });
    await expect.poll(async () => failureOf(marketplace.product({ asin }))).toBe(undefined);
    await marketplace.close();
    await network.close();
  });

  it('throws UnavailableError while Redis cannot be reached at the start', async () => {
    const network = await cuttableProxy(server.port);
    network.cut();
    const marketplace = open({ redis: network.url, waitMs: 300 });
    expect(await failureOf(marketplace.product({ asin }))).toBeInstanceOf(UnavailableError);
    network.heal();
    work();
    await expect.poll(async () => failureOf(marketplace.product({ asin }))).toBe(undefined);
    await marketplace.close();
    await network.close();
  });
});
