import { describe, expect, it } from 'vitest';
import {
  allOffers,
  BlockedError,
  batch,
  type MarketplaceEvent,
  QuotaExceededError,
  searchPages,
  withResponse,
} from '../../src/entries/index.ts';
import { answer, errorOf, fakeMarketplace, inTurn } from '../../src/entries/testing.ts';

describe('fakeMarketplace', () => {
  it('returns envelopes, data, null and errors of handlers', async () => {
    const fake = fakeMarketplace({
      product: ({ asin }) => (asin === 'B0GONE0001' ? null : { asin, bb_price: 19.9 }),
      search: answer('search', { shallow_parts: [{ price: 3 }] }),
      seller: errorOf('CAPTCHA'),
      offers: async () => {
        throw errorOf('UNAVAILABLE', { message: 'later' });
      },
    });
    const product = await fake.product({ asin: 'B0LANTERN1' });
    expect(product).toMatchObject({ success: true, found: true, page_type: 'product' });
    expect(product.data).toEqual({ asin: 'B0LANTERN1', bb_price: 19.9 });
    expect(await fake.product({ asin: 'B0GONE0001' })).toMatchObject({ found: false, data: null });
    await expect(fake.seller({ sellerId: 'A1LARKMOOR0US' })).rejects.toBeInstanceOf(BlockedError);
    await expect(fake.offers({ asin: 'B0LANTERN1' })).rejects.toMatchObject({ message: 'later' });
    expect((await fake.search({ keyword: 'tea' })).data?.shallow_parts).toHaveLength(1);
  });

  it('completes an answer with the call: ids, page, marketplace, meta', async () => {
    const fake = fakeMarketplace(
      { product: answer('product', { bb_price: 5 }), search: answer('search'), scrape: answer('seller') },
      { marketplace: 'uk', now: () => Date.parse('2026-01-02T03:04:05Z') },
    );
    const { data, meta } = await fake.product({ asin: 'B0WASSERK1' });
    expect(data).toMatchObject({ asin: 'B0WASSERK1', bb_price: 5, currency: 'GBP' });
    expect(data?.url).toBe('https://www.amazon.co.uk/dp/B0WASSERK1');
    expect(meta).toMatchObject({
      marketplace: 'uk',
      language: 'en',
      timestamp: '2026-01-02T03:04:05.000Z',
      request_url: 'http://localhost:8787/v1/product?asin=B0WASSERK1&marketplace=uk&language=en',
      usage: { requests_consumed: 1, requests_remaining: Number.MAX_SAFE_INTEGER },
    });
    const second = await fake.search({ keyword: 'tea', page: 2 });
    expect(second.data).toMatchObject({ title: 'tea', current_page: 2 });
    const seller = await fake.scrape({ url: 'https://www.amazon.de/sp?seller=A1KUECHENKIST' });
    expect(seller.data).toMatchObject({ seller_id: 'A1KUECHENKIST' });
    expect(seller.meta.marketplace).toBe('de');
  });

  it('keeps the meta that a test sets, and an envelope that it has written as a whole', async () => {
    const gaps = [{ landmark: '#buybox', kind: 'missing' as const, detail: 'the page has no #buybox' }];
    const whole = { ...answer('product', { asin: 'B0OTHER001' }) };
    const fake = fakeMarketplace({ product: inTurn(answer('product', {}, { gaps }), whole) });
    expect((await fake.product({ asin: 'B0LANTERN1' })).meta.gaps).toEqual(gaps);
    const { data, meta } = await fake.product({ asin: 'B0LANTERN1' });
    expect(data?.asin).toBe('B0OTHER001');
    expect(meta.request_id).toBe(whole.meta.request_id);
  });

  it('checks parameters like the backends, and records only valid calls', async () => {
    const fake = fakeMarketplace({ product: answer('product'), scrape: answer('product') });
    await expect(fake.product({ asin: 'b0lantern1' })).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      message: expect.stringContaining('Did you mean "B0LANTERN1"?'),
    });
    await expect(fake.product({ asin: 'B0LANTERN1', language: 'native' })).rejects.toMatchObject({
      code: 'NATIVE_LANGUAGE_NOT_SUPPORTED',
    });
    expect(fake.calls).toEqual([]);
    await expect(fake.scrape({ url: 'https://www.amazon.com/gp/cart' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_URL',
    });
    expect(fake.calls).toHaveLength(1);
  });

  it('records calls with all defaults, options and errors', async () => {
    const fake = fakeMarketplace({ product: answer('product'), offers: errorOf('CAPTCHA') }, { now: () => 7 });
    const options = { idempotencyKey: 'k1' };
    await fake.product({ asin: 'B0LANTERN1' }, options);
    await fake.offers({ asin: 'B0LANTERN1' }).catch(() => undefined);
    expect(fake.calls).toEqual([
      { endpoint: 'product', params: { asin: 'B0LANTERN1', marketplace: 'us', language: 'en' }, options, at: 7 },
      {
        endpoint: 'offers',
        params: { asin: 'B0LANTERN1', marketplace: 'us', language: 'en', condition: 'all', page: 1 },
        options: {},
        at: 7,
        error: expect.objectContaining({ code: 'CAPTCHA' }),
      },
    ]);
    expect(fake.callsOf('offers').map(({ params }) => params.page)).toEqual([1]);
  });

  it('names an endpoint without a handler, a handler that is not one, and a wrong result', async () => {
    const fake = fakeMarketplace({ offers: (() => 'sold') as never, search: answer('category') as never });
    await expect(fake.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({
      name: 'BadRequestError',
      code: 'INVALID_CONFIGURATION',
      parameter: 'product',
      message:
        'product: the fake marketplace has no handler for this endpoint. Add one: fakeMarketplace({ product: (params) => answer(...) }).',
    });
    await expect(fake.offers({ asin: 'B0LANTERN1' })).rejects.toThrow('offers: the handler of the fake marketplace');
    await expect(fake.search({ keyword: 'tea' })).rejects.toThrow('page type "category", not of "search"');
    expect(() => fakeMarketplace({ product: 5 as never })).toThrow('product: 5 is not valid: expected an envelope');
    expect(() => fakeMarketplace({ produkt: null } as never)).toThrow('Did you mean "product"?');
    expect(() => fakeMarketplace({}, { credits: -1 })).toThrow('credits: -1 is not valid');
  });

  it('names a field that does not exist, and a wrong value, in the data of a handler', async () => {
    const fake = fakeMarketplace({
      product: ({ asin }) => ({ asin, bbprice: 3 }) as never,
      search: () => answer('search', { shallow_parts: [{ prise: 3 } as never] }),
      offers: { asin: 'B0LANTERN1', total_offers_count: '3' } as never,
    });
    const configuration = { name: 'BadRequestError', code: 'INVALID_CONFIGURATION' };
    await expect(fake.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({
      ...configuration,
      parameter: 'product.bbprice',
      message: 'product.bbprice: is not a field of product. Did you mean "bb_price"?',
    });
    await expect(fake.search({ keyword: 'tea' })).rejects.toMatchObject({
      ...configuration,
      parameter: 'data.shallow_parts[0].prise',
    });
    await expect(fake.offers({ asin: 'B0LANTERN1' })).rejects.toMatchObject({
      ...configuration,
      message: 'offers.total_offers_count: "3" is not valid: expected number.',
    });
  });

  it('names an endpoint that does not exist, wherever a test names one', () => {
    const fake = fakeMarketplace({});
    expect(() => fake.callsOf('produkt' as 'product')).toThrow(
      'endpoint: "produkt" is not valid: expected one of product, search, offers, seller, scrape, category. Did you mean "product"?',
    );
    expect(() => fake.use({ ofers: null } as never)).toThrow('Did you mean "offers"?');
  });

  it('retries as often as the test says, and publishes events', async () => {
    const events: MarketplaceEvent['type'][] = [];
    const handlers = { product: inTurn<'product'>(errorOf('CAPTCHA', { retryAfterMs: 1 }), answer('product')) };
    const fake = fakeMarketplace(handlers, { retries: 1, onEvent: ({ type }) => events.push(type) });
    expect((await fake.product({ asin: 'B0LANTERN1' })).found).toBe(true);
    expect(events).toEqual(['request', 'blocked', 'retry', 'request', 'charged', 'done']);
    await expect(
      fakeMarketplace({ product: inTurn(errorOf('CAPTCHA'), answer('product')) }).product({ asin: 'B0LANTERN1' }),
    ).rejects.toMatchObject({ code: 'CAPTCHA' });
    expect(() => inTurn()).toThrow('expected at least one handler');
  });

  it('counts credits, and failures cost none', async () => {
    const fake = fakeMarketplace(
      { product: inTurn(errorOf('BLOCKED'), answer.notFound('product'), answer('product')) },
      { credits: 2 },
    );
    const call = () => fake.product({ asin: 'B0LANTERN1' });
    const usage = (requests_consumed: number, requests_remaining: number) => ({
      usage: { requests_consumed, requests_remaining },
    });
    await expect(call()).rejects.toMatchObject({ requestId: expect.any(String) });
    expect((await call()).meta).toMatchObject(usage(1, 1));
    expect((await call()).meta).toMatchObject(usage(1, 0));
    await expect(call()).rejects.toBeInstanceOf(QuotaExceededError);
    await expect(call()).rejects.toMatchObject(usage(0, 0));
    fake.reset();
    expect(fake.calls).toEqual([]);
    expect((await call()).meta).toMatchObject(usage(1, 1));
  });

  it('keeps a budget', async () => {
    const fake = fakeMarketplace({ product: answer('product') }, { budget: { credits: 1, per: 'total' } });
    await fake.product({ asin: 'B0LANTERN1' });
    await expect(fake.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  });

  it('honours abort, time limits and close', async () => {
    const signals: AbortSignal[] = [];
    const never = fakeMarketplace({
      product: (_, { signal }) => {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      },
    });
    await expect(never.product({ asin: 'B0LANTERN1' }, { timeoutMs: 5 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const controller = new AbortController();
    const aborted = never.product({ asin: 'B0LANTERN1' }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
    await never.close();
    await expect(never.product({ asin: 'B0LANTERN1' })).rejects.toThrow('the marketplace is closed');
  });

  it('returns only the fields of a call, whatever a handler returns', async () => {
    const fake = fakeMarketplace({
      product: ({ asin }) => (asin === 'B0GONE0001' ? null : { asin, title: 'Lamp', brand: { name: 'Larkmoor' } }),
      search: answer('search', { shallow_parts: [{ asin: 'B0LANTERN1', price: 3 }] }),
    });
    const { data } = await fake.product({ asin: 'B0LANTERN1', fields: ['title'] });
    expect(data).toEqual({ asin: 'B0LANTERN1', title: 'Lamp' });
    // @ts-expect-error The type of the data has only these fields.
    expect(data?.brand).toBeUndefined();
    expect((await fake.product({ asin: 'B0GONE0001', fields: ['title'] })).data).toBeNull();
    const search = await fake.search({ keyword: 'tea', fields: ['shallow_parts.price'] });
    expect(search.data).toEqual({ current_page: 1, shallow_parts: [{ asin: 'B0LANTERN1', price: 3 }] });
    expect((await fake.product({ asin: 'B0LANTERN1' })).data).toHaveProperty('brand');
    await expect(fake.product({ asin: 'B0LANTERN1', fields: ['titel'] as string[] })).rejects.toMatchObject({
      parameter: 'fields',
    });
    expect(fake.callsOf('product')[0]?.params).toMatchObject({ fields: ['title'] });
  });

  it('replaces handlers during a test', async () => {
    const fake = fakeMarketplace({ product: answer('product', { bb_price: 1 }) });
    fake.use({ product: answer('product', { bb_price: 2 }) });
    expect((await fake.product({ asin: 'B0LANTERN1' })).data?.bb_price).toBe(2);
    fake.reset();
    expect((await fake.product({ asin: 'B0LANTERN1' })).data?.bb_price).toBe(1);
  });

  it('works with paging, batches and withResponse', async () => {
    const fake = fakeMarketplace({
      product: answer('product'),
      search: ({ page }) => answer('search', { current_page: page, last_page_number: 3 }),
      offers: ({ page }) =>
        answer('offers', {
          product_sellers_info: page === 1 ? Array.from({ length: 11 }, () => ({})) : [{}, {}],
          total_offers_count: 13,
        }),
    });
    const { offers } = await allOffers(fake, { asin: 'B0LANTERN1' });
    expect(offers).toHaveLength(13);
    const seen: number[] = [];
    for await (const { data } of searchPages(fake, { keyword: 'tea' })) seen.push(data?.current_page ?? 0);
    expect(seen).toEqual([1, 2, 3]);
    const requests = ['B0LANTERN1', 'B0WASSERK1'].map((asin) => ({ endpoint: 'product' as const, params: { asin } }));
    const asins: (string | undefined)[] = [];
    for await (const { response } of batch(fake, requests)) asins.push(response?.data?.asin);
    expect(asins.sort()).toEqual(['B0LANTERN1', 'B0WASSERK1']);
    const { status, body } = await withResponse(fake, 'product', { asin: 'B0LANTERN1' });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ data: { asin: 'B0LANTERN1' } });
  });
});
