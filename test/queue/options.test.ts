import { QueueKeys } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { BadRequestError } from '../../src/entries/index.ts';
import {
  createQueue,
  createWorker,
  type JobOptions,
  type QueueOptions,
  type WorkerOptions,
} from '../../src/entries/queue.ts';
import { failureOf, fakeMarketplace } from './support.ts';

/** Nothing listens here: a test that gets past its checks would wait, and fail with another error. */
const redis = 'redis://127.0.0.1:1';
const asin = 'B0LANTERN1';
/** Returns a list that has so many levels. */
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('createQueue', () => {
  it.each([
    [{}, 'redis', 'redis: missing: expected a URL such as "redis://localhost:6379". Set BUYBOX_REDIS_URL.'],
    [{ redis: 'localhost' }, 'redis', 'is not a Redis URL'],
    [{ redis, name: 'a:b' }, 'name', 'name: "a:b" is not valid: expected 1 to 64 letters, digits or "_", "-", ".".'],
    [{ redis, prefix: '{x}' }, 'prefix', 'without braces'],
    [{ redis, waitMs: 0 }, 'waitMs', 'a time from 1 ms to'],
    [{ redis, marketplace: 'xx' }, 'marketplace', 'marketplace: "xx" is not valid'],
    [{ redis, language: 'de' }, 'language', 'language: "de" is not valid'],
    [{ redis, color: 1 }, 'color', 'color: is not an option of createQueue.'],
  ])('refuses %j', (options, parameter, message) => {
    const error = thrownBy(() => createQueue(options as QueueOptions));
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter });
    expect(error.message).toMatch(message.includes('|') ? new RegExp(message) : message);
  });

  it('takes the server from BUYBOX_REDIS_URL, and shows no password', () => {
    process.env.BUYBOX_REDIS_URL = 'http://user:hunter22@localhost';
    try {
      const error = thrownBy(() => createQueue());
      expect(error).toMatchObject({ parameter: 'BUYBOX_REDIS_URL' });
      expect(error.message).not.toContain('hunter22');
    } finally {
      delete process.env.BUYBOX_REDIS_URL;
    }
  });
});

describe('add', () => {
  const queue = createQueue({ redis, marketplace: 'de' });

  it('checks parameters as the call does, before anything is sent', async () => {
    const wrong = await failureOf(queue.add('product', { asin: 'b0lantern1' }));
    expect(wrong).toBeInstanceOf(BadRequestError);
    expect(wrong).toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'asin' });
    expect(await failureOf(queue.add('product', { asin, marketplace: 'us', language: 'native' }))).toMatchObject({
      code: 'NATIVE_LANGUAGE_NOT_SUPPORTED',
    });
    expect(await failureOf(queue.add('produkt' as 'product', { asin }))).toMatchObject({
      message: expect.stringContaining('endpoint: "produkt" is not an endpoint'),
    });
    expect(await failureOf(queue.add({ endpoint: 'product' } as never, undefined as never))).toMatchObject({
      message: expect.stringContaining('endpoint: an object is not an endpoint'),
    });
  });

  it.each<[object, string]>([
    [{ id: '12' }, 'id'],
    [{ id: 'a:b' }, 'id'],
    [{ id: '' }, 'id'],
    [{ priority: -1 }, 'priority'],
    [{ priority: 2 ** 21 }, 'priority'],
    [{ delayMs: 1.5 }, 'delayMs'],
    [{ attempts: 0 }, 'attempts'],
    [{ uniqueForMs: -1 }, 'uniqueForMs'],
    [{ extra: [] }, 'extra'],
    [{ extra: { text: 'x'.repeat(10_000) } }, 'extra'],
    [{ extra: { deep: deep(190) } }, 'extra'],
    [{ urgent: 'yes' }, 'urgent'],
    [{ allowDuplicate: 1 }, 'allowDuplicate'],
    [{ retries: 1 }, 'retries'],
  ])('refuses the options %j', async (options, parameter) => {
    expect(await failureOf(queue.add('product', { asin }, options as JobOptions))).toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter,
    });
  });

  it('says how deep extra may be', async () => {
    const error = await failureOf(queue.add('product', { asin }, { extra: { deep: deep(3_000) } }));
    expect(error).toMatchObject({ message: 'extra: is nested too deep: expected at most 190 levels.' });
  });

  it('refuses ids that are names of keys of BullMQ', async () => {
    const names = Object.keys(new QueueKeys('p').getKeys('calls')).filter((name) => name !== '');
    expect(names.length).toBeGreaterThan(10);
    for (const id of names)
      expect(await failureOf(queue.add('product', { asin }, { id }))).toMatchObject({ parameter: 'id' });
  });
});

describe('addAll', () => {
  const queue = createQueue({ redis });

  it('names the position of an invalid input', async () => {
    const inputs = [
      { endpoint: 'product', params: { asin } },
      { endpoint: 'product', params: { asin: 'x' } },
    ] as const;
    const error = await failureOf(queue.addAll(inputs));
    expect(error).toMatchObject({ parameter: 'asin', message: expect.stringContaining('inputs[1]: asin: "x" is not') });
    expect(await failureOf(queue.addAll([42] as never))).toMatchObject({
      message: expect.stringContaining('inputs[0]: 42 is not a call'),
    });
  });

  it.each<[object, string]>([
    [{ chunkSize: 0 }, 'chunkSize'],
    [{ onInvalid: 1 }, 'onInvalid'],
    [{ onProgress: 1 }, 'onProgress'],
    [{ signal: 1 }, 'signal'],
  ])('refuses the options %j', async (options, parameter) => {
    expect(await failureOf(queue.addAll([], options as never))).toMatchObject({ parameter });
  });
});

describe('an empty list', () => {
  const queue = createQueue({ redis });

  it('is nothing to do, as for a batch: without an error, and without a server', async () => {
    expect(await queue.addAll([])).toEqual({ added: 0, duplicates: 0, invalid: 0 });
    expect(await queue.repeatAll([], { every: '1h' })).toBe(0);
    expect(await queue.retryDead({ ids: [] })).toBe(0);
    expect(await queue.removeDead({ ids: [] })).toBe(0);
    for await (const job of queue.dead({ ids: [] })) expect.fail(job.id);
  });
});

describe('repeat', () => {
  const queue = createQueue({ redis });

  it.each<[object, string]>([
    [{}, 'every: missing: expected one of every, cron.'],
    [{ every: '1h', cron: '* * * * *' }, 'every: cannot be combined with cron'],
    [{ every: 'hourly' }, 'every: "hourly" is not valid: expected a time from 1 second to 24.8 days'],
    [{ every: '25d' }, 'every: "25d" is not valid'],
    [{ every: 999 }, 'every: 999 is not valid'],
    [{ cron: '* * * * *', timeZone: 'Mars/Base' }, 'timeZone: "Mars/Base" is not a time zone'],
  ])('refuses the options %j', async (options, message) => {
    expect(await failureOf(queue.repeat('product', { asin }, options))).toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining(message),
    });
  });
});

describe('dead', () => {
  const queue = createQueue({ redis });

  it.each<[object, string]>([
    [{ endpoint: 'produkt' }, 'endpoint'],
    [{ marketplace: 'xx' }, 'marketplace'],
    [{ ids: 'a' }, 'ids'],
    [{ limit: 0 }, 'limit'],
    [{ pages: 1 }, 'pages'],
  ])('refuses the options %j', async (options, parameter) => {
    const read = async () => {
      for await (const job of queue.dead(options as never)) return job;
      return undefined;
    };
    expect(await failureOf(read())).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter });
  });
});

describe('createWorker', () => {
  const marketplace = fakeMarketplace();
  const results = () => undefined;

  it.each<[object, string]>([
    [{ redis, results }, 'marketplace'],
    [{ redis, results, marketplace: {} }, 'marketplace'],
    [{ redis, marketplace }, 'results'],
    [{ redis, marketplace, results: {} }, 'results'],
    [{ marketplace, results }, 'redis'],
    ...[
      'concurrency',
      'retryDelayMs',
      'maxRetryDelayMs',
      'deliveryAttempts',
      'pauseMs',
      'lockMs',
      'stalledCheckMs',
      'deadMaxAgeMs',
      'maxPageBytes',
    ].map((name): [object, string] => [{ redis, marketplace, results, [name]: 0 }, name]),
    [{ redis, marketplace, results, maxStalled: -1 }, 'maxStalled'],
    [{ redis, marketplace, results, maxDead: -1 }, 'maxDead'],
    [{ redis, marketplace, results, keepPages: 'yes' }, 'keepPages'],
    [{ redis, marketplace, results, onEvent: {} }, 'onEvent'],
  ])('refuses %o', (options, parameter) => {
    expect(thrownBy(() => createWorker(options as WorkerOptions))).toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter,
    });
  });

  it('closes without a server if it has not started', async () => {
    let closes = 0;
    const worker = createWorker({
      redis,
      marketplace,
      results: { deliver: async () => undefined, close: async () => void closes++ },
    });
    await worker.close();
    await worker.close();
    await worker.run();
    expect(closes).toBe(1);
  });
});

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
