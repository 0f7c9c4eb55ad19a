import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ReadResultsOptions, type ReceivedResult, readResults } from '../../../src/queue/results/read-results.ts';
import { type StreamResultsOptions, streamResults } from '../../../src/queue/results/stream-results.ts';
import { cuttableProxy, hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';
import { failureOf, NEVER, resultOf } from './results.ts';

const KEY = 'buybox:{results:results}:stream';
const keysOf = (results: readonly { key: string }[]) => results.map(({ key }) => key);
const many = (count: number, name = 'k') => Array.from({ length: count }, (_, index) => resultOf(`${name}${index}`));

describe.skipIf(!hasRedis)('results in a Redis stream', () => {
  let server: RedisServer;
  let client: Redis;
  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
    client = new Redis(server.url);
    client.on('error', () => undefined);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await client.flushall();
    await client.config('RESETSTAT');
  });

  const sinkOf = (options: StreamResultsOptions = {}) => streamResults({ redis: server.url, ...options });
  /** Reads so many results, and acknowledges all. */
  async function take(count: number, options: ReadResultsOptions = {}): Promise<ReceivedResult[]> {
    const results: ReceivedResult[] = [];
    for await (const result of readResults({ redis: server.url, ...options })) {
      results.push(result);
      if (results.length < count) continue;
      await result.acknowledge();
      break;
    }
    return results;
  }
  const deliverAll = (sink: ReturnType<typeof streamResults>, results = many(5)) =>
    Promise.all(results.map((result) => sink.deliver(result, NEVER)));

  it('has each result once, also when it is delivered again by another worker', async () => {
    const sinks = [sinkOf(), sinkOf(), sinkOf()];
    for (const sink of sinks) await deliverAll(sink);
    await Promise.all(sinks.map((sink) => deliverAll(sink, many(5, 'again'))));
    expect(await client.xlen(KEY)).toBe(10);
    await Promise.all(sinks.map((sink) => sink.close?.()));
  });

  it('has the documented fields, and large results compressed', async () => {
    const sink = sinkOf({ compressAbove: 1_000 });
    await sink.deliver(failureOf('small'), NEVER);
    await sink.deliver(resultOf('large', { extra: { text: 'é'.repeat(10_000) } }), NEVER);
    const entries = (await client.xrange(KEY, '-', '+')).map(([, fields]) => fields);
    expect(entries[0]?.slice(0, 12)).toEqual([
      'key',
      'small',
      'id',
      'id-small',
      'endpoint',
      'product',
      'marketplace',
      'us',
      'outcome',
      'failed',
      'encoding',
      'json',
    ]);
    expect(JSON.parse(entries[0]?.[13] ?? '')).toEqual(failureOf('small'));
    expect(entries[1]?.[11]).toBe('gzip');
    expect(await client.memory('USAGE', KEY)).toBeLessThan(5_000);
    const [small, large] = await take(2);
    expect(small).toMatchObject({ ...failureOf('small'), deliveries: 1 });
    expect(large?.extra).toEqual({ text: 'é'.repeat(10_000) });
    await sink.close?.();
  });

  it('has the failure of a job and the result of its retried dead letter, each once', async () => {
    const sink = sinkOf();
    for (const result of [failureOf('a'), failureOf('a'), resultOf('a'), failureOf('a'), resultOf('a')])
      await sink.deliver(result, NEVER);
    expect((await client.xrange(KEY, '-', '+')).map(([, fields]) => fields[9])).toEqual(['failed', 'succeeded']);
    await sink.close?.();
  });

  it('forgets what it delivered after keepIdsMs', async () => {
    const sink = sinkOf({ keepIdsMs: 60_000 });
    await sink.deliver(resultOf('a'), NEVER);
    const left = await client.pttl('buybox:{results:results}:delivered:a');
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    await sink.close?.();
  });

  it('holds results while the slowest group is maxUnread entries behind', async () => {
    const sink = sinkOf({ maxUnread: 3 });
    await client.xgroup('CREATE', KEY, 'quick', '0', 'MKSTREAM');
    await client.xgroup('CREATE', KEY, 'slow', '0');
    const results = many(8);
    const delivered: string[] = [];
    const delivery = Promise.all(
      results.map(async (result) => {
        await sink.deliver(result, NEVER);
        delivered.push(result.key);
      }),
    );
    await take(3, { group: 'quick' });
    await expect.poll(() => delivered.length).toBe(3);
    await sleep(500);
    expect(delivered).toHaveLength(3);
    expect(await client.xlen(KEY)).toBe(3);
    const [quick, slow] = await Promise.all([take(5, { group: 'quick' }), take(8, { group: 'slow' })]);
    await delivery;
    expect([quick.length, new Set(keysOf(slow)).size]).toEqual([5, 8]);
    expect(await client.xlen(KEY)).toBe(0);
    await sink.close?.();
  });

  it('holds results while a stream without a group is full, asks Redis seldom, and ends the wait of a job that is handed back', async () => {
    const held: number[] = [];
    const sink = sinkOf({ maxUnread: 2, onHold: ({ failures }) => void held.push(failures) });
    await deliverAll(sink, many(2));
    const stop = new AbortController();
    const waiting = Promise.allSettled(many(50, 'late').map((result) => sink.deliver(result, stop.signal)));
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(4);
    const calls = /cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))?.[1];
    // The first attempt of each result, and then one of all together for each wait.
    expect(Number(calls)).toBeLessThan(2 + 50 + 3 * held.length);
    stop.abort(new Error('handed back'));
    expect((await waiting).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await client.xlen(KEY)).toBe(2);
    await sink.close?.();
  });

  it('makes room by removing what a reader of another language has acknowledged', async () => {
    const sink = sinkOf({ maxUnread: 4 });
    await deliverAll(sink, many(4));
    await client.xgroup('CREATE', KEY, 'other', '0');
    const [[, entries]] = (await client.xreadgroup('GROUP', 'other', 'c', 'COUNT', 3, 'STREAMS', KEY, '>')) as [
      [string, [string, string[]][]],
    ];
    await client.xack(KEY, 'other', ...entries.map(([id]) => id));
    await sink.deliver(resultOf('next'), NEVER);
    expect((await client.xrange(KEY, '-', '+')).map(([, fields]) => fields[1])).toEqual(['k3', 'next']);
    await sink.close?.();
  });

  it('shares the results of a group between its consumers, and gives each group all', async () => {
    const sink = sinkOf();
    await deliverAll(sink, many(40));
    const shared: string[] = [];
    const stop = new AbortController();
    const consume = async () => {
      for await (const { key } of readResults({
        redis: server.url,
        group: 'shared',
        batchSize: 3,
        signal: stop.signal,
      })) {
        shared.push(key);
        if (shared.length === 40) stop.abort();
      }
    };
    // A group that does not exist yet does not keep entries: the other one would remove all.
    for (const group of ['shared', 'all']) await client.xgroup('CREATE', KEY, group, '0');
    await Promise.all([consume(), consume(), take(40, { group: 'all' })]);
    expect([shared.length, new Set(shared).size]).toEqual([40, 40]);
    expect(await client.xlen(KEY)).toBe(0);
    await sink.close?.();
  });

  it('takes over what a consumer left that ended in the middle, and counts its deliveries', async () => {
    const sink = sinkOf();
    await deliverAll(sink, many(6));
    for await (const { key } of readResults({ redis: server.url, takeOverMs: 200 })) if (key === 'k1') break;
    const rest = await take(5, { takeOverMs: 2_000 });
    expect(new Set(keysOf(rest))).toEqual(new Set(['k1', 'k2', 'k3', 'k4', 'k5']));
    expect(rest.every(({ deliveries }) => deliveries === 2)).toBe(true);
    await sink.close?.();
  });

  it('leaves a slow consumer its results', async () => {
    const sink = sinkOf();
    await deliverAll(sink, many(3));
    const stop = new AbortController();
    const others: string[] = [];
    const slow: string[] = [];
    const readAsWell = async () => {
      for await (const { key } of readResults({ redis: server.url, takeOverMs: 1_500, signal: stop.signal }))
        others.push(key);
    };
    let other: Promise<void> | undefined;
    for await (const { key } of readResults({ redis: server.url, takeOverMs: 1_500 })) {
      // This consumer has fetched all.
      other ??= readAsWell();
      slow.push(key);
      if (slow.length === 3) break;
      await sleep(4_000);
    }
    stop.abort();
    await other;
    expect([slow, others]).toEqual([['k0', 'k1', 'k2'], []]);
    await sink.close?.();
  });

  it('gives a consumer of the same name what it had before it was killed', async () => {
    const sink = sinkOf();
    await deliverAll(sink, many(2));
    await client.xgroup('CREATE', KEY, 'readers', '0');
    await client.xreadgroup('GROUP', 'readers', 'me', 'COUNT', 2, 'STREAMS', KEY, '>');
    expect(keysOf(await take(2, { consumer: 'me' }))).toEqual(['k0', 'k1']);
    await sink.close?.();
  });

  it('names an entry that is not a result', async () => {
    await client.xadd(KEY, '1-1', 'result', 'x');
    await expect(take(1)).rejects.toThrow('results: the entry 1-1 of the stream is not a result. Delete it with XDEL.');
  });

  it('names an entry that is too large to be read', async () => {
    const large = gzipSync(Buffer.alloc(65 * 2 ** 20, ' '));
    await client.xadd(KEY, '1-1', 'result', large);
    const message = 'results: the entry 1-1 of the stream is larger than 67108864 bytes when decompressed';
    await expect(take(1)).rejects.toThrow(message);
    await client.xdel(KEY, '1-1');
    const sink = sinkOf();
    await sink.deliver(resultOf('next'), NEVER);
    expect(keysOf(await take(1))).toEqual(['next']);
    await sink.close?.();
  });

  it('holds results while Redis is away, and reads on when it is back', async () => {
    const proxy = await cuttableProxy(server.port);
    const held: string[] = [];
    const options = { redis: proxy.url, waitMs: 300 };
    const sink = streamResults({ ...options, firstRetryMs: 50, onHold: ({ error }) => void held.push(error.code) });
    await deliverAll(sink, many(3));
    const reading = take(6, options);
    await expect.poll(async () => (await client.xlen(KEY)) < 3).toBe(true);
    proxy.cut();
    const late = deliverAll(sink, many(3, 'late'));
    await expect.poll(() => held.length).toBeGreaterThan(0);
    proxy.heal();
    await late;
    expect(new Set(keysOf(await reading)).size).toBe(6);
    expect(new Set(held)).toEqual(new Set(['UNAVAILABLE']));
    await sink.close?.();
    await proxy.close();
  });

  it('adds a result once when its response is lost', async () => {
    const proxy = await cuttableProxy(server.port);
    const sink = streamResults({ redis: proxy.url, waitMs: 400, firstRetryMs: 50 });
    await sink.deliver(resultOf('first'), NEVER);
    proxy.mute();
    const delivery = sink.deliver(resultOf('muted'), NEVER);
    await expect.poll(() => client.xlen(KEY)).toBe(2);
    proxy.heal();
    await delivery;
    expect(await client.xlen(KEY)).toBe(2);
    await sink.close?.();
    await proxy.close();
  });

  it('has every result once after kills of the process that delivers, and of the server', async () => {
    const total = 3_000;
    const worker = () =>
      spawn(process.execPath, [join(import.meta.dirname, 'stream-process.ts'), server.url, `${total}`], {
        env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
    for (let kill = 0; kill < 4; kill++) {
      const child = worker();
      const before = await client.xlen(KEY);
      await expect.poll(() => client.xlen(KEY).catch(() => 0)).toBeGreaterThan(Math.min(before, total - 1));
      if (kill === 2) {
        await server.kill();
        await server.restart();
      }
      await sleep(Math.random() * 100);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    const [code] = await once(worker(), 'close');
    expect(code).toBe(0);
    const keys = (await client.xrange(KEY, '-', '+')).map(([, fields]) => fields[1]);
    expect([keys.length, new Set(keys).size]).toEqual([total, total]);
  });

  it.each([
    [{ stream: 'a{b}' }, 'stream: "a{b}" is not valid'],
    [{ maxUnread: 0 }, 'maxUnread: 0 is not valid'],
    [{ redis: 'http://localhost' }, 'redis: "http://localhost" is not a Redis URL'],
  ])('refuses the options %j', (options, message) => {
    expect(() => sinkOf(options)).toThrow(message);
  });
});
