/** Jobs that another program added: its ids and data can be anything. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINT_NAMES } from '../../src/contract/endpoints.ts';
import { createMarketplace, UnavailableError } from '../../src/entries/index.ts';
import { IDEMPOTENCY_KEY_FORM, isIdempotencyKey } from '../../src/options/call-options.ts';
import { hostileText } from '../hostile-texts.ts';
import { job, params, running, UnrecoverableError, WaitingError } from './job-runs.ts';
import { fakeMarketplace } from './support.ts';

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

  it.each([1e300, -1, '9e99', {}, null])(
    'keeps its call unique until no time that Redis lacks: %j',
    async (uniqueUntil) => {
      const fields = { deduplicationId: 'call', data: { params, uniqueUntil } };
      const { outcome, results, kept } = running(job(fields), { marketplace: fakeMarketplace() });
      expect(await outcome).toBeUndefined();
      expect([results.length, kept]).toEqual([1, []]);
      const until = Date.now() + 60_000;
      const valid = running(job({ ...fields, data: { params, uniqueUntil: until } }), {
        marketplace: fakeMarketplace(),
      });
      await valid.outcome;
      expect(valid.kept).toEqual([['call', until]]);
    },
  );

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

describe('a job of a site for which enough calls wait', () => {
  const run = (hasTurn: boolean) => {
    const parked: unknown[] = [];
    const turns = {
      isFull: () => true,
      hasTurn: () => hasTurn,
      park: async ({ id }: { id?: string }) => parked.push(id) > 0,
    };
    const marketplace = fakeMarketplace();
    return { ...running(job({}), { marketplace }, 'token', turns), parked, marketplace };
  };

  it('waits in the list of its site, before its call', async () => {
    const { outcome, parked, marketplace, events } = run(false);
    expect(await outcome).toBeInstanceOf(WaitingError);
    expect([parked, marketplace.calls, events]).toEqual([['id'], [], []]);
  });

  it('is not moved there again when its turn has come', async () => {
    const { outcome, parked, results } = run(true);
    expect(await outcome).toBeUndefined();
    expect([parked, results.length]).toEqual([[], 1]);
  });
});
