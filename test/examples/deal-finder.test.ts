/** Shows how an application tests its code with the handlers of `buybox/testing`. */
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findDeals } from '../../examples/deal-finder.ts';
import { createMarketplace } from '../../src/entries/index.ts';
import { answer, errorOf, noPace } from '../../src/entries/testing.ts';
import { apiHandlers, pageHandlers } from '../../src/entries/testing-msw.ts';

const baseUrl = 'https://api.example.com';
const server = setupServer(...apiHandlers({ baseUrl }), ...pageHandlers());
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const hosted = () => createMarketplace({ backend: 'remote', baseUrl, apiKey: 'any-key', retries: 0 });
const inProcess = () => createMarketplace({ backend: 'local', ...noPace });

describe('findDeals', () => {
  it.each([
    ['a hosted service', hosted],
    ['the sites themselves', inProcess],
  ])('finds the deals that run, on %s', async (_, open) => {
    await using marketplace = open();
    const deals = await findDeals(marketplace, { keyword: 'camping lantern' });
    expect(deals).toMatchObject([
      { asin: 'B0HEADLMP1', price: 19.99, savings: 33, badge: { kind: 'limited_time', ends_on: '2026-11-24' } },
    ]);
  });

  it('returns no deals if there are none', async () => {
    await using marketplace = hosted();
    expect(await findDeals(marketplace, { keyword: 'qzxvmoorlight' })).toEqual([]);
  });

  it('skips deals that have ended', async () => {
    await using marketplace = hosted();
    server.use(...apiHandlers({ baseUrl, responses: { product: answer('product', { promotion: null }) } }));
    expect(await findDeals(marketplace, { keyword: 'camping lantern' })).toEqual([]);
  });

  it('throws when credits run out', async () => {
    server.use(
      ...apiHandlers({ baseUrl, responses: { product: errorOf('QUOTA_EXCEEDED', { message: 'no credit is left' }) } }),
    );
    await using marketplace = hosted();
    await expect(findDeals(marketplace, { keyword: 'camping lantern' })).rejects.toMatchObject({
      name: 'QuotaExceededError',
      message: 'no credit is left',
    });
  });
});
