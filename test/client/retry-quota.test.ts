import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace, type MarketplaceOptions, TransportError } from '../../src/entries/index.ts';
import { ASIN, productPage, sourceOf } from '../local/pages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const reset = () => new TransportError('connection reset');
const timeout = () =>
  new TransportError('no response', { cause: Object.assign(new Error('late'), { code: 'ETIMEDOUT' }) });

/** Makes calls, one after the other, to a source that fails as listed and then works. Returns the number of requests of each call. */
async function requestsOf(calls: number, failures: Error[], options: MarketplaceOptions = {}) {
  const pages = sourceOf(...failures, productPage());
  await using marketplace = createMarketplace({ pages, ...options, backend: 'local' });
  const counts: number[] = [];
  const errors: unknown[] = [];
  for (let call = 0; call < calls; call++) {
    const before = pages.requests.length;
    const running = marketplace.product({ asin: ASIN }).catch((error: unknown) => errors.push(error));
    let isDone = false;
    void running.then(() => {
      isDone = true;
    });
    while (!isDone) await vi.advanceTimersByTimeAsync(1_000);
    counts.push(pages.requests.length - before);
  }
  return { counts, errors };
}

const failures = (count: number, failure = reset) => Array.from({ length: count }, failure);

describe('the retry quota', () => {
  it('stops retries when the calls of a marketplace have used it up, and the error says so', async () => {
    const { counts, errors } = await requestsOf(4, failures(20), { retryQuota: { capacity: 17 } });
    expect(counts).toEqual([3, 2, 1, 1]);
    expect(errors.at(0)).toMatchObject({ message: 'connection reset' });
    expect(errors.at(-1)).toMatchObject({
      message:
        'connection reset. It was not retried, because the retry quota of the marketplace is used up (retryQuota).',
      retryable: true,
    });
  });

  it('allows 100 retries without a success by default', async () => {
    const { counts } = await requestsOf(60, failures(1_000));
    expect(counts.reduce((sum, count) => sum + count - 1, 0)).toBe(100);
  });

  it('takes twice as much for a retry after a timeout', async () => {
    const { counts } = await requestsOf(2, failures(20, timeout), { retryQuota: { capacity: 29 } });
    expect(counts).toEqual([3, 1]);
  });

  it('is refilled by what the retry took when it succeeds, and by 1 by a call without a retry', async () => {
    const ten = { retryQuota: { capacity: 5 }, retries: 1 };
    const refilled = await requestsOf(2, [reset(), productPage() as unknown as Error, reset()], ten);
    expect(refilled).toEqual({ counts: [2, 2], errors: [] });
    const page = productPage() as unknown as Error;
    const slowly = await requestsOf(8, [reset(), reset(), page, page, page, page, page, reset()], ten);
    expect(slowly.counts).toEqual([2, 1, 1, 1, 1, 1, 2, 1]);
  });

  it('can be switched off', async () => {
    const { counts } = await requestsOf(60, failures(1_000), { retryQuota: false });
    expect(counts.every((count) => count === 3)).toBe(true);
  });

  it.each([
    [{ capacity: -1 }, /^retryQuota.capacity: -1 is not valid: expected a whole number of 0 or more\.$/],
    [true, /^retryQuota: true is not valid: expected an object\.$/],
  ])('refuses %o', (retryQuota, message) => {
    expect(() => createMarketplace({ retryQuota } as MarketplaceOptions)).toThrow(message);
  });
});
