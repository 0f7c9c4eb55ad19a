import { describe, expect, it, vi } from 'vitest';
import {
  BlockedError,
  type CacheStore,
  type CallLogger,
  cached,
  fallback,
  logged,
  type Middleware,
  QuotaExceededError,
  UnavailableError,
  withMiddleware,
  withResponse,
} from '../../src/entries/index.ts';
import { answer, type FakeHandlers, fakeMarketplace } from '../../src/entries/testing.ts';

const AT = Date.parse('2026-03-02T18:00:00Z');
const product = ({ asin }: { asin: string }) =>
  asin === 'B0GONE0001' ? null : answer('product', { asin, bb_price: 20, currency: 'USD' });

describe('cached', () => {
  function marketplaceWith(options: Partial<Parameters<typeof cached>[0]> = {}, handlers: FakeHandlers = { product }) {
    const fake = fakeMarketplace(handlers);
    const clock = { time: AT };
    const marketplace = withMiddleware(fake, cached({ ttlMs: 60_000, now: () => clock.time, ...options }));
    return { fake, clock, marketplace };
  }

  it('answers an equal call with the result, its time, and no credit, until it is too old', async () => {
    const { fake, clock, marketplace } = marketplaceWith();
    const first = await marketplace.product({ asin: 'B0LANTERN1' });
    expect([first.meta.usage.requests_consumed, first.meta.cached_at]).toEqual([1, undefined]);
    clock.time += 59_999;
    const second = await marketplace.product({ asin: 'B0LANTERN1', marketplace: 'us', language: 'en' });
    expect(second.data).toEqual(first.data);
    expect(second.meta).toEqual({
      ...first.meta,
      cached_at: '2026-03-02T18:00:00.000Z',
      usage: { ...first.meta.usage, requests_consumed: 0 },
    });
    expect(fake.calls).toHaveLength(1);
    clock.time += 1;
    expect((await marketplace.product({ asin: 'B0LANTERN1' })).meta.cached_at).toBeUndefined();
    expect(fake.calls).toHaveLength(2);
  });

  it('gives each caller a copy', async () => {
    const { marketplace } = marketplaceWith();
    const first = await marketplace.product({ asin: 'B0LANTERN1' });
    if (first.data !== null) first.data.bb_price = 1;
    expect((await marketplace.product({ asin: 'B0LANTERN1' })).data?.bb_price).toBe(20);
  });

  it('tells calls with other parameters apart, and keeps no errors and no results that were not found', async () => {
    const { fake, marketplace } = marketplaceWith({}, { product, offers: () => new BlockedError('blocked.') });
    for (const marketplaceCode of ['us', 'de'] as const)
      await marketplace.product({ asin: 'B0LANTERN1', marketplace: marketplaceCode });
    await marketplace.product({ asin: 'B0LANTERN1', fields: ['title'] });
    for (let round = 0; round < 2; round++) {
      expect((await marketplace.product({ asin: 'B0GONE0001' })).found).toBe(false);
      await expect(marketplace.offers({ asin: 'B0LANTERN1' })).rejects.toBeInstanceOf(BlockedError);
    }
    expect(fake.calls).toHaveLength(7);
  });

  it('shares one request between equal calls at the same time', async () => {
    const { fake, marketplace } = marketplaceWith();
    const asked = Array.from({ length: 5 }, () => marketplace.product({ asin: 'B0LANTERN1' }));
    const credits = (await Promise.all(asked)).map(({ meta }) => meta.usage.requests_consumed);
    expect([credits.toSorted(), fake.calls.length]).toEqual([[0, 0, 0, 0, 1], 1]);
  });

  it('makes another request if the caller of the shared one ends it, and lets each caller end its own wait', async () => {
    const started = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    let requests = 0;
    const { marketplace } = marketplaceWith(
      {},
      {
        async product({ asin }) {
          requests++;
          started.resolve();
          await slow.promise;
          return answer('product', { asin });
        },
      },
    );
    const [first, third] = [new AbortController(), new AbortController()];
    const params = { asin: 'B0LANTERN1' };
    const leader = marketplace.product(params, { signal: first.signal });
    await started.promise;
    const followers = [marketplace.product(params), marketplace.product(params, { signal: third.signal })] as const;
    third.abort(new Error('third'));
    await expect(followers[1]).rejects.toThrow('third');
    first.abort(new Error('first'));
    await expect(leader).rejects.toThrow('first');
    slow.resolve();
    expect((await followers[0]).found).toBe(true);
    expect(requests).toBe(2);
  });

  it('makes each call that has limits, headers or a listener of its own', async () => {
    const { fake, marketplace } = marketplaceWith();
    const params = { asin: 'B0LANTERN1' };
    const asked = [1_000, 2_000].map((timeoutMs) => marketplace.product(params, { timeoutMs }));
    await Promise.all([marketplace.product(params), ...asked]);
    expect(fake.calls).toHaveLength(3);
    await marketplace.product(params, { headers: { 'x-tenant': '7' } });
    for (let round = 0; round < 2; round++)
      expect((await withResponse(marketplace, 'product', params)).meta.cached_at).toBeUndefined();
    expect(fake.calls).toHaveLength(6);
    await expect(marketplace.product(params, { signal: AbortSignal.abort(new Error('ended')) })).rejects.toThrow(
      'ended',
    );
  });

  it('keeps results of a service without `meta` or `usage`', async () => {
    const handler: Middleware = async () => ({ success: true, found: true, page_type: 'product', data: {} }) as never;
    const marketplace = withMiddleware(fakeMarketplace({}), cached({ ttlMs: 60_000, now: () => AT }), handler);
    await marketplace.product({ asin: 'B0LANTERN1' });
    const { meta } = await marketplace.product({ asin: 'B0LANTERN1' });
    expect(meta).toEqual({ cached_at: '2026-03-02T18:00:00.000Z' });
  });

  it('shares the error of one request', async () => {
    const { fake, marketplace } = marketplaceWith({}, { product: () => new BlockedError('blocked.') });
    const asked = Array.from({ length: 3 }, () => marketplace.product({ asin: 'B0LANTERN1' }));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(fake.calls).toHaveLength(1);
  });

  it('uses a store with promises, and passes it the time', async () => {
    const kept = new Map<string, string>();
    const times: unknown[] = [];
    const store: CacheStore = {
      get: async (key) => kept.get(key),
      async set(key, value, ttlMs) {
        times.push(ttlMs);
        kept.set(key, value);
        return true;
      },
    };
    const { fake, marketplace } = marketplaceWith({ store });
    for (let round = 0; round < 3; round++) await marketplace.product({ asin: 'B0LANTERN1' });
    expect([fake.calls.length, times]).toEqual([1, [60_000]]);
  });

  it.each([
    ['fails', { get: () => Promise.reject(new Error('away')), set: () => Promise.reject(new Error('away')) }],
    ['throws', { get: () => JSON.parse('{'), set: () => JSON.parse('{') }],
    ['has text of something else', { get: () => 'lantern', set: () => true }],
    ['has JSON of something else', { get: () => '{"at":1,"envelope":{"found":"yes"}}', set: () => true }],
    ['has other values', { get: () => 7, set: () => true }],
  ])('makes the call if the store %s', async (_what, store) => {
    const { fake, marketplace } = marketplaceWith({ store });
    for (let round = 0; round < 2; round++)
      expect((await marketplace.product({ asin: 'B0LANTERN1' })).data?.bb_price).toBe(20);
    expect(fake.calls).toHaveLength(2);
  });

  it('keeps the latest 1,000 results without a store', async () => {
    const { fake, marketplace } = marketplaceWith();
    const asins = Array.from({ length: 1_001 }, (_, index) => `B0${String(index).padStart(8, '0')}`);
    for (const asin of asins) await marketplace.product({ asin });
    await marketplace.product({ asin: asins[1] ?? '' });
    expect(fake.calls).toHaveLength(1_001);
    await marketplace.product({ asin: asins[0] ?? '' });
    expect(fake.calls).toHaveLength(1_002);
  });

  it.each([
    [{}, 'ttlMs: missing'],
    [{ ttlMs: 0 }, 'ttlMs: 0 is not valid'],
    [{ ttlMs: 1, store: {} }, 'store: '],
    [{ ttlMs: 1, ttl: 1 }, 'ttl: is not an option of cached'],
  ])('refuses the options %j', (options, message) => {
    expect(() => cached(options as never)).toThrow(message);
  });
});

describe('fallback', () => {
  const other = () => fakeMarketplace({ product: ({ asin }) => answer('product', { asin, title: 'from the other' }) });

  it.each([new BlockedError('blocked.'), new UnavailableError('away.')])(
    'asks the other marketplace after %s, and passes it responses and options',
    async (error) => {
      const second = other();
      const marketplace = withMiddleware(fakeMarketplace({ product: () => error }), fallback(second));
      const options = { priority: 3 };
      const { data, status } = await withResponse(marketplace, 'product', { asin: 'B0LANTERN1' }, options);
      expect([data?.title, status]).toEqual(['from the other', 200]);
      expect(second.calls[0]).toMatchObject({ endpoint: 'product', params: { asin: 'B0LANTERN1' }, options });
    },
  );

  it('does not ask it after other errors, after an abort, or unless `when` says so', async () => {
    const second = other();
    const quota = withMiddleware(
      fakeMarketplace({ product: () => new QuotaExceededError('used up.') }),
      fallback(second),
    );
    await expect(quota.product({ asin: 'B0LANTERN1' })).rejects.toBeInstanceOf(QuotaExceededError);
    const blocked = fakeMarketplace({ product: () => new BlockedError('blocked.') });
    const signal = AbortSignal.abort(new Error('ended'));
    await expect(withMiddleware(blocked, fallback(second)).product({ asin: 'B0LANTERN1' }, { signal })).rejects.toThrow(
      'ended',
    );
    const when = vi.fn(() => false);
    await expect(
      withMiddleware(blocked, fallback(second, { when })).product({ asin: 'B0LANTERN1' }),
    ).rejects.toBeInstanceOf(BlockedError);
    expect([second.calls.length, when.mock.calls.length]).toEqual([0, 1]);
  });

  it('throws the error of the other one, with the first one as its cause', async () => {
    const blocked = fakeMarketplace({ product: () => new BlockedError('blocked.') });
    const away = fakeMarketplace({ product: () => new UnavailableError('away.') });
    const error = await withMiddleware(blocked, fallback(away)).product({ asin: 'B0LANTERN1' }).catch(Object);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.cause).toBeInstanceOf(BlockedError);
    expect(JSON.stringify(error)).toContain('"cause":{"name":"BlockedError","code":"BLOCKED","message":"blocked."}');
  });

  it('refuses something else than a marketplace at once', () => {
    expect(() => fallback(undefined as never)).toThrow('is not a marketplace');
  });

  it.each([
    [{ when: true }, 'when: '],
    [{ on: 1 }, 'on: is not an option of fallback'],
  ])('refuses the options %j', (options, message) => {
    expect(() => fallback(other(), options as never)).toThrow(message);
  });
});

describe('logged', () => {
  function loggerOf(extra: object = {}) {
    const lines: unknown[][] = [];
    const add =
      (level: string) =>
      (...line: unknown[]) =>
        void lines.push([level, ...line]);
    return { lines, logger: { ...extra, info: add('info'), warn: add('warn') } satisfies CallLogger };
  }
  const text = (line: readonly unknown[] | undefined) => String(line?.at(-1)).replace(/\d+ ms/, '5 ms');

  it('writes a line for each call', async () => {
    const { lines, logger } = loggerOf();
    const fake = fakeMarketplace({
      product,
      search: () => new BlockedError('blocked.'),
      scrape: () => answer('product', { asin: 'B0LANTERN1' }),
    });
    const marketplace = withMiddleware(fake, logged(logger), cached({ ttlMs: 60_000 }));
    for (let round = 0; round < 2; round++) await marketplace.product({ asin: 'B0LANTERN1' });
    await marketplace.product({ asin: 'B0GONE0001', marketplace: 'de' });
    await marketplace.search({ keyword: 'two\nlines' }).catch(() => undefined);
    await marketplace.scrape({ url: 'https://www.amazon.de/dp/B0LANTERN1?token=secret' });
    expect(lines.map(([level, ...line]) => [level, line.length, text(line)])).toEqual([
      ['info', 1, 'product B0LANTERN1 us: found, 5 ms, 1 credit'],
      ['info', 1, 'product B0LANTERN1 us: found, cached, 5 ms, 0 credits'],
      ['info', 1, 'product B0GONE0001 de: not found, 5 ms, 1 credit'],
      ['warn', 1, 'search two\\nlines us: BLOCKED, 5 ms'],
      ['info', 1, 'scrape www.amazon.de/dp/B0LANTERN1 de: found, 5 ms, 1 credit'],
    ]);
  });

  it('writes the line of a result without `meta`', async () => {
    const { lines, logger } = loggerOf();
    const bare: Middleware = async () => ({ success: true, found: true, page_type: 'product', data: {} }) as never;
    await withMiddleware(fakeMarketplace({}), logged(logger), bare).product({ asin: 'B0LANTERN1' });
    expect(lines.map((line) => text(line))).toEqual(['product B0LANTERN1 us: found, 5 ms']);
  });

  it('gives a logger like pino the facts, too', async () => {
    const { lines, logger } = loggerOf({ child: () => undefined });
    const marketplace = withMiddleware(fakeMarketplace({ product }), logged(logger));
    const { meta } = await marketplace.product({ asin: 'B0LANTERN1' });
    await marketplace.product({ asin: 'B0LANTERN1' }, { signal: AbortSignal.abort() }).catch(() => undefined);
    const call = { endpoint: 'product', id: 'B0LANTERN1', marketplace: 'us', duration_ms: expect.any(Number) };
    expect(lines.map(([, facts]) => facts)).toEqual([
      { ...call, request_id: meta.request_id, found: true, attempts: undefined, credits: 1, cached_at: undefined },
      { ...call, request_id: undefined, code: 'aborted' },
    ]);
  });

  it('returns the result also if the logger fails, with one warning', async () => {
    const warnings: string[] = [];
    const hear = ({ message }: Error) => void warnings.push(message);
    process.on('warning', hear);
    const fail = () => {
      throw new Error('the disk is full');
    };
    const fake = fakeMarketplace({ product, search: () => new BlockedError('blocked.') });
    const marketplace = withMiddleware(fake, logged({ info: fail, warn: async () => fail() }));
    expect((await marketplace.product({ asin: 'B0LANTERN1' })).found).toBe(true);
    await expect(marketplace.search({ keyword: 'kettle' })).rejects.toThrow('blocked.');
    await expect.poll(() => warnings).toEqual(['logger: the listener failed. Further errors of it are ignored.']);
    process.off('warning', hear);
  });

  it('refuses what is not a logger', () => {
    expect(() => logged({ info: () => undefined } as never)).toThrow('logger: ');
  });
});
