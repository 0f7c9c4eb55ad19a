import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultsOf } from '../../src/contract/marketplace.ts';
import { restoredError, storedErrorOf } from '../../src/contract/stored-error.ts';
import { ERROR_CODES, type ErrorCode, MarketplaceError } from '../../src/entries/index.ts';
import { queueMarketplace } from '../../src/entries/queue.ts';
import { errorOf } from '../../src/entries/testing.ts';
import { jobCalls } from '../../src/queue/marketplace/job-calls.ts';
import { isOfGroup, jobIdOf } from '../../src/queue/marketplace/options.ts';
import { envelopeOf, failureOf } from './support.ts';

/** Nothing listens here: a call that gets past its checks fails with another error. */
const redis = 'redis://127.0.0.1:1';
const asin = 'B0LANTERN1';

it.each([
  [{}, 'redis', 'redis: missing: expected a URL such as "redis://localhost:6379"'],
  [{ redis, stream: 'a b' }, 'stream', 'expected 1 to 128 letters'],
  [{ redis, group: 'a:b' }, 'group', 'group: "a:b" is not valid: expected 1 to 64 letters'],
  [{ redis, timeoutMs: 0 }, 'timeoutMs', 'expected a time'],
  [{ redis, attempts: 0 }, 'attempts', 'from 1 to 1000'],
  [{ redis, concurrency: 1 }, 'concurrency', 'concurrency: is not an option of queueMarketplace.'],
])('refuses %j', (options, parameter, message) => {
  expect(() => queueMarketplace(options as Parameters<typeof queueMarketplace>[0])).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter, message: expect.stringContaining(message) }),
  );
});

it('throws for an invalid call before it connects', async () => {
  await using marketplace = queueMarketplace({ redis });
  const codes = { asin: 'wrong' };
  expect(await failureOf(marketplace.product(codes))).toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'asin' });
  for (const [name, value] of Object.entries({ headers: { 'x-a': 'b' }, queueTimeoutMs: 5 })) {
    const error = await failureOf(marketplace.product({ asin }, { [name]: value }));
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: name });
    expect((error as Error).message).toContain('cannot be set for a call that a worker makes');
  }
  const signal = AbortSignal.abort(new Error('enough'));
  expect(await failureOf(marketplace.product({ asin }, { signal }))).toMatchObject({ message: 'enough' });
  await marketplace.close();
  expect(await failureOf(marketplace.product({ asin }))).toMatchObject({ name: 'TransportError', retryable: false });
});

it('has the defaults of its calls, which a watch gives its targets', () => {
  const marketplace = queueMarketplace({ redis, marketplace: 'de', language: 'native' });
  expect(defaultsOf(marketplace)).toEqual({ marketplace: 'de', language: 'native' });
});

it('makes ids of jobs from any key: of the group, the same for the same call only', () => {
  const keys = ['a', '', 'watch.b', '\u007e'.repeat(255), 'a b/c?'];
  const ids = keys.flatMap((key) => [
    jobIdOf('watch', 'product', { asin }, key),
    jobIdOf('a', 'product', { asin }, key),
  ]);
  expect(new Set(ids).size).toBe(10);
  for (const id of ids) expect(id).toMatch(/^(?:watch|a)\.[\w-]{22}$/);
  expect(jobIdOf('a', 'product', { asin, x: 1 }, 'k')).toBe(jobIdOf('a', 'product', { x: 1, asin }, 'k'));
  expect(jobIdOf('a', 'product', { asin }, 'k')).not.toBe(jobIdOf('a', 'offers', { asin }, 'k'));
  expect(ids.map((id) => isOfGroup(id, 'watch'))).toEqual(keys.flatMap(() => [true, false]));
  expect(isOfGroup(jobIdOf('watch.b', 'product', { asin }, 'k'), 'watch')).toBe(false);
});

it.each(Object.keys(ERROR_CODES) as ErrorCode[])('an error that was stored has its class again: %s', (code) => {
  const error = errorOf(code, { billed: true, retryAfterMs: 50 });
  const restored = restoredError(JSON.parse(JSON.stringify(storedErrorOf(error))));
  expect(restored).toBeInstanceOf(error.constructor);
  const { usage, parameter, ...facts } = error.toJSON();
  expect(restored.toJSON()).toMatchObject(JSON.parse(JSON.stringify(facts)));
});

it('restores errors of other classes by their code, else as InternalError', () => {
  const other = storedErrorOf(new TypeError('not a function'));
  expect(restoredError(other)).toMatchObject({ name: 'InternalError', code: 'INTERNAL', retryable: false });
  const base = storedErrorOf(new MarketplaceError('away', { code: 'UNAVAILABLE' }));
  expect(restoredError(base)).toMatchObject({ name: 'UnavailableError', retryable: true });
  expect(restoredError({ ...other, code: 'toString' })).toMatchObject({ name: 'InternalError', code: 'toString' });
});

it('opens nothing when it is closed while it connects', async () => {
  const connected = Promise.withResolvers<void>();
  const connection = { use: () => connected.promise, close: async () => undefined };
  let readers = 0;
  const openReader = () => {
    readers++;
    throw new Error('a reader that nothing would close');
  };
  const settings = { name: 'calls', stream: 'results', group: 'watch', timeoutMs: 1_000 };
  const calls = jobCalls({ settings, connection: connection as never, openReader });
  const ended = failureOf(calls.call('watch.a', () => ({}) as never, { signal: undefined, timeoutMs: 1_000 }));
  await calls.close();
  connected.resolve();
  expect(await ended).toMatchObject({ message: 'the marketplace was closed while the call ran.' });
  await new Promise((resolve) => void setImmediate(resolve));
  expect(readers).toBe(0);
});

describe('with a queue that the test controls', () => {
  const id = jobIdOf('watch', 'product', { asin }, 'k');
  const settings = { name: 'calls', stream: 'results', group: 'watch', timeoutMs: 60_000 };
  const waiting = (timeoutMs: number) => ({ signal: undefined, timeoutMs });
  const job = () => ({ name: 'product', data: { params: { asin } }, opts: { jobId: id } }) as never;
  /** Jobs that were added and removed. */
  let log: string[] = [];
  let isStored = 1;
  let add: () => Promise<unknown> = async () => [{ id }];
  const bull = {
    toKey: String,
    addBulk: () => {
      log.push('add');
      return add();
    },
    remove: async () => {
      log.push('remove');
      return 0;
    },
  };
  const client = { exists: async () => isStored };
  const connection = {
    use: (work: (opened: object) => unknown) => work({ bull, client }),
    close: async () => undefined,
  };

  beforeEach(() => {
    vi.useFakeTimers();
    log = [];
    isStored = 1;
    add = async () => [{ id }];
  });
  afterEach(() => vi.useRealTimers());

  const open = () => {
    const reader = new TestReader();
    return {
      reader,
      calls: jobCalls({ settings, connection: connection as never, openReader: () => reader as never }),
    };
  };

  it('a call that gives up leaves the job of the next call with its key alone', async () => {
    const { reader, calls } = open();
    const first = failureOf(calls.call(id, job, waiting(100)));
    await vi.advanceTimersByTimeAsync(1);
    // A worker still has the job of the failure, which cannot be removed.
    reader.give({ id, key: 'k', endpoint: 'product', error: storedErrorOf(errorOf('TIMEOUT')) });
    await vi.advanceTimersByTimeAsync(50);
    expect(log).toContain('remove');
    const second = calls.call(id, job, waiting(10_000));
    await vi.advanceTimersByTimeAsync(1);
    log = [];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await first).toMatchObject({ code: 'TIMEOUT' });
    expect(log).toEqual([]);
    reader.give({ id, key: 'k', endpoint: 'product', envelope: envelopeOf({ params: { asin } }) });
    await vi.advanceTimersByTimeAsync(1);
    expect(await second).toMatchObject({ found: true });
    await calls.close();
  });

  it('a call whose lost job cannot be added again throws the error of Redis', async () => {
    const { calls } = open();
    const call = failureOf(calls.call(id, job, waiting(3_600_000)));
    await vi.advanceTimersByTimeAsync(1);
    isStored = 0;
    add = async () => {
      throw new Error('Redis is away');
    };
    await vi.advanceTimersByTimeAsync(30_000);
    expect(log.filter((one) => one === 'add')).toHaveLength(2);
    expect(await call).toMatchObject({ message: 'Redis is away' });
    await calls.close();
  });
});

/** A reader of results that a test gives. */
class TestReader {
  #next = Promise.withResolvers<object>();

  give(result: object): void {
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers();
    resolve({ id: `${Date.now()}-0`, deliveries: 1, result });
  }

  next(): Promise<object> {
    return this.#next.promise;
  }

  async caughtUp(): Promise<void> {}
  async acknowledge(): Promise<void> {}
  async close(): Promise<void> {}
}
