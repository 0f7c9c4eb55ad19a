import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { type Queue, readResults, streamResults } from '../../src/entries/queue.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { serveWorkerMetrics } from '../../src/queue/metrics-server.ts';
import { redisConnection } from '../../src/redis/connection.ts';
import { waitedTooLong } from '../../src/redis/errors.ts';
import { cuttableProxy, hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { envelopeOf, fakeMarketplace, Opened, until } from './support.ts';

const asin = 'B0LANTERN1';
const STREAM = 'buybox:{results:results}:stream';
const jobKey = (id: string) => `buybox:{q:calls}:calls:${id}`;

function* searches(count: number) {
  for (let index = 0; index < count; index++)
    yield { endpoint: 'search' as const, params: { keyword: `lamp ${index}` }, attempts: 1 };
}

describe.skipIf(!hasRedis)('a worker whose Redis server has a fault', () => {
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

  const empty = () =>
    until(async () => {
      const { waiting, active, delayed, paced } = await queue.status();
      return waiting + active + delayed + paced === 0;
    });

  it('hands a job back when its call failed because of our own Redis: no attempt is counted', async () => {
    let failures = 2;
    const marketplace = fakeMarketplace((call) => {
      if (failures-- > 0) throw waitedTooLong('redis://localhost', 5_000, undefined);
      return envelopeOf(call);
    });
    await queue.add('product', { asin }, { attempts: 1 });
    const { results, of } = opened.worker({ redis: server.url, marketplace, retryDelayMs: 20 });
    await empty();
    expect(results).toMatchObject([{ attempts: 1, envelope: { found: true } }]);
    expect(of('dead')).toEqual([]);
    expect(of('returned')).toHaveLength(2);
  });

  it.each([
    ['succeeded', envelopeOf],
    [
      'failed',
      () => {
        throw new TypeError('a bug');
      },
    ],
  ] as const)('adds no result to the stream when it has lost the job: %s', async (_, end) => {
    const { id } = await queue.add('product', { asin }, { attempts: 1 });
    const marketplace = fakeMarketplace(async (call) => {
      await client.set(`${jobKey(id)}:lock`, 'of another worker', 'PX', 60_000);
      return end(call);
    });
    const { of } = opened.worker({ redis: server.url, marketplace, results: streamResults({ redis: server.url }) });
    await until(() => of('lost').length === 1);
    expect(await client.exists(STREAM)).toBe(0);
    expect(of('dead')).toEqual([]);
    expect(of('ended')).toEqual([]);
  });

  it('has one entry for each end of a job: a failure that is delivered is not followed by a result', async () => {
    const { id } = await queue.add('product', { asin }, { attempts: 1 });
    let calls = 0;
    const marketplace = fakeMarketplace(async (call) => {
      if (++calls === 1) throw new TypeError('a bug');
      return envelopeOf(call);
    });
    const sink = streamResults({ redis: server.url });
    const { of } = opened.worker({
      redis: server.url,
      marketplace,
      lockMs: 300,
      stalledCheckMs: 200,
      results: {
        async deliver(result, signal) {
          await sink.deliver(result, signal);
          // The worker loses the job after the delivery.
          if (calls === 1) await client.del(`${jobKey(id)}:lock`);
        },
        close: () => sink.close?.() ?? Promise.resolve(),
      },
    });
    await until(() => of('ended').length === 1);
    expect(await client.xlen(STREAM)).toBe(1);
  });

  it('makes a dead letter of a job whose data is not JSON', async () => {
    await queue.pause();
    const { id } = await queue.add('product', { asin });
    await client.hset(jobKey(id), 'data', '{"params":');
    const { results } = opened.worker({ redis: server.url, marketplace: createMarketplace({ pages: fixturePages() }) });
    await queue.resume();
    await until(async () => (await queue.status()).dead === 1);
    expect(results).toMatchObject([{ id, error: { name: 'BadRequestError' } }]);
    for await (const dead of queue.dead()) expect(dead).toMatchObject({ id, error: { name: 'BadRequestError' } });
    expect(await queue.retryDead()).toBe(0);
    expect(await queue.removeDead()).toBe(1);
  });

  it('ends a job whose result is delivered also if Redis refuses that at first, as it does without its replicas', async () => {
    const { results, of } = opened.worker({
      redis: server.url,
      marketplace: fakeMarketplace(),
      results: async () => void (await client.config('SET', 'min-replicas-to-write', '1')),
    });
    try {
      await queue.add('product', { asin }, { attempts: 1 });
      await until(() => of('error').length > 0);
      expect(of('error')).toMatchObject([{ error: { code: 'UNAVAILABLE', message: /too few replicas/ } }]);
      await client.config('SET', 'min-replicas-to-write', '0');
      await until(async () => (await queue.status()).active === 0);
      expect(await queue.status()).toMatchObject({ waiting: 0, delayed: 0, dead: 0 });
      expect([of('ended').length, of('dead').length, results.length]).toEqual([1, 0, 0]);
    } finally {
      await client.config('SET', 'min-replicas-to-write', '0');
    }
  });

  it('waits while Redis is full, says so once in good words, and is not ready', async () => {
    await queue.addAll(searches(20));
    const stopping = new AbortController();
    const redis = redisConnection(server.url);
    const metrics = await serveWorkerMetrics({ port: 0, queue, redis, stopping: stopping.signal });
    const ready = async () => (await fetch(`${metrics.url}/readyz`)).status;
    try {
      expect(await ready()).toBe(200);
      await client.config('SET', 'maxmemory', '1');
      const { of, results } = opened.worker({ redis: server.url, marketplace: fakeMarketplace() });
      await until(() => of('error').length > 0);
      expect(await ready()).toBe(503);
      const began = Date.now();
      await until(() => Date.now() - began > 3_000);
      expect(of('error')).toMatchObject([{ error: { code: 'UNAVAILABLE', message: /memory is full/ } }]);
      await client.config('SET', 'maxmemory', '0');
      await empty();
      expect(new Set(results.map(({ key }) => key)).size).toBe(20);
      expect(await ready()).toBe(200);
    } finally {
      await client.config('SET', 'maxmemory', '0');
      await metrics.close();
    }
  });

  it('goes on after a fail-over, as do its queue and the readers of its results', async () => {
    const other = await startRedis();
    const network = await cuttableProxy(server.port);
    const second = new Redis(other.url);
    const reading = new AbortController();
    try {
      await second.replicaof('127.0.0.1', server.port);
      await until(async () => (await second.info('replication')).includes('master_link_status:up'));
      const near = opened.queue({ redis: network.url });
      const slow = fakeMarketplace(async (call) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return envelopeOf(call);
      });
      const received = new Set<string>();
      const read = (async () => {
        for await (const { key } of readResults({ redis: network.url, signal: reading.signal })) received.add(key);
      })();
      const workers = [1, 2].map(() =>
        opened.worker({
          redis: network.url,
          marketplace: slow,
          concurrency: 2,
          lockMs: 2_000,
          stalledCheckMs: 1_000,
          results: streamResults({ redis: network.url }),
        }),
      );
      await near.addAll(searches(100));
      await until(() => received.size > 10);
      // Old connections stay at the old master, which is a replica from now on.
      network.move(other.port);
      await client.call('FAILOVER', 'TO', '127.0.0.1', other.port);
      await until(async () => (await client.info('replication')).includes('role:slave'));
      await near.add('product', { asin });
      await until(() => received.size === 101);
      reading.abort();
      await read;
      await until(async () => (await near.status()).active === 0);
      expect(await near.status()).toMatchObject({ waiting: 0, delayed: 0, dead: 0 });
      for (const { of } of workers) {
        expect(of('error').length).toBeLessThanOrEqual(2);
        for (const { error } of of('error')) expect(error).toMatchObject({ code: 'UNAVAILABLE' });
      }
    } finally {
      reading.abort();
      await opened.close();
      await client.replicaof('NO', 'ONE');
      second.disconnect();
      await network.close();
      await other.stop();
    }
  });
});
