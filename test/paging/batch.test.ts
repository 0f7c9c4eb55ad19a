import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  AuthenticationError,
  BadRequestError,
  type BatchProgress,
  type BatchRequest,
  BudgetExceededError,
  batch,
  type CallOptions,
  QuotaExceededError,
  UnavailableError,
} from '../../src/entries/index.ts';
import { runsOf } from '../runs.ts';
import { fakeMarketplace } from './fake.ts';

type Request = BatchRequest<'product'> & { number: number };

const request = (number: number): Request => ({
  endpoint: 'product',
  params: { asin: `B0${String(number).padStart(8, '0')}` },
  number,
});
const requests = (count: number) => Array.from({ length: count }, (_, number) => request(number));

/** Returns a marketplace. `run` runs before each call returns, with the number of the request: it can wait or throw. */
function marketplaceOf(
  run: (number: number, signal: AbortSignal | undefined) => Promise<unknown>,
  credits = 1_000_000,
) {
  const fake = fakeMarketplace({ product: (page) => ({ asin: String(page) }) }, credits);
  let running = 0;
  const state = { most: 0, calls: 0 };
  const product: typeof fake.product = async (params, options) => {
    state.calls++;
    state.most = Math.max(state.most, ++running);
    try {
      await run(Number(params.asin.slice(2)), options?.signal);
      return await fake.product(params, options);
    } finally {
      running--;
    }
  };
  return { marketplace: { ...fake, product }, state };
}

const immediately = () => Promise.resolve();

async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe('batch', () => {
  it('yields results in the order in which calls end, with the same request object', async () => {
    const first = Promise.withResolvers<void>();
    const { marketplace } = marketplaceOf((number) => (number === 0 ? first.promise : immediately()));
    const given = requests(4);
    const results = [];
    for await (const result of batch(marketplace, given, { concurrency: 4 })) {
      results.push(result);
      if (results.length === 3) first.resolve();
    }
    expect(results.at(-1)?.request).toBe(given[0]);
    expect(new Set(results.map(({ request: { number } }) => number))).toEqual(new Set([0, 1, 2, 3]));
    expect(Object.keys(results[0] ?? {})).toEqual(['endpoint', 'request', 'response']);
  });

  it('yields the error of a failed call, and continues', async () => {
    const { marketplace } = marketplaceOf((number) =>
      number % 2 === 1 ? Promise.reject(new UnavailableError('busy')) : immediately(),
    );
    const results = await collect(batch(marketplace, requests(6)));
    expect(results).toHaveLength(6);
    for (const { request, error } of results) {
      expect(error instanceof UnavailableError).toBe(request.number % 2 === 1);
    }
  });

  it('yields an error for an unknown endpoint and for an invalid request', async () => {
    const { marketplace } = marketplaceOf(immediately);
    const wrong = [{ endpoint: 'toString', params: {} }, null, request(1)] as unknown as Request[];
    const results = await collect(batch(marketplace, wrong));
    expect(results.filter(({ error }) => error !== undefined)).toHaveLength(2);
    expect(results[0]?.error).toBeInstanceOf(BadRequestError);
  });

  it('never runs more than concurrency calls at once', async () => {
    const { marketplace, state } = marketplaceOf(() => sleep(2));
    await collect(batch(marketplace, requests(30), { concurrency: 4 }));
    expect(state).toEqual({ most: 4, calls: 30 });
    const byDefault = marketplaceOf(() => sleep(2));
    await collect(batch(byDefault.marketplace, requests(30)));
    expect(byDefault.state.most).toBe(10);
  });

  it('reads inputs only as fast as results are consumed', async () => {
    let taken = 0;
    function* source() {
      for (;;) yield request(taken++);
    }
    const { marketplace } = marketplaceOf(immediately);
    let read = 0;
    for await (const _ of batch(marketplace, source(), { concurrency: 3 })) {
      await sleep(1);
      expect(taken).toBeLessThanOrEqual(++read + 3);
      if (read === 20) break;
    }
  });

  it('yields results while it waits for the next input', async () => {
    const next = Promise.withResolvers<void>();
    async function* source() {
      yield request(0);
      await next.promise;
      yield request(1);
    }
    const { marketplace } = marketplaceOf(immediately);
    const results = batch(marketplace, source());
    expect((await results.next()).value?.request.number).toBe(0);
    next.resolve();
    expect((await results.next()).value?.request.number).toBe(1);
    expect((await results.next()).done).toBe(true);
  });

  it('throws the error of the input, after the results before it', async () => {
    async function* source() {
      yield request(0);
      yield request(1);
      throw new Error('the file is incomplete');
    }
    const { marketplace } = marketplaceOf(() => sleep(5));
    const seen: number[] = [];
    const read = async () => {
      for await (const { request } of batch(marketplace, source())) seen.push(request.number);
    };
    await expect(read()).rejects.toThrow('the file is incomplete');
    expect(seen).toEqual([0, 1]);
  });

  it('never spends more than maxCredits; failed calls are free', async () => {
    const { marketplace, state } = marketplaceOf((number) =>
      number % 3 === 0 ? Promise.reject(new UnavailableError('busy')) : sleep(1),
    );
    const results = await collect(batch(marketplace, requests(1_000), { maxCredits: 20, concurrency: 7 }));
    expect(results.filter(({ response }) => response !== undefined)).toHaveLength(20);
    expect(state.calls).toBe(results.length);
    expect(await collect(batch(marketplace, requests(3), { maxCredits: 0 }))).toEqual([]);
  });

  it.each([
    new BudgetExceededError('used up'),
    new QuotaExceededError('no credits'),
    new AuthenticationError('wrong key'),
    new BadRequestError('proxy: not a URL', { code: 'INVALID_CONFIGURATION', parameter: 'proxy' }),
  ])(
    'throws an error that every further call would end with, after the results of running calls: $code',
    async (last) => {
      const { marketplace, state } = marketplaceOf((number) => (number === 3 ? Promise.reject(last) : sleep(1)));
      const results: number[] = [];
      const read = async () => {
        for await (const { request } of batch(marketplace, requests(1_000), { concurrency: 5 }))
          results.push(request.number);
      };
      await expect(read()).rejects.toBe(last);
      expect(results).toContain(3);
      expect(results).toHaveLength(state.calls);
      expect(state.calls).toBeLessThan(20);
    },
  );

  it('goes on after a page without a fixture', async () => {
    const missing = new BadRequestError('no fixture', { code: 'INVALID_CONFIGURATION', parameter: 'fixtures' });
    const { marketplace } = marketplaceOf((number) => (number === 0 ? Promise.reject(missing) : immediately()));
    expect(await collect(batch(marketplace, requests(20)))).toHaveLength(20);
  });

  it('says in its progress that no credit of maxCredits is left', async () => {
    const { marketplace } = marketplaceOf(immediately);
    const reported: boolean[] = [];
    const onProgress = ({ hasReachedMaxCredits }: BatchProgress) => reported.push(hasReachedMaxCredits);
    await collect(batch(marketplace, requests(5), { maxCredits: 2, concurrency: 1, onProgress }));
    expect(reported).toEqual([false, true]);
  });

  it('takes call options of a request, which replace those of the batch', async () => {
    const seen: (CallOptions | undefined)[] = [];
    const fake = fakeMarketplace({ product: () => ({}) });
    const product: typeof fake.product = (params, options) => {
      seen.push(options);
      return fake.product(params, options);
    };
    const own = { ...request(1), options: { idempotencyKey: 'job-1', retries: 0 } };
    await collect(batch({ ...fake, product }, [own, request(2)], { retries: 3, priority: 7, concurrency: 1 }));
    expect(seen).toEqual([
      { idempotencyKey: 'job-1', retries: 0, priority: 7, signal: expect.any(AbortSignal) },
      { retries: 3, priority: 7, signal: expect.any(AbortSignal) },
    ]);
  });

  it('ends a call by the signal of its request', async () => {
    const { marketplace } = marketplaceOf(async (_, signal) => signal?.throwIfAborted());
    const aborted = { ...request(1), options: { signal: AbortSignal.abort(new Error('not this one')) } };
    const [first, second] = await collect(batch(marketplace, [aborted, request(2)], { concurrency: 1 }));
    expect(first?.error).toMatchObject({ message: 'not this one' });
    expect(second?.error).toBeUndefined();
  });

  it('refuses an idempotency key for several pages', async () => {
    const { marketplace } = marketplaceOf(immediately);
    const all = { endpoint: 'offers', params: { asin: 'B000000001' }, pages: 'all', options: { idempotencyKey: 'x' } };
    const [result] = await collect(batch(marketplace, [all as BatchRequest]));
    expect(result?.error).toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'options.idempotencyKey' });
  });

  it('refuses a text for requests', () => {
    const { marketplace } = marketplaceOf(immediately);
    expect(() => batch(marketplace, 'asins.txt' as unknown as Request[])).toThrow(
      'requests: "asins.txt" is not a list of requests: expected an array, an iterator or a stream of requests.',
    );
  });

  it('reports its progress', async () => {
    const { marketplace } = marketplaceOf(
      (number) => (number === 1 ? Promise.reject(new UnavailableError('busy')) : immediately()),
      100,
    );
    const reported: BatchProgress[] = [];
    await collect(
      batch(marketplace, requests(3), { concurrency: 1, onProgress: (progress) => reported.push(progress) }),
    );
    expect(reported).toEqual([
      {
        started: 1,
        completed: 1,
        failed: 0,
        creditsConsumed: 1,
        creditsRemaining: 99,
        total: 3,
        hasReachedMaxCredits: false,
      },
      {
        started: 2,
        completed: 2,
        failed: 1,
        creditsConsumed: 1,
        creditsRemaining: 99,
        total: 3,
        hasReachedMaxCredits: false,
      },
      {
        started: 3,
        completed: 3,
        failed: 1,
        creditsConsumed: 2,
        creditsRemaining: 98,
        total: 3,
        hasReachedMaxCredits: false,
      },
    ]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no terminal');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('no terminal'))],
  ])('ends as usual if onProgress %s, with one warning', async (_, onProgress) => {
    const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const { marketplace } = marketplaceOf(immediately, 100);
    const results = await collect(batch(marketplace, requests(3), { onProgress: onProgress as () => void }));
    expect(results.filter(({ response }) => response !== undefined)).toHaveLength(3);
    await new Promise((resolve) => setImmediate(resolve));
    const details = { code: 'BUYBOX_LISTENER', detail: expect.stringContaining('no terminal') };
    expect(warnings.mock.calls).toEqual([
      ['onProgress: the listener failed. Further errors of it are ignored.', expect.objectContaining(details)],
    ]);
    warnings.mockRestore();
  });

  it('throws the reason of the signal at once, and aborts running calls', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const ended: unknown[] = [];
    const { marketplace, state } = marketplaceOf((_, signal) => {
      if (state.calls === 10) setImmediate(() => controller.abort(reason));
      return new Promise((__, reject) => signal?.addEventListener('abort', () => reject(ended.push(signal.reason))));
    });
    await expect(collect(batch(marketplace, requests(50), { signal: controller.signal }))).rejects.toBe(reason);
    expect(ended).toEqual(Array.from({ length: 10 }, () => reason));
  });

  it('aborts running calls and closes the input when the loop ends', async () => {
    let isClosed = false;
    let aborted = 0;
    function* source() {
      try {
        for (let number = 0; ; number++) yield request(number);
      } finally {
        isClosed = true;
      }
    }
    const { marketplace } = marketplaceOf((number, signal) =>
      number === 0 ? immediately() : sleep(10_000, undefined, { signal: signal as AbortSignal }).catch(() => aborted++),
    );
    for await (const _ of batch(marketplace, source(), { concurrency: 3 })) break;
    expect(isClosed).toBe(true);
    await expect.poll(() => aborted).toBe(2);
  });

  it('does not wait for an input that never arrives', async () => {
    async function* source() {
      yield request(0);
      await new Promise(() => undefined);
    }
    const { marketplace } = marketplaceOf(immediately);
    for await (const _ of batch(marketplace, source())) break;
  });

  it.each([{ concurrency: 0 }, { concurrency: 2.5 }, { maxCredits: -1 }])(
    'throws BadRequestError for %o',
    (options) => {
      expect(() => batch(fakeMarketplace({}), [], options)).toThrow(BadRequestError);
    },
  );

  it('yields one result for each request, for any order, concurrency and source', async () => {
    const plan = fc.array(fc.record({ delay: fc.integer({ min: 0, max: 4 }), fails: fc.boolean() }), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(plan, fc.integer({ min: 1, max: 6 }), fc.boolean(), async (calls, concurrency, isAsync) => {
        const { marketplace, state } = marketplaceOf(async (number) => {
          const { delay = 0, fails = false } = calls[number] ?? {};
          for (let turn = 0; turn < delay; turn++) await new Promise((resolve) => setImmediate(resolve));
          if (fails) throw new UnavailableError('busy');
        });
        async function* later(given: Request[]) {
          for (const one of given) {
            await new Promise((resolve) => setImmediate(resolve));
            yield one;
          }
        }
        const given = requests(calls.length);
        const results = await collect(batch(marketplace, isAsync ? later(given) : given, { concurrency }));
        const numbers = results.map(({ request: { number } }) => number).toSorted((a, b) => a - b);
        expect(numbers).toEqual(given.map(({ number }) => number));
        for (const {
          request: { number },
          error,
        } of results)
          expect(error !== undefined).toBe(calls[number]?.fails);
        expect(state.most).toBeLessThanOrEqual(concurrency);
      }),
      runsOf(60),
    );
  });
});
