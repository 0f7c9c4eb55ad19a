import { describe, expectTypeOf, it } from 'vitest';
import {
  allOffers,
  batch,
  createMarketplace,
  defineConfig,
  type Marketplace,
  offerPages,
  type ProductData,
  type SearchData,
  searchPages,
  withResponse,
} from '../../src/entries/index.ts';
import { createRemoteMarketplace } from '../../src/entries/remote.ts';

declare const marketplace: Marketplace;

describe('the types of settings', () => {
  it('allow the options of both backends, whichever is used', () => {
    createMarketplace({ backend: 'local', apiKey: 'k' });
    createMarketplace({ maxConnections: 5, pages: './saved', ledger: './usage.db' });
    createMarketplace({ backend: 'remote', pages: () => Promise.reject(new Error('x')) });
    createMarketplace({
      backend: 'remote',
      baseUrl: 'https://x.example',
      apiKey: 'k',
      maxConnections: 25,
      strict: true,
    });
    createMarketplace({ backend: 'remote', apiKey: async () => 'k' });
    createMarketplace({ backend: 'local', pages: () => Promise.reject(new Error('x')) });
    createMarketplace({ marketplace: 'de', timeoutMs: 1_000 });
    // @ts-expect-error unknown backend
    createMarketplace({ backend: 'hosted' });
    // @ts-expect-error unknown marketplace
    createMarketplace({ marketplace: 'xx' });
    // @ts-expect-error the function of one backend does not accept options of the other
    createRemoteMarketplace({ usage: undefined });
  });
});

describe('the types of the configuration file', () => {
  it('include the options of both backends and of page sources', () => {
    defineConfig({ pace: { minGapMs: '2s', jitterMs: 500 }, backoff: { firstMs: '5s', longestMs: '10m' } });
    // @ts-expect-error a time has a unit
    defineConfig({ pace: { minGapMs: 'long' } });
    defineConfig({ backend: 'remote', apiKey: 'k', pages: './source.ts', pace: { concurrency: 1 }, folder: 'pages' });
    defineConfig({ commands: { search: { maxPages: 3, fields: ['asin', 'price'], json: true } } });
    // @ts-expect-error unknown setting
    defineConfig({ retrys: 3 });
    // @ts-expect-error unknown marketplace
    defineConfig({ marketplace: 'xx' });
    // @ts-expect-error invalid value
    defineConfig({ commands: { search: { maxPages: null } } });
  });
});

describe('the types of paging', () => {
  it('yield envelopes that narrow by found', async () => {
    for await (const envelope of searchPages(marketplace, { keyword: 'tea' })) {
      if (envelope.found) expectTypeOf(envelope.data).toEqualTypeOf<SearchData>();
    }
    // @ts-expect-error a parameter is missing
    searchPages(marketplace, {});
    // @ts-expect-error unknown option
    offerPages(marketplace, { asin: 'B0LANTERN1' }, { maxCredits: 1 });
    // @ts-expect-error all offers begin with page 1
    allOffers(marketplace, { asin: 'B0LANTERN1', page: 2 });
  });

  it('keep the request of a result, and type its response', async () => {
    const requests = [{ endpoint: 'product' as const, params: { asin: 'B0LANTERN1' }, row: 17 }];
    for await (const { request, response, error } of batch(marketplace, requests)) {
      expectTypeOf(request.row).toEqualTypeOf<number>();
      if (response?.found) expectTypeOf(response.data).toEqualTypeOf<ProductData>();
      if (response === undefined) expectTypeOf(error).toEqualTypeOf<Error>();
      if (error === undefined) expectTypeOf(response.page_type).toEqualTypeOf<'product'>();
    }
    // @ts-expect-error a parameter of another endpoint
    batch(marketplace, [{ endpoint: 'product', params: { keyword: 'tea' } }]);
    // @ts-expect-error unknown endpoint
    batch(marketplace, [{ endpoint: 'reviews', params: {} }]);
  });

  it('narrow an envelope with its response', async () => {
    const response = await withResponse(marketplace, 'product', { asin: 'B0LANTERN1' });
    expectTypeOf(response.status).toEqualTypeOf<number>();
    if (response.found) expectTypeOf(response.data).toEqualTypeOf<ProductData>();
    // @ts-expect-error a parameter of another endpoint
    withResponse(marketplace, 'product', { keyword: 'tea' });
  });
});
