import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalMarketplace } from '../../src/entries/local.ts';
import type { Queue } from '../../src/entries/queue.ts';
import { productPage } from '../local/pages.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { Opened, until } from './support.ts';

const JOBS = 12;

describe.skipIf(!hasRedis)('jobs of several sites', () => {
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

  const asinOf = (number: number) => `B0${String(number).padStart(8, '0')}`;
  const calls = (marketplace: 'us' | 'de') =>
    Array.from({ length: JOBS }, (_, at) => ({
      endpoint: 'product' as const,
      params: { asin: asinOf(at), marketplace },
    }));

  /** A marketplace with a pace, and the requests that it has sent. */
  const paced = (sent: string[], { minGapMs = 1_050, opened = Promise.resolve() } = {}) =>
    createLocalMarketplace({
      pace: { concurrency: 1, minGapMs, jitterMs: 0 },
      concurrency: 100,
      pages: async ({ url }) => {
        const asin = /B0\d{8}/.exec(url)?.[0] ?? '';
        sent.push(`${new URL(url).host} ${asin}`);
        await opened;
        return { url, status: 200, headers: {}, body: productPage(`Lantern ${asin}`, asin) };
      },
    });

  it('have turns: a slow site does not hold up others, and all end', async () => {
    await queue.addAll([...calls('us'), ...calls('de')]);
    const sent: string[] = [];
    const most: number[] = [];
    await using marketplace = paced(sent);
    const { results, of } = opened.worker({ redis: server.url, marketplace, concurrency: 8 });
    await until(async () => {
      most.push((await queue.status()).paced);
      return results.length === 2 * JOBS;
    });
    // In the order of the queue, all of the first site would be before the second one.
    expect(sent.slice(0, 10).filter((request) => request.includes('.de')).length).toBeGreaterThan(3);
    expect(Math.max(...most)).toBeGreaterThan(JOBS);
    expect(new Set(sent).size).toBe(2 * JOBS);
    // The jobs of a site keep their order, but for a few that the worker took at the same time.
    const us = sent.filter((request) => request.includes('.com '));
    const firstHalf = us.toSorted().slice(0, JOBS / 2);
    expect(us.slice(0, JOBS / 2).filter((request) => firstHalf.includes(request)).length).toBeGreaterThan(3);
    expect(await queue.status()).toMatchObject({ waiting: 0, active: 0, paced: 0, dead: 0 });
    expect(of('returned').filter(({ reason }) => reason !== 'pace')).toEqual([]);
    expect(await client.keys('*paced*')).toEqual([]);
  });

  it('wait in Redis when their worker ends: the next one goes on', async () => {
    await queue.addAll([...calls('us'), ...calls('de')]);
    const first: string[] = [];
    await using one = paced(first);
    const { worker } = opened.worker({ redis: server.url, marketplace: one, concurrency: 8 });
    await until(async () => (await queue.status()).paced > JOBS);
    await worker.close({ graceMs: 0 });
    expect((await queue.status()).paced).toBeGreaterThan(JOBS);
    const second: string[] = [];
    await using other = paced(second);
    const { results } = opened.worker({ redis: server.url, marketplace: other, concurrency: 8 });
    await until(() => new Set([...first, ...second]).size === 2 * JOBS && results.length > 0);
    await until(async () => {
      const { waiting, active, paced: left } = await queue.status();
      return waiting + active + left === 0;
    });
  });

  it('that are removed while they wait lose their place: a job with the same id waits for its own time', async () => {
    const id = `job-${JOBS - 1}`;
    const sent: string[] = [];
    const gate = Promise.withResolvers<void>();
    await using marketplace = paced(sent, { minGapMs: 50, opened: gate.promise });
    await queue.addAll(calls('us').map((call, at) => ({ ...call, id: `job-${at}` })));
    const { of } = opened.worker({ redis: server.url, marketplace, concurrency: 8 });
    // The first request waits for the gate and two calls wait for its place. All others are in the list, and stay there.
    await until(async () => (await queue.status()).paced === JOBS - 3);
    await client.del(`buybox:{q:calls}:calls:${id}`, ...(await client.keys('buybox:{q:calls}:calls:de:*')));
    await queue.add('product', { asin: asinOf(JOBS - 1), marketplace: 'us' }, { id, delayMs: 3_600_000 });
    gate.resolve();
    await until(async () => {
      const { waiting, active, paced: left } = await queue.status();
      return waiting + active + left === 0;
    });
    expect(await queue.status()).toMatchObject({ delayed: 1, dead: 0 });
    expect(of('ended').map((event) => event.id)).not.toContain(id);
    expect(sent).toHaveLength(JOBS - 1);
  });
});
