import { setTimeout as sleep } from 'node:timers/promises';
import { Queue as BullQueue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BadRequestError, ParseError, UnavailableError } from '../../src/entries/index.ts';
import { createLocalMarketplace } from '../../src/entries/local.ts';
import type { DeadJob, DeadOptions, Queue } from '../../src/entries/queue.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { envelopeOf, type FakeCall, fakeMarketplace, losing, Opened, until } from './support.ts';

const asin = 'B0LANTERN1';

/** Fails the calls of some marketplaces, each with another error. One after the other, no two jobs die in the same millisecond: their order is known. */
async function failing({ params }: FakeCall): Promise<never> {
  for (const start = Date.now(); Date.now() === start; ) await sleep(1);
  if (params.marketplace === 'de') throw new ParseError('not a product page');
  if (params.marketplace === 'fr')
    throw new UnavailableError('only with an account', { code: 'SIGN_IN_REQUIRED', retryable: false });
  throw new BadRequestError('url: not a page', { code: 'UNSUPPORTED_URL', requestId: 'r-1' });
}

describe.skipIf(!hasRedis)('dead letters', () => {
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

  const listed = async (options?: DeadOptions) => {
    const jobs: DeadJob[] = [];
    for await (const job of queue.dead(options)) jobs.push(job);
    return jobs;
  };
  const dead = (count: number) => until(async () => (await queue.status()).dead === count);

  it('have the code, the message, the attempts and the times of the job, and are filtered by code, marketplace and endpoint', async () => {
    opened.worker({ redis: server.url, marketplace: fakeMarketplace(failing), concurrency: 1 });
    await queue.add('product', { asin, marketplace: 'de' }, { extra: { sku: 7 } });
    await queue.add('offers', { asin, marketplace: 'fr' });
    await queue.add('product', { asin, marketplace: 'us' });
    await dead(3);
    const all = await listed();
    expect(all.map(({ marketplace }) => marketplace)).toEqual(['de', 'fr', 'us']);
    expect(all[0]).toMatchObject({
      endpoint: 'product',
      params: { asin, marketplace: 'de', language: 'en' },
      extra: { sku: 7 },
      attempts: 1,
      error: { name: 'ParseError', code: 'PARSER_ERROR', message: 'not a product page', retryable: false },
    });
    expect(all[2]?.error.request_id).toBe('r-1');
    const { addedAt, diedAt } = all[0] as DeadJob;
    expect(diedAt.getTime()).toBeGreaterThanOrEqual(addedAt.getTime());
    const found = async (options: DeadOptions) => (await listed(options)).map(({ marketplace }) => marketplace);
    expect(await found({ code: 'PARSER_ERROR' })).toEqual(['de']);
    expect(await found({ code: ['PARSER_ERROR', 'SIGN_IN_REQUIRED'] })).toEqual(['de', 'fr']);
    expect(await found({ marketplace: 'us' })).toEqual(['us']);
    expect(await found({ endpoint: 'offers' })).toEqual(['fr']);
    expect(await found({ endpoint: 'offers', marketplace: 'us' })).toEqual([]);
    expect(await found({ ids: [String(all[1]?.id), 'unknown'] })).toEqual(['fr']);
    expect(await found({ limit: 2 })).toEqual(['de', 'fr']);
  });

  it('are retried with all attempts and the same idempotency key, all or filtered, and leave the list', async () => {
    let isBroken = true;
    const marketplace = fakeMarketplace((call) => (isBroken ? failing(call) : envelopeOf(call)));
    const { results } = opened.worker({ redis: server.url, marketplace });
    for (const code of ['de', 'fr', 'us'] as const)
      await queue.add('product', { asin, marketplace: code }, { id: `lamp-${code}` });
    await dead(3);
    isBroken = false;
    const before = results.splice(0);
    expect(await queue.retryDead({ marketplace: 'de' })).toBe(1);
    await until(() => results.length === 1);
    expect(await queue.retryDead()).toBe(2);
    await until(() => results.length === 3);
    expect(await queue.retryDead()).toBe(0);
    await dead(0);
    expect(results.every(({ attempts, envelope }) => attempts === 1 && envelope !== undefined)).toBe(true);
    const keys = (list: typeof results) => list.map(({ key }) => key).sort();
    expect(keys(results)).toEqual(keys(before));
  });

  it('are removed, all or filtered', async () => {
    opened.worker({ redis: server.url, marketplace: fakeMarketplace(failing) });
    for (const code of ['de', 'fr', 'us'] as const) await queue.add('product', { asin, marketplace: code });
    await dead(3);
    expect(await queue.removeDead({ code: 'PARSER_ERROR' })).toBe(1);
    expect(await queue.removeDead()).toBe(2);
    expect(await listed()).toEqual([]);
    // A call whose job is dead can be added again.
    expect((await queue.add('product', { asin, marketplace: 'de' })).isDuplicate).toBe(false);
  });

  it('are listed and retried page by page, each once, also when thousands died at the same time', async () => {
    const count = 600;
    opened.worker({ redis: server.url, marketplace: fakeMarketplace(failing), concurrency: 100 });
    await queue.addAll(
      Array.from({ length: count }, (_, index) => ({ endpoint: 'search' as const, params: { keyword: `${index}` } })),
    );
    await dead(count);
    await opened.close();
    queue = opened.queue({ redis: server.url });
    const failed = 'buybox:{q:calls}:calls:failed';
    const ids = await client.zrange(failed, 0, '-1');
    for (const id of ids) await client.zadd(failed, 1_700_000_000_000, id);
    const jobs = await listed();
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(count);
    expect(jobs).toHaveLength(count);
    expect(await queue.retryDead()).toBe(count);
    expect(await queue.status()).toMatchObject({ dead: 0, waiting: count });
  });

  it('can be jobs that another program has stored: without parameters, of an unknown endpoint, or with an id of another script', async () => {
    const other = new BullQueue('calls', { connection: client as never, prefix: 'buybox:{q:calls}' });
    await other.add('product', {}, { jobId: 'no-parameters' });
    await other.add('product', null, { jobId: 'no-data' });
    await other.add('weather', { params: { url: 'nothing' } }, { jobId: 'unknown' });
    await other.add('product', { params: { asin } }, { jobId: '日本語' });
    await using marketplace = createLocalMarketplace({ pages: async () => Promise.reject(new Error('no page')) });
    opened.worker({ redis: server.url, marketplace, concurrency: 1 });
    await dead(4);
    const codes = Object.fromEntries((await listed()).map(({ id, error }) => [id, error.code]));
    const code = 'INVALID_PARAMETER';
    expect(codes).toEqual({ 'no-parameters': code, 'no-data': code, unknown: code, 日本語: code });
    expect(await queue.removeDead()).toBe(4);
    await other.close();
  });

  it('are bounded in number and age', async () => {
    const { worker } = opened.worker({
      redis: server.url,
      marketplace: fakeMarketplace(failing),
      maxDead: 3,
      concurrency: 1,
    });
    for (let index = 0; index < 6; index++) await queue.add('search', { keyword: `${index}` });
    await until(async () => (await queue.status()).waiting + (await queue.status()).active === 0);
    expect((await listed()).map(({ params }) => 'keyword' in params && params.keyword)).toEqual(['3', '4', '5']);
    await worker.close();
    const failed = 'buybox:{q:calls}:calls:failed';
    for (const id of await client.zrange(failed, 0, '-1')) await client.zadd(failed, Date.now() - 5_000, id);
    opened.worker({ redis: server.url, marketplace: fakeMarketplace(failing), deadMaxAgeMs: 2_000 });
    await queue.add('search', { keyword: 'last' });
    await until(async () => (await queue.status()).waiting + (await queue.status()).active === 0);
    expect((await listed()).map(({ params }) => 'keyword' in params && params.keyword)).toEqual(['last']);
  });

  describe('whose response is lost', () => {
    /** Does something on a queue once for each script whose response can be lost. */
    const eachLost = async (act: (queue: Queue, id: string) => Promise<void>, meanwhile: (id: string) => unknown) => {
      for (let lost = 0; lost < 20; lost++) {
        await client.flushall();
        const { worker } = opened.worker({ redis: server.url, marketplace: fakeMarketplace(failing) });
        const { id } = await queue.add('product', { asin }, { id: `lamp-${lost}` });
        await dead(1);
        await worker.close();
        const { near, isLost } = losing(server.url, lost, async () => meanwhile(id));
        const own = opened.queue({ redis: near as never });
        await act(own, id);
        await own.close();
        near.disconnect();
        if (!isLost()) return lost;
      }
      throw new Error('there is always another script');
    };
    const jobKey = (id: string) => `buybox:{q:calls}:calls:${id}`;
    const retriedOf = async (id: string) => JSON.parse((await client.hget(jobKey(id), 'data')) ?? '').retried;

    it('are retried once, and counted', async () => {
      const scripts = await eachLost(
        async (own, id) => {
          expect(await own.retryDead()).toBe(1);
          expect(await queue.status()).toMatchObject({ waiting: 1, dead: 0 });
          expect(await retriedOf(id)).toBe(1);
        },
        () => undefined,
      );
      expect(scripts).toBeGreaterThan(1);
    });

    it('are not retried again when they have died again meanwhile', async () => {
      await eachLost(
        async (own, id) => {
          expect(await own.retryDead()).toBe(1);
          expect(await retriedOf(id)).toBe(1);
        },
        async () => {
          if ((await queue.status()).waiting === 0) return;
          const { worker } = opened.worker({ redis: server.url, marketplace: fakeMarketplace(failing) });
          await dead(1);
          await worker.close();
        },
      );
    });

    it('are removed once, and not the job that has their id meanwhile', async () => {
      let added = 0;
      await eachLost(
        async (own) => {
          added = 0;
          expect(await own.removeDead()).toBe(1);
          expect(await queue.status()).toMatchObject({ waiting: added, dead: 0 });
        },
        async (id) => {
          if ((await client.exists(jobKey(id))) === 1) return;
          await queue.add('product', { asin }, { id });
          added = 1;
        },
      );
    });

    it('are not those of somebody else', async () => {
      await eachLost(
        async (own, id) => {
          const count = await own.removeDead();
          expect((await queue.status()).waiting).toBe(1 - count);
          expect(await client.exists(jobKey(id))).toBe(1 - count);
        },
        () => queue.retryDead(),
      );
    });
  });

  describe('with the page', () => {
    const html = `<html><body><p>Not a page of the marketplace: ${'lamp '.repeat(300)}</p></body></html>`;
    const headers = { 'content-type': 'text/html' };
    const local = () =>
      createLocalMarketplace({ pages: async ({ url }) => ({ url, status: 200, headers, body: html }), retries: 0 });

    it('have the page that could not be read, until they are retried or removed', async () => {
      await using marketplace = local();
      const { worker } = opened.worker({ redis: server.url, marketplace });
      await queue.add('product', { asin }, { attempts: 1 });
      await dead(1);
      await worker.close();
      const [job] = await listed({ pages: true });
      expect(job?.error.name).toBe('BlockedError');
      expect(job?.page).toBe(html);
      expect((await listed())[0]).not.toHaveProperty('page');
      const logs = `buybox:{q:calls}:calls:${job?.id}:logs`;
      expect(await client.exists(logs)).toBe(1);
      expect(await queue.retryDead()).toBe(1);
      expect(await client.exists(logs)).toBe(0);
    });

    it.each([
      ['keepPages is false', { keepPages: false }],
      ['it is larger than maxPageBytes', { maxPageBytes: 50 }],
    ])('have no page if %s', async (_, options) => {
      await using marketplace = local();
      const { worker } = opened.worker({ redis: server.url, marketplace, ...options });
      await queue.add('product', { asin }, { attempts: 1 });
      await dead(1);
      await worker.close();
      expect((await listed({ pages: true }))[0]).not.toHaveProperty('page');
      expect(await queue.removeDead()).toBe(1);
      expect(await client.keys('*:logs')).toEqual([]);
    });
  });
});
