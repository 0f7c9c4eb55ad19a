import { expect, it } from 'vitest';
import { defaultsOf } from '../../src/contract/marketplace.ts';
import { restoredError, storedErrorOf } from '../../src/contract/stored-error.ts';
import { ERROR_CODES, type ErrorCode, MarketplaceError } from '../../src/index.ts';
import { JobCalls } from '../../src/queue/marketplace/job-calls.ts';
import { isOfGroup, jobIdOf } from '../../src/queue/marketplace/job-id.ts';
import { queueMarketplace } from '../../src/queue.ts';
import { errorOf } from '../../src/testing.ts';
import { failureOf } from './support.ts';

/** Nothing listens here: a call that gets past its checks fails with another error. */
const redis = 'redis://127.0.0.1:1';
const asin = 'B0LANTERN1';

it.each([
  [{}, 'redis', 'redis: missing: expected a URL such as "redis://localhost:6379"'],
  [{ redis, stream: 'a b' }, 'stream', 'expected 1 to 128 letters'],
  [{ redis, group: 'a:b' }, 'group', 'group: "a:b" is not valid: expected 1 to 64 letters'],
  [{ redis, timeoutMs: 0 }, 'timeoutMs', 'expected a whole number'],
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
  const calls = new JobCalls({ settings, connection: connection as never, openReader });
  const ended = failureOf(calls.call('watch.a', () => ({}) as never, { signal: undefined, timeoutMs: 1_000 }));
  await calls.close();
  connected.resolve();
  expect(await ended).toMatchObject({ message: 'the marketplace was closed while the call ran.' });
  await new Promise((resolve) => void setImmediate(resolve));
  expect(readers).toBe(0);
});
