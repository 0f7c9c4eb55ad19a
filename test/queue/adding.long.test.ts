import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/entries/index.ts';
import { createQueue, type JobInput, type Queue } from '../../src/entries/queue.ts';
import { cuttableProxy, freePort, hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { failureOf, fakeMarketplace, Opened, until } from './support.ts';

const asin = 'B0LANTERN1';
const other = 'B0LANTERN2';

describe.skipIf(!hasRedis)('a queue', () => {
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

  it('stores parameters with the defaults of the producer: a worker with other defaults makes the same call', async () => {
    const german = opened.queue({ redis: server.url, marketplace: 'de', language: 'native' });
    await german.add('product', { asin });
    const marketplace = fakeMarketplace();
    const { results } = opened.worker({ redis: server.url, marketplace });
    await until(() => results.length === 1);
    expect(marketplace.calls[0]?.params).toEqual({ asin, marketplace: 'de', language: 'native' });
    expect(results[0]).toMatchObject({
      endpoint: 'product',
      marketplace: 'de',
      attempts: 1,
      envelope: { found: true },
    });
  });

  it('adds a call once while it is in the queue, whatever the order of its parameters', async () => {
    const first = await queue.add('offers', { asin, page: 1 });
    expect(first.isDuplicate).toBe(false);
    expect(await queue.add('offers', { page: 1, condition: 'all', asin })).toEqual({ id: first.id, isDuplicate: true });
    expect((await queue.add('offers', { asin, page: 2 })).isDuplicate).toBe(false);
    expect((await queue.add('offers', { asin }, { allowDuplicate: true })).isDuplicate).toBe(false);
    expect(await queue.status()).toMatchObject({ waiting: 3 });
  });

  it('adds a call again when it has ended, but not within uniqueForMs', async () => {
    const marketplace = fakeMarketplace();
    const { results, of } = opened.worker({ redis: server.url, marketplace });
    const plain = await queue.add('product', { asin });
    const kept = await queue.add('product', { asin: other }, { uniqueForMs: 60_000 });
    await until(async () => of('ended').length === 2 && (await queue.status()).active === 0);
    expect((await queue.add('product', { asin })).isDuplicate).toBe(false);
    expect(await queue.add('product', { asin: other })).toEqual({ id: kept.id, isDuplicate: true });
    // Until its job has ended, the second plain call has a key too.
    await until(async () => results.length === 3 && (await queue.status()).active === 0);
    expect(results.map(({ id }) => id)).toContain(plain.id);
    const ttl = await client.pttl(String((await client.keys('*:de:*'))[0]));
    expect(ttl).toBeGreaterThan(1_000);
    expect(ttl).toBeLessThanOrEqual(60_000);
  });

  it('reports a duplicate of a job that has ended within uniqueForMs, also with the same id', async () => {
    const options = { id: 'lamp', uniqueForMs: 60_000 };
    const { results, of } = opened.worker({ redis: server.url, marketplace: fakeMarketplace() });
    expect(await queue.add('product', { asin }, options)).toEqual({ id: 'lamp', isDuplicate: false });
    await until(async () => of('ended').length === 1 && (await queue.status()).active === 0);
    expect(await queue.add('product', { asin }, options)).toEqual({ id: 'lamp', isDuplicate: true });
    expect(await queue.addAll([{ endpoint: 'product', params: { asin }, ...options }])).toMatchObject({
      added: 0,
      duplicates: 1,
    });
    expect(results).toHaveLength(1);
  });

  it('an id of the caller is unique while its job is in the queue; a later job with it is another call', async () => {
    expect(await queue.add('product', { asin }, { id: 'lamp' })).toEqual({ id: 'lamp', isDuplicate: false });
    expect(await queue.add('product', { asin: other }, { id: 'lamp' })).toEqual({ id: 'lamp', isDuplicate: true });
    const marketplace = fakeMarketplace();
    const { results, of } = opened.worker({ redis: server.url, marketplace });
    await until(async () => of('ended').length === 1 && (await queue.status()).active === 0);
    expect(await queue.add('product', { asin: other }, { id: 'lamp' })).toEqual({ id: 'lamp', isDuplicate: false });
    await until(() => results.length === 2);
    const keys = results.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    expect(marketplace.calls.map(({ options }) => options.idempotencyKey)).toEqual(keys);
  });

  it('takes lower numbers of priority first, urgent jobs before the others, and delayed jobs later', async () => {
    const add = async (id: string, options: object) => {
      await queue.add('search', { keyword: id }, { id, ...options });
    };
    await add('bulk-1', { priority: 10 });
    await add('bulk-2', { priority: 10 });
    await add('middle', { priority: 5 });
    await add('normal-1', {});
    await add('normal-2', {});
    await add('now', { urgent: true });
    await add('later', { delayMs: 5_000 });
    const { results } = opened.worker({ redis: server.url, marketplace: fakeMarketplace(), concurrency: 1 });
    await until(() => results.length === 7);
    expect(results.map(({ id }) => id)).toEqual(['now', 'normal-1', 'normal-2', 'middle', 'bulk-1', 'bulk-2', 'later']);
  });

  it('adds all inputs of an asynchronous iterable in chunks, and counts duplicates', async () => {
    const progress: number[] = [];
    let read = 0;
    async function* inputs(): AsyncGenerator<JobInput> {
      for (let index = 0; index < 2_500; index++) {
        read++;
        yield { endpoint: 'search', params: { keyword: `lamp ${index % 2_000}` }, extra: { index } };
      }
    }
    const added = await queue.addAll(inputs(), {
      chunkSize: 1_000,
      onProgress: (now) => {
        progress.push(now.added);
        // No input of the next chunk is read before this chunk is stored.
        expect(read).toBeLessThanOrEqual(now.added + now.duplicates + 1);
      },
    });
    expect(added).toEqual({ added: 2_000, duplicates: 500, invalid: 0 });
    expect(progress).toEqual([1_000, 2_000, 2_000]);
    expect(await queue.status()).toMatchObject({ waiting: 2_000 });
  });

  it('reports invalid inputs with their positions and adds the others; without onInvalid it adds no job of the chunk', async () => {
    const inputs = [asin, 'x', other].map((one) => ({ endpoint: 'product' as const, params: { asin: one } }));
    await expect(queue.addAll(inputs)).rejects.toThrow('inputs[1]: asin: "x"');
    expect(await queue.status()).toMatchObject({ waiting: 0 });
    const invalid: unknown[] = [];
    const added = await queue.addAll(inputs, { onInvalid: ({ position, input }) => invalid.push([position, input]) });
    expect(added).toEqual({ added: 2, duplicates: 0, invalid: 1 });
    expect(invalid).toEqual([[1, inputs[1]]]);
  });

  it('addAll stops between two chunks when its signal aborts', async () => {
    const stop = new AbortController();
    const inputs = Array.from({ length: 30 }, (_, index) => ({
      endpoint: 'search' as const,
      params: { keyword: `${index}` },
    }));
    const adding = queue.addAll(inputs, {
      chunkSize: 10,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(adding).rejects.toThrow('enough');
    expect(await queue.status()).toMatchObject({ waiting: 10 });
  });

  it('queues with different names or prefixes have nothing in common', async () => {
    await queue.add('product', { asin });
    for (const options of [{ name: 'other' }, { prefix: 'other' }]) {
      const second = opened.queue({ redis: server.url, ...options });
      expect(await second.status()).toMatchObject({ waiting: 0 });
      expect((await second.add('product', { asin })).isDuplicate).toBe(false);
    }
  });

  it('all keys of a queue have one hash tag', async () => {
    await queue.add('product', { asin }, { priority: 3 });
    await queue.repeat('product', { asin }, { every: '1h' });
    const { of } = opened.worker({ redis: server.url, marketplace: fakeMarketplace() });
    await until(() => of('ended').length === 1);
    await opened.close();
    const keys = await client.keys('*');
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.filter((key) => !key.startsWith('buybox:{q:calls}:'))).toEqual([]);
  });

  it('pause holds the jobs back for all workers, until resume', async () => {
    await queue.pause();
    expect(await queue.status()).toMatchObject({ isPaused: true });
    const { results, of } = opened.worker({ redis: server.url, marketplace: fakeMarketplace() });
    await until(() => of('ready').length === 1);
    await queue.add('product', { asin });
    expect(await queue.status()).toMatchObject({ waiting: 1, workers: 1 });
    expect(results).toEqual([]);
    await queue.resume();
    await until(() => results.length === 1);
  });

  it('reports the age of the next job, and rates by endpoint and marketplace', async () => {
    await queue.add('product', { asin, marketplace: 'fr' });
    await until(async () => ((await queue.status()).oldestWaitingMs ?? 0) > 20);
    const { of, worker } = opened.worker({ redis: server.url, marketplace: fakeMarketplace() });
    await until(() => of('ended').length === 1);
    await worker.close();
    const status = await queue.status();
    expect(status.oldestWaitingMs).toBeUndefined();
    expect(status.rates).toEqual([{ endpoint: 'product', marketplace: 'fr', succeeded: 1, retried: 0, dead: 0 }]);
    expect(status.rateMs).toBeLessThanOrEqual(300_000);
  });

  it('uses a client of the caller, and leaves it open', async () => {
    const own = new Redis(server.url);
    const second = createQueue({ redis: own });
    await second.add('product', { asin });
    const { of } = opened.worker({ redis: own, marketplace: fakeMarketplace() });
    await until(() => of('ended').length === 1);
    await opened.close();
    await second.close();
    expect(await own.ping()).toBe('PONG');
    own.disconnect();
  });

  it('fails with an UnavailableError after waitMs when the server is away, and works again when it is back', async () => {
    const away = opened.queue({ redis: `redis://:hunter22@127.0.0.1:${await freePort()}`, waitMs: 2_000 });
    const error = await failureOf(away.add('product', { asin }));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ retryable: true, message: expect.not.stringContaining('hunter22') });

    const proxy = await cuttableProxy(server.port);
    const patient = opened.queue({ redis: proxy.url, waitMs: '2s' });
    const first = await patient.add('product', { asin });
    for (const lose of ['cut', 'stall'] as const) {
      proxy[lose]();
      expect(await failureOf(patient.add('product', { asin: other }))).toBeInstanceOf(UnavailableError);
      proxy.heal();
      await until(async () => (await failureOf(patient.status())) === undefined);
      expect(await patient.add('product', { asin })).toEqual({ id: first.id, isDuplicate: true });
    }
    await opened.close();
    await proxy.close();
  });

  it('adds a job once when the response is lost, and says that it is new', async () => {
    const proxy = await cuttableProxy(server.port);
    const patient = opened.queue({ redis: proxy.url, waitMs: '20s' });
    await patient.status();
    proxy.mute();
    const adding = patient.add('product', { asin });
    await until(async () => (await queue.status()).waiting === 1);
    proxy.heal();
    expect(await adding).toMatchObject({ isDuplicate: false });
    expect((await queue.status()).waiting).toBe(1);
    await opened.close();
    await proxy.close();
  });

  describe('on a client of the caller', () => {
    let other: RedisServer;
    let own: Redis;
    let waiting: Queue;
    const openOn = (retryStrategy: () => number | null) => {
      own = new Redis(other.url, { maxRetriesPerRequest: null, retryStrategy });
      own.on('error', () => undefined);
      waiting = opened.queue({ redis: own, waitMs: 200 });
    };
    const works = () => until(async () => (await failureOf(waiting.status())) === undefined);
    const fail = async (work: () => Promise<unknown>) => {
      for (let count = 0; count < 5; count++) expect(await failureOf(work())).toBeInstanceOf(UnavailableError);
    };
    const listeners = () => own.eventNames().reduce((sum, name) => sum + own.listenerCount(name), 0);

    beforeEach(async () => {
      other = await startRedis();
    });
    afterEach(async () => {
      own.disconnect();
      await other.stop();
    });

    it.each([
      ['before its first connection', false],
      ['after it has lost its connection', true],
    ])('leaves no command that is sent later: %s', async (_, wasConnected) => {
      if (!wasConnected) await other.kill();
      openOn(() => 20);
      if (wasConnected) {
        await works();
        await other.kill();
      }
      await until(() => own.status === 'reconnecting');
      await fail(() => waiting.add('product', { asin }));
      await other.restart();
      await works();
      expect(await own.llen('buybox:{q:calls}:calls:wait')).toBe(0);
    });

    it('leaves no listeners when the client has given up', async () => {
      await other.kill();
      openOn(() => null);
      await until(() => own.status === 'end');
      const before = listeners();
      await fail(() => waiting.status());
      expect(listeners()).toBe(before);
    });
  });

  it('reports a wrong password at once, and does not show it', async () => {
    const secured = await startRedis({ settings: ['--requirepass', 'right-password'] });
    try {
      const wrong = opened.queue({ redis: secured.url.replace('//', '//:hunter22@'), waitMs: 60_000 });
      expect(await failureOf(wrong.status())).toMatchObject({
        code: 'INVALID_CONFIGURATION',
        message: expect.stringMatching(/^(?!.*hunter22).*the password is wrong/),
      });
    } finally {
      await opened.close();
      await secured.stop();
    }
  });

  it('refuses calls after close', async () => {
    await queue.close();
    expect(await failureOf(queue.add('product', { asin }))).toMatchObject({ code: 'UNAVAILABLE', retryable: false });
  });
});
