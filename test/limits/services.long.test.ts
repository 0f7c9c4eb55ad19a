import { describe, expect, it } from 'vitest';
import {
  allOffers,
  type Marketplace,
  type MarketplaceError,
  type MarketplaceEvent,
  offerPages,
  searchPages,
} from '../../src/entries/index.ts';
import { driftOf } from '../../src/remote/drift.ts';
import { ASIN, envelope, serviceOf } from '../remote/service.ts';

const HUGE = 'x'.repeat(1_000_000);

describe('a hostile failure of a service', () => {
  it.each<[string, unknown, Record<string, string>?]>([
    [
      'a long code, message and request id',
      { error: { code: HUGE, message: HUGE, details: { parameter: HUGE } }, meta: { request_id: HUGE } },
    ],
    ['values of wrong types', { error: { code: 5, message: {}, details: [] }, meta: { request_id: [], usage: 'x' } }],
    ['a list of errors', { errors: Array.from({ length: 10_000 }, () => ({ message: HUGE.slice(0, 100) })) }],
    ['deep JSON', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep objects', `${'{"error":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    [
      'usage that is not finite',
      '{"error":{"message":"no"},"meta":{"usage":{"requests_consumed":1e999,"requests_remaining":-1e999}}}',
    ],
    ['__proto__', '{"__proto__":{"error":"x"},"error":{"__proto__":{"message":"y"}}}'],
    ['text that is not JSON', HUGE],
    ['a long Retry-After', { error: 'x' }, { 'retry-after': '9'.repeat(5_000) }],
    ['a wrong Retry-After', { error: 'x' }, { 'retry-after': `Wed, ${'0'.repeat(5_000)} GMT` }],
  ])('with %s is a short error', async (_, body, headers = {}) => {
    for (const status of [200, 400, 429, 500]) {
      const failing = typeof body === 'object' ? { success: false, ...body } : body;
      await using service = await serviceOf({ status, body: failing, headers });
      const error = await service.marketplace.product({ asin: ASIN }).then(
        () => undefined,
        (reason: MarketplaceError) => reason,
      );
      expect(error).toMatchObject({ billed: false, status: expect.any(Number) });
      expect(error?.message.length).toBeLessThanOrEqual(2_000);
      expect(JSON.stringify(error).length).toBeLessThan(3_500);
      expect(error?.retryAfterMs ?? 0).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
    }
  });
});

describe('the drift of a hostile response', () => {
  it('names differences of the first thousand entries of a list', () => {
    const entries = (count: number) =>
      envelope({ page_type: 'search', data: { shallow_parts: Array.from({ length: count }, () => 0) } });
    const drift = (count: number) =>
      driftOf('search', entries(count) as never).filter(({ path }) => path === 'data.shallow_parts[]');
    expect(drift(1_000)).toHaveLength(1_000);
    expect(drift(100_000)).toHaveLength(1_000);
  });

  it('names at most a thousand new fields, with short names', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, number) => [`${number}${'x'.repeat(200)}`, 1]),
    );
    const drift = driftOf('product', envelope({ data: { asin: ASIN, ...fields } }) as never);
    expect(drift.length).toBeLessThanOrEqual(1_000);
    expect(Math.max(...drift.map(({ path }) => path.length))).toBeLessThan(100);
  });

  it('shows only the start of a page type', async () => {
    const events: MarketplaceEvent[] = [];
    await using service = await serviceOf(
      { body: envelope({ page_type: HUGE }) },
      { onEvent: (event) => void events.push(event) },
    );
    await service.marketplace.product({ asin: ASIN });
    const drift = events.filter(({ type }) => type === 'drift');
    expect(drift.length).toBeGreaterThan(0);
    expect(JSON.stringify(drift).length).toBeLessThan(1_000);
  });

  it('leaves the response as it is', () => {
    const live = envelope({ page_type: 'search', data: { shallow_parts: Array.from({ length: 2_000 }, () => 0) } });
    const before = structuredClone(live);
    driftOf('search', live as never);
    expect(live).toEqual(before);
  });
});

describe('a service whose pages never end', () => {
  const meta = envelope().meta;
  const searching = (asinsOf: (page: number) => string[]) => {
    let calls = 0;
    const search = async ({ page = 1 }: { page?: number }) => {
      calls++;
      const shallow_parts = asinsOf(page).map((asin) => ({ asin }));
      return { success: true, found: true, page_type: 'search', data: { shallow_parts, last_page_number: 1e9 }, meta };
    };
    return { marketplace: { search } as unknown as Marketplace, calls: () => calls };
  };
  const numberOf = async (pages: AsyncIterable<unknown>) => {
    let count = 0;
    for await (const _ of pages) count++;
    return count;
  };

  it('and repeat in turn is read up to the first page that repeats', async () => {
    const { marketplace, calls } = searching((page) => [`B00000000${page % 3}`]);
    expect(await numberOf(searchPages(marketplace, { keyword: 'x' }))).toBe(3);
    expect(calls()).toBe(4);
  });

  it('is an error after ten thousand pages, unless maxPages allows more', async () => {
    const endless = searching((page) => [`B${String(page).padStart(9, '0')}`]);
    await expect(numberOf(searchPages(endless.marketplace, { keyword: 'x' }))).rejects.toMatchObject({
      code: 'INTERNAL',
      retryable: false,
      message: 'the list has more than 10000 pages: expected a last one. Set maxPages to read more.',
    });
    expect(endless.calls()).toBe(10_000);
    expect(await numberOf(searchPages(endless.marketplace, { keyword: 'x' }, { maxPages: 10_002 }))).toBe(10_002);
  });

  it('of offers ends at the first page that repeats', async () => {
    const offers = async ({ page = 1 }: { page?: number }) => {
      const product_sellers_info = [{ offer_id: `offer-${page % 2}`, is_fba: true }];
      return {
        success: true,
        found: true,
        page_type: 'offers',
        data: { asin: ASIN, product_sellers_info, total_pages: 1e9 },
        meta,
      };
    };
    const marketplace = { offers } as unknown as Marketplace;
    expect(await numberOf(offerPages(marketplace, { asin: ASIN }))).toBe(2);
    expect((await allOffers(marketplace, { asin: ASIN })).offers).toHaveLength(2);
  });
});
