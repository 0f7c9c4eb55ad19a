import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobInput, Queue, RepeatedJob } from '../../src/entries/queue.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { failureOf, fakeMarketplace, losing, Opened, until } from './support.ts';

const asin = 'B0LANTERN1';
const HOUR_MS = 3_600_000;

describe.skipIf(!hasRedis)('repeated jobs', () => {
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

  const listed = async () => {
    const jobs: RepeatedJob[] = [];
    for await (const job of queue.repeats()) jobs.push(job);
    return jobs;
  };

  it('run again and again, each run with its own key', async () => {
    const repeated = await queue.repeat('product', { asin }, { every: 1_000, extra: { sku: 1 } });
    const { results } = opened.worker({ redis: server.url, marketplace: fakeMarketplace() });
    await until(() => results.length === 3);
    expect(new Set(results.map(({ key }) => key)).size).toBe(3);
    for (const { id, extra, attempts } of results) {
      expect(id).toContain(repeated.id);
      expect([extra, attempts]).toEqual([{ sku: 1 }, 1]);
    }
  });

  it('a call has one repetition: another interval replaces the first, and the same one changes nothing', async () => {
    const first = await queue.repeat('product', { asin }, { every: '1h' });
    expect(first).toMatchObject({
      endpoint: 'product',
      everyMs: HOUR_MS,
      params: { asin, marketplace: 'us', language: 'en' },
    });
    expect(await queue.repeat('product', { asin, marketplace: 'us' }, { every: '1h' })).toEqual(first);
    const second = await queue.repeat('product', { asin }, { every: '15m' });
    expect(second.id).toBe(first.id);
    expect(await listed()).toEqual([second]);
    expect(await queue.status()).toMatchObject({ repeats: 1, delayed: 1, waiting: 0 });
  });

  it('stop, with their next job', async () => {
    const { id } = await queue.repeat('product', { asin }, { every: '1h' });
    expect(await queue.stopRepeat(id)).toBe(true);
    expect(await queue.stopRepeat(id)).toBe(false);
    expect(await listed()).toEqual([]);
    expect(await queue.status()).toMatchObject({ repeats: 0, delayed: 0 });
  });

  it.each([
    ['are stopped once', async () => undefined, []],
    ['stay if somebody has added them meanwhile', () => queue.repeat('product', { asin }, { every: '15m' }), [900_000]],
  ])('%s when the response is lost, and the call says that it has stopped one', async (_, meanwhile, left) => {
    const { id } = await queue.repeat('product', { asin }, { every: '1h' });
    const { near, isLost } = losing(server.url, 0, meanwhile);
    const own = opened.queue({ redis: near as never });
    expect(await own.stopRepeat(id)).toBe(true);
    expect(isLost()).toBe(true);
    expect((await listed()).map(({ everyMs }) => everyMs)).toEqual(left);
    expect(await own.stopRepeat(id)).toBe(left.length > 0);
    await own.close();
    near.disconnect();
  });

  it('are spread evenly over the interval, and none runs at once', async () => {
    const inputs = Array.from(
      { length: 1_000 },
      (_, index): JobInput => ({ endpoint: 'search', params: { keyword: `lamp ${index}` } }),
    );
    expect(await queue.repeatAll(inputs, { every: '1h' })).toBe(1_000);
    expect(await queue.status()).toMatchObject({ repeats: 1_000, delayed: 1_000, waiting: 0 });
    const jobs = await listed();
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1_000);
    const minutes = new Map<number, number>();
    for (const { nextAt } of jobs) {
      const minute = Math.floor((nextAt.getTime() % HOUR_MS) / 60_000);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    }
    // 1,000 calls over 60 minutes are 16.7 a minute: the hash of the calls decides, so that each run of this test has the same numbers.
    expect(minutes.size).toBe(60);
    expect(Math.max(...minutes.values())).toBeLessThanOrEqual(35);
  });

  it('without spread, all run at the same time', async () => {
    const inputs = ['a', 'b', 'c'].map((keyword): JobInput => ({ endpoint: 'search', params: { keyword } }));
    await queue.repeatAll(inputs, { every: '1h', spread: false });
    expect(new Set((await listed()).map(({ nextAt }) => nextAt.getTime())).size).toBe(1);
  });

  it('run by a cron pattern in a time zone', async () => {
    const repeated = await queue.repeat('product', { asin }, { cron: '30 6 * * *', timeZone: 'Asia/Tokyo' });
    expect(repeated).toMatchObject({ cron: '30 6 * * *', timeZone: 'Asia/Tokyo' });
    expect(repeated.nextAt.toISOString()).toMatch(/T21:30:00/);
    expect(await failureOf(queue.repeat('product', { asin }, { cron: 'often' }))).toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining('cron: "often" is not valid'),
    });
  });

  it('an invalid input names its position', async () => {
    const inputs = [{ endpoint: 'product', params: { asin: 'x' } }] as const;
    expect(await failureOf(queue.repeatAll(inputs, { every: '1h' }))).toMatchObject({
      message: expect.stringContaining('inputs[0]: asin: "x"'),
    });
  });
});
