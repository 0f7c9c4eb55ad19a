import { describe, expect, it } from 'vitest';
import {
  LANGUAGES,
  MARKETPLACES,
  type MarketplaceCode,
  NATIVE_LANGUAGE_MARKETPLACES,
} from '../../src/contract/codes.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Params } from '../../src/contract/marketplace.ts';
import { validateParams } from '../../src/contract/validate.ts';
import { targetPage } from '../../src/local/requests.ts';
import { detectPageType } from '../../src/pages/index.ts';

const ASIN = 'B0TESTASIN';
const CALLS: readonly [EndpointName, object][] = [
  ['product', { asin: ASIN }],
  ['search', { keyword: 'tea pot' }],
  ['search', { keyword: ' café & crème ', page: 3 }],
  ['offers', { asin: ASIN }],
  ['offers', { asin: ASIN, condition: 'used_good', page: 2 }],
  ['seller', { sellerId: 'A1B2C3D4E5' }],
  ['category', { node: '123' }],
  ['category', { node: '123', page: 2, min_price: 0, max_price: 9.5, sort: 'price_asc' }],
];

describe.each(MARKETPLACES)('the page that a call requests on %s', (marketplace) => {
  const native: readonly MarketplaceCode[] = NATIVE_LANGUAGE_MARKETPLACES;
  const languages = LANGUAGES.filter((language) => language === 'en' || native.includes(marketplace));

  it.each(CALLS)('is described like its URL by detectPageType: %s %o', (name, params) => {
    for (const language of languages) {
      const target = targetPage(
        name,
        validateParams(name, { ...params, marketplace, language } as Params<typeof name>),
      );
      expect(target.detected).toStrictEqual(detectPageType(target.url));
    }
  });
});

describe('the page of a scraped URL', () => {
  it.each([
    `https://www.amazon.com/a-kettle/dp/${ASIN}/ref=sr_1_1?tag=mine-20&qid=1`,
    'https://www.amazon.com/s?k=lamp&node=123&page=2',
    'https://www.amazon.com/s?k=lamp&seller=A1B2C3D4E5F',
    'https://www.amazon.com/s?k=lamp&me=A1B2C3D4E5F',
    'https://www.amazon.com/s?rh=n:1&node=2',
    'https://www.amazon.com/gp/browse.html?node=1&rh=n:3',
    'https://www.amazon.com/shops/A1B2C3D4E5F?page=2',
    'https://www.amazon.com/stores/page/0ABC0000-0000-0000-0000-000000000000?page=2',
    'https://www.amazon.com/gp/bestsellers/kitchen/123?page=2',
    `https://www.amazon.com/gp/offer-listing/${ASIN}?startIndex=20`,
    `https://www.amazon.com/product-reviews/${ASIN}?pageNumber=2`,
  ])('is described like its URL by detectPageType: %s', (url) => {
    const target = targetPage('scrape', { url, language: 'en' });
    expect(target.detected).toStrictEqual(detectPageType(target.url));
    expect(target.detected).toMatchObject({ ...detectPageType(url) });
  });
});
