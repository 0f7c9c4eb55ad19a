/** Jobs that another program added: its ids and data can be anything. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINT_NAMES } from '../../src/contract/endpoints.ts';
import { createMarketplace, UnavailableError } from '../../src/index.ts';
import { JobRun } from '../../src/queue/job-run.ts';
import type { StoredJob } from '../../src/queue/stored-job.ts';
import { workerOptions } from '../../src/queue/worker-options.ts';
import type { JobResult, WorkerEvent, WorkerOptions } from '../../src/queue.ts';
import { IDEMPOTENCY_KEY_FORM, isIdempotencyKey } from '../../src/settings/call-options.ts';
import { hostileText } from '../hostile-texts.ts';
import { fakeMarketplace } from './support.ts';

class UnrecoverableError extends Error {}
class WaitingError extends Error {}

const params = { asin: 'B0LANTERN1', marketplace: 'us', language: 'en' };
const job = (fields: object) =>
  ({
    id: 'id',
    name: 'product',
    data: { params },
    opts: {},
    attemptsMade: 0,
    stalledCounter: 0,
    timestamp: Date.now(),
    delay: 0,
    moveToWait: async () => undefined,
    ...fields,
  }) as unknown as StoredJob;

/** Runs a job. Returns its results and events, and the error that tells bullmq what becomes of it. */
function running(stored: StoredJob, options: Pick<WorkerOptions, 'marketplace'> & Partial<WorkerOptions>) {
  const results: JobResult[] = [];
  const events: Partial<WorkerEvent>[] = [];
  const pauses: unknown[] = [];
  const settings = workerOptions({
    redis: 'redis://127.0.0.1',
    results: (result) => void results.push(result),
    ...options,
  });
  const run = new JobRun(
    {
      settings,
      bullmq: { UnrecoverableError, WaitingError } as never,
      emit: (type, details) => void events.push({ type, ...details } as Partial<WorkerEvent>),
      count: () => undefined,
      keepUnique: async () => undefined,
      pause: (error) => void pauses.push(error),
    },
    stored,
    'token',
  );
  const outcome = run.run().catch((error: unknown) => error);
  return { run, outcome, results, events, pauses };
}

describe('a job of another program', () => {
  const marketplace = createMarketplace({
    pages: async () => {
      throw new UnavailableError('away', { retryable: false });
    },
  });

  it.each([
    ['the id', { id: '日本語' }, 'id: "日本語"'],
    ['the key', { data: { params, key: 'a\r\nx-evil: 1' } }, 'key: "a\\r\\nx-evil: 1"'],
    ['a number as the key', { data: { params, key: 7 } }, 'key: 7'],
    ['an object as the key', { data: { params, key: { toString: 'x' } } }, 'key: an object'],
  ])('is a dead letter if no call can have %s, and its error is delivered with a key', async (_, fields, what) => {
    const calls = fakeMarketplace();
    const { outcome, results, pauses } = running(job(fields), { marketplace: calls });
    expect(await outcome).toBeInstanceOf(UnrecoverableError);
    expect(results).toMatchObject([
      {
        id: job(fields).id,
        key: expect.stringMatching(/^invalid-[\da-f]{64}$/),
        error: { code: 'INVALID_PARAMETER', message: expect.stringContaining(`${what} is not`) },
      },
    ]);
    expect(results[0]?.error?.message).toContain(IDEMPOTENCY_KEY_FORM);
    expect([calls.calls, pauses]).toEqual([[], []]);
  });

  it.each([null, 7, 'text', [[]]])('with the data %j is a dead letter at once', async (data) => {
    const { outcome, results } = running(job({ data, opts: { attempts: 5 } }), { marketplace });
    expect(await outcome).toBeInstanceOf(UnrecoverableError);
    expect(results).toMatchObject([
      {
        key: 'id',
        error: {
          code: 'INVALID_PARAMETER',
          message: 'params: undefined is not an object: expected the parameters of product.',
        },
      },
    ]);
  });

  it('ends, whatever it is: no worker pauses, and every sink can pass its key on', async () => {
    const text = fc.oneof(hostileText, fc.string({ maxLength: 300 }), fc.constantFrom('', '日本語', 'k'.repeat(300)));
    const data = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          params: fc.oneof(fc.constant(params), fc.jsonValue()),
          key: fc.oneof(text, fc.jsonValue()),
          extra: fc.jsonValue(),
          uniqueUntil: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const name = fc.oneof(fc.constantFrom(...ENDPOINT_NAMES), text);
    await fc.assert(
      fc.asyncProperty(text, name, data, async (id, name, data) => {
        const { outcome, results, events, pauses } = running(job({ id, name, data }), { marketplace });
        expect(await outcome).toBeInstanceOf(UnrecoverableError);
        expect(events.at(-1)).toMatchObject({ type: 'dead', code: expect.not.stringMatching('INTERNAL') });
        expect(results).toHaveLength(1);
        expect(isIdempotencyKey(results[0]?.key ?? '')).toBe(true);
        expect(pauses).toEqual([]);
      }),
    );
  });
});

describe('a wait that somebody else asks for', () => {
  afterEach(() => vi.useRealTimers());
  const asks = () => {
    throw new UnavailableError('away', { retryAfterMs: Number.MAX_SAFE_INTEGER });
  };

  it('delays the next attempt of a job by an hour at most', async () => {
    const { outcome, events } = running(job({ opts: { attempts: 2 } }), { marketplace: fakeMarketplace(asks) });
    expect(await outcome).toMatchObject({ delayMs: 3_600_000 });
    expect(events.at(-1)).toMatchObject({ type: 'retried', delay_ms: 3_600_000 });
  });

  it('delays the next delivery of a result by an hour at most', async () => {
    vi.useFakeTimers();
    let deliveries = 0;
    const { outcome, events } = running(job({}), {
      marketplace: fakeMarketplace(),
      results: () => (deliveries++ === 0 ? asks() : undefined),
    });
    await vi.advanceTimersByTimeAsync(3_600_000);
    await outcome;
    expect(events).toMatchObject([
      { type: 'started' },
      { type: 'undelivered', delay_ms: 3_600_000 },
      { type: 'ended' },
    ]);
  });
});
