import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnyMarketplace,
  BadRequestError,
  createMarketplace,
  RateLimitError,
  withResponse,
} from '../../src/entries/index.ts';
import { answer, noPace } from '../../src/entries/testing.ts';
import { apiHandlers, pageHandlers } from '../../src/entries/testing-msw.ts';

const baseUrl = 'https://api.example.com/below';
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const remote = (apiKey = 'good-key') =>
  createMarketplace({ backend: 'remote', baseUrl, apiKey, retries: 0, strict: true });

describe('apiHandlers', () => {
  it('responds with the fixtures and the requested URL', async () => {
    server.use(...apiHandlers({ baseUrl }));
    await using marketplace = remote();
    const { data, meta } = await marketplace.product({ asin: 'B0LANTERN1' });
    expect(data).toMatchObject({ asin: 'B0LANTERN1', bb_price: 34.99 });
    expect(meta.request_url).toBe(`${baseUrl}/v1/product?asin=B0LANTERN1&marketplace=us&language=en`);
    const scraped = await marketplace.scrape({ url: 'https://www.amazon.com/s?k=camping+lantern' });
    expect(scraped.page_type).toBe('search');
  });

  it('rejects a missing or wrong key', async () => {
    server.use(...apiHandlers({ baseUrl, apiKey: 'good-key' }));
    await using marketplace = remote('other-key');
    await expect(marketplace.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({
      name: 'AuthenticationError',
      code: 'UNAUTHORIZED',
    });
    expect((await fetch(`${baseUrl}/v1/product?asin=B0LANTERN1`)).status).toBe(401);
  });

  it('needs no key with `apiKey: false`', async () => {
    server.use(...apiHandlers({ baseUrl, apiKey: false }));
    await using marketplace = createMarketplace({ backend: 'remote', baseUrl, apiKey: false, retries: 0 });
    expect((await marketplace.product({ asin: 'B0LANTERN1' })).found).toBe(true);
  });

  it('validates parameters like a service', async () => {
    server.use(...apiHandlers({ baseUrl }));
    const response = await fetch(`${baseUrl}/v1/search?keyword=tea&page=0`, { headers: { 'x-api-key': 'k' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      success: false,
      error: {
        code: 'INVALID_PARAMETER',
        message: 'page: 0 is not a page number: expected 1 or more.',
        details: { parameter: 'page' },
      },
      meta: { usage: { requests_consumed: 0 } },
    });
  });

  it('responds with the errors and functions of a test, and with the fixtures for other endpoints', async () => {
    server.use(
      ...apiHandlers({
        baseUrl,
        responses: {
          search: new RateLimitError('slow down', { retryAfterMs: 1_500 }),
          seller: ({ sellerId }) => {
            throw new BadRequestError(`no ${sellerId}`, { parameter: 'sellerId' });
          },
        },
      }),
    );
    await using marketplace = remote();
    await expect(marketplace.search({ keyword: 'tea' })).rejects.toMatchObject({
      name: 'RateLimitError',
      retryAfterMs: 2_000,
    });
    await expect(marketplace.seller({ sellerId: 'A1KUECHENKIST' })).rejects.toMatchObject({
      message: 'no A1KUECHENKIST',
      parameter: 'sellerId',
    });
    expect((await marketplace.product({ asin: 'B0LANTERN1' })).found).toBe(true);
  });

  it('responds with only the fields of a request, from responses and from a marketplace', async () => {
    const whole = answer('product', { asin: 'B0LANTERN1', bb_price: 5, currency: 'USD' });
    const product: AnyMarketplace['product'] = async () => whole;
    for (const own of [{}, { responses: { product: whole } }, { marketplace: { product } as AnyMarketplace }]) {
      server.use(...apiHandlers({ baseUrl, ...own }));
      const headers = { 'x-api-key': 'k' };
      const response = await fetch(`${baseUrl}/v1/product?asin=B0LANTERN1&fields=currency`, { headers });
      const { data } = (await response.json()) as { data: unknown };
      expect(data).toEqual({ asin: 'B0LANTERN1', currency: 'USD' });
    }
  });

  it("responds with an application's own fake", async () => {
    const product: AnyMarketplace['product'] = async () => {
      throw new Error('the fake is broken');
    };
    server.use(...apiHandlers({ baseUrl, marketplace: { product } as AnyMarketplace }));
    await using marketplace = remote();
    await expect(marketplace.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({
      name: 'InternalError',
      status: 500,
    });
  });
});

describe('pageHandlers', () => {
  it('serves the fixtures of all sites, and 404 pages', async () => {
    server.use(...pageHandlers());
    await using marketplace = createMarketplace({ backend: 'local', ...noPace });
    expect((await marketplace.product({ asin: 'B0LANTERN1' })).data?.bb_price).toBe(34.99);
    const kettle = await marketplace.product({ asin: 'B0WASSERK1', marketplace: 'de', language: 'native' });
    expect(kettle.found).toBe(true);
    const { status, body, found } = await withResponse(marketplace, 'product', { asin: 'B0NOWHERE1' });
    expect({ status, found }).toEqual({ status: 404, found: false });
    expect(body).toContain('Page Not Found');
  });
});

describe('withResponse', () => {
  it('rejects another implementation of the interface', async () => {
    const fake = { product: async () => ({ found: false }) } as unknown as AnyMarketplace;
    await expect(withResponse(fake, 'product', { asin: 'B0LANTERN1' })).rejects.toMatchObject({
      name: 'BadRequestError',
      code: 'INVALID_CONFIGURATION',
      parameter: 'marketplace',
    });
  });
});
