/** A typed application: every entry, narrowing, options that may be undefined, a fake. */
import {
  type AnyMarketplace,
  allOffers,
  BadRequestError,
  createMarketplace,
  type EnvelopeOf,
  type Marketplace,
  MarketplaceError,
  type MarketplaceOptions,
  type OfferEntry,
  type ProductData,
} from 'buybox';
import { createLocalMarketplace, type PageSource, savedPages } from 'buybox/local';
import { type PageDataByType, type ParsedPage, parsePage, parseProduct } from 'buybox/parse';
import { createRemoteMarketplace, type RemoteMarketplaceOptions } from 'buybox/remote';
import { ProductDataSchema } from 'buybox/schemas';
import { createService, memoryStore, type Service } from 'buybox/service';
import { type FixtureMarketplace, startFixtureMarketplace } from 'buybox/testing';
import { apiHandlers } from 'buybox/testing/msw';

/** An environment's variable may be missing: options take that as not given, also under `exactOptionalPropertyTypes`. */
const options: MarketplaceOptions = { timeoutMs: undefined, proxy: process.env.NO_SUCH_PROXY, retries: 0 };
const hosted: RemoteMarketplaceOptions = { baseUrl: process.env.NO_SUCH_URL, apiKey: process.env.NO_SUCH_KEY };

export async function titleOf(marketplace: AnyMarketplace, asin: string): Promise<string | undefined> {
  const response = await marketplace.product({ asin });
  // @ts-expect-error before `found` is looked at, data may be null
  void response.data.title;
  return response.found ? response.data.title : undefined;
}

export async function starsOf(marketplace: Marketplace, url: string): Promise<number> {
  const page = await marketplace.scrape({ url });
  if (!page.found || page.page_type !== 'reviews') return 0;
  return page.data.entries.length;
}

export async function misspelt(marketplace: Marketplace): Promise<void> {
  // @ts-expect-error the parameter is called asin
  await marketplace.product({ asni: 'B0LANTERN1' });
}

/** A fake is an object: six calls and a close. */
export function fake(product: ProductData): AnyMarketplace {
  const answer: EnvelopeOf<'product'> = {
    success: true,
    found: true,
    page_type: 'product',
    data: product,
    meta: {
      marketplace: 'us',
      language: 'en',
      timing_ms: 1,
      request_url: 'https://api.example.com/v1/product',
      timestamp: new Date(0).toISOString(),
      request_id: '00000000-0000-4000-8000-000000000000',
      usage: { requests_consumed: 1, requests_remaining: 9 },
    },
  };
  const none = () => Promise.reject(new BadRequestError('not in this test', { parameter: 'endpoint' }));
  const close = () => Promise.resolve();
  return {
    product: () => Promise.resolve(answer),
    search: none,
    offers: none,
    seller: none,
    scrape: none,
    category: none,
    close,
    [Symbol.asyncDispose]: close,
  };
}

export const source: PageSource = async ({ url }) => ({ url, status: 200, headers: {}, body: '<html></html>' });
export const read = (html: string, url: string): ParsedPage<'product'> => parseProduct(html, { url });
export const kinds = (page: PageDataByType['search']): string[] => page.shallow_parts.map(({ asin }) => asin);
export const service: Service = createService({
  marketplace: createLocalMarketplace({ pages: source }),
  store: memoryStore(),
});
export const handlers: number = apiHandlers().length;
export const cheapest = (offers: readonly OfferEntry[]): number =>
  Math.min(...offers.map(({ price }) => price ?? Infinity));

let refused: unknown;
try {
  createRemoteMarketplace(hosted);
} catch (error) {
  refused = error instanceof MarketplaceError && error instanceof BadRequestError ? error.parameter : error;
}
const site: FixtureMarketplace = await startFixtureMarketplace();
await site.close();
const marketplace = createMarketplace({ ...options, pages: savedPages(process.argv[2] ?? '') });
const { offers } = await allOffers(marketplace, { asin: 'B0LANTERN1' });
console.log(
  JSON.stringify({
    title: await titleOf(marketplace, 'B0LANTERN1'),
    fake: await titleOf(fake(ProductDataSchema.parse({ asin: 'B0LANTERN1', title: 'A fake' })), 'B0LANTERN1'),
    offers: cheapest(offers) > 0,
    handlers,
    refused,
    parse: typeof parsePage,
  }),
);
await marketplace.close();
