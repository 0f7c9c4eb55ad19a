/** The calls of the suite, from the index of the fixtures. */
import {
  type EndpointName,
  type Language,
  MARKETPLACES,
  type MarketplaceCode,
  NATIVE_LANGUAGE_MARKETPLACES,
  OFFER_CONDITION_FILTERS,
} from '../../src/entries/index.ts';
import { detectPageType } from '../../src/entries/parse.ts';
import { fixtures } from './target.ts';

/** A call. Its parameters are not typed, because JavaScript callers can pass anything. */
export interface Case {
  endpoint: EndpointName;
  params: Record<string, unknown>;
}

const native: readonly MarketplaceCode[] = NATIVE_LANGUAGE_MARKETPLACES;

/** A scrape of the URL of every fixture. */
export const scrapes: readonly Case[] = fixtures.map(({ url }) => ({
  endpoint: 'scrape',
  params: { url, language: languageOf(url) },
}));

/** A typed call for every fixture whose page type has its own endpoint. */
export const typedCalls: readonly Case[] = fixtures.flatMap(({ url }): Case[] => {
  const { page_type, marketplace = 'us', asin, keyword, node, seller_id, page = 1 } = detectPageType(url) ?? {};
  const common = { marketplace, language: languageOf(url) };
  if (page_type === 'product') return [{ endpoint: 'product', params: { asin, ...common } }];
  if (page_type === 'search') return [{ endpoint: 'search', params: { keyword, page, ...common } }];
  if (page_type === 'offers') return [{ endpoint: 'offers', params: { asin, page, ...common } }];
  if (page_type === 'seller') return [{ endpoint: 'seller', params: { sellerId: seller_id, ...common } }];
  if (page_type === 'category') return [{ endpoint: 'category', params: { node, page, ...common } }];
  return [];
});

/** A call for every value of every enumeration of the parameters. */
export const enumerations: readonly Case[] = [
  ...MARKETPLACES.map((marketplace): Case => ({ endpoint: 'product', params: { asin: 'B0NOTFOUND', marketplace } })),
  ...native.map(
    (marketplace): Case => ({
      endpoint: 'search',
      params: { keyword: 'wasserkocher', marketplace, language: 'native' },
    }),
  ),
  ...OFFER_CONDITION_FILTERS.map(
    (condition): Case => ({ endpoint: 'offers', params: { asin: 'B0LANTERN1', condition } }),
  ),
  ...['featured', 'price_asc', 'price_desc', 'rating', 'newest', 'best_sellers'].map(
    (sort): Case => ({ endpoint: 'category', params: { node: '7000004', sort } }),
  ),
  { endpoint: 'category', params: { node: '7000004', min_price: 10, max_price: 24.99 } },
  { endpoint: 'search', params: { keyword: 'caf\u00e9 & cr\u00e8me + 100% "\u9244\u74f6"' } },
];

/** Calls that throw before anything is sent, with the invalid parameter. */
export const refusals: readonly (Case & { parameter: string })[] = [
  { endpoint: 'product', params: {}, parameter: 'asin' },
  { endpoint: 'product', params: { asin: 'short' }, parameter: 'asin' },
  { endpoint: 'product', params: { asin: 'b0lantern1' }, parameter: 'asin' },
  { endpoint: 'product', params: { asin: 'B0LANTERN11' }, parameter: 'asin' },
  { endpoint: 'product', params: { asin: 42 }, parameter: 'asin' },
  { endpoint: 'product', params: { asin: 'B0LANTERN1', marketplace: 'xx' }, parameter: 'marketplace' },
  { endpoint: 'product', params: { asin: 'B0LANTERN1', language: 'de' }, parameter: 'language' },
  { endpoint: 'product', params: { asin: 'B0LANTERN1', page: 1 }, parameter: 'page' },
  { endpoint: 'search', params: {}, parameter: 'keyword' },
  { endpoint: 'search', params: { keyword: '' }, parameter: 'keyword' },
  { endpoint: 'search', params: { keyword: '  ' }, parameter: 'keyword' },
  { endpoint: 'search', params: { keyword: 'tea', page: 0 }, parameter: 'page' },
  { endpoint: 'search', params: { keyword: 'tea', page: 1.5 }, parameter: 'page' },
  { endpoint: 'search', params: { keyword: 'tea', page: '2' }, parameter: 'page' },
  { endpoint: 'offers', params: { asin: 'B0LANTERN1', condition: 'renewed' }, parameter: 'condition' },
  { endpoint: 'offers', params: { asin: 'B0LANTERN1', page: -1 }, parameter: 'page' },
  { endpoint: 'seller', params: { sellerId: 'A1' }, parameter: 'sellerId' },
  { endpoint: 'seller', params: { sellerId: 'a1kuechenkist' }, parameter: 'sellerId' },
  { endpoint: 'seller', params: { seller_id: 'A1KUECHENKIST' }, parameter: 'seller_id' },
  { endpoint: 'scrape', params: {}, parameter: 'url' },
  { endpoint: 'scrape', params: { url: 'amazon' }, parameter: 'url' },
  {
    endpoint: 'scrape',
    params: { url: 'https://www.amazon.de/dp/B0WASSERK1', marketplace: 'fr' },
    parameter: 'marketplace',
  },
  { endpoint: 'category', params: { node: 'books' }, parameter: 'node' },
  { endpoint: 'category', params: { node: '1', min_price: -1 }, parameter: 'min_price' },
  { endpoint: 'category', params: { node: '1', max_price: 1.005 }, parameter: 'max_price' },
  { endpoint: 'category', params: { node: '1', sort: 'random' }, parameter: 'sort' },
];

/** The marketplaces that do not support the native language. */
export const notNative: readonly MarketplaceCode[] = MARKETPLACES.filter((code) => !native.includes(code));

/** Returns the language of a fixture. The URLs of English pages contain it. */
function languageOf(url: string): Language {
  const isEnglish = /language=en|\/-\/en\//.test(url);
  return !isEnglish && native.includes(detectPageType(url)?.marketplace ?? 'us') ? 'native' : 'en';
}
