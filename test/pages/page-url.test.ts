import { describe, expect, it } from 'vitest';
import { BadRequestError, LIST_TYPES, MARKETPLACES, pageUrl } from '../../src/entries/index.ts';
import { detectPageType } from '../../src/entries/parse.ts';

const asin = 'B0LANTERN1';
const STORE = '5A1F0C7E-0B2D-4C3A-9E8F-1D2C3B4A5F60';
const site = 'https://www.amazon.com';

describe('pageUrl', () => {
  it.each([
    [pageUrl.product({ asin }), `${site}/dp/${asin}`, { page_type: 'product', asin }],
    [
      pageUrl.search({ keyword: ' camping lantern', page: 2, marketplace: 'uk' }),
      'https://www.amazon.co.uk/s?k=camping+lantern&page=2',
      { page_type: 'search', keyword: 'camping lantern', page: 2 },
    ],
    [
      pageUrl.offers({ asin, condition: 'new', page: 3 }),
      `${site}/gp/product/ajax/aodAjaxMain/?asin=${asin}&pc=dp&experienceId=aodAjaxMain&pageno=3&filters=%7B%22all%22%3Atrue%2C%22new%22%3Atrue%7D`,
      { page_type: 'offers', asin, page: 3 },
    ],
    [pageUrl.seller({ sellerId: 'A1LARKMOOR0US' }), `${site}/sp?seller=A1LARKMOOR0US`, { page_type: 'seller' }],
    [
      pageUrl.category({ node: '3375251', sort: 'price_asc', max_price: 20 }),
      `${site}/s?rh=n%3A3375251&high-price=20&s=price-asc-rank`,
      { page_type: 'category', node: '3375251' },
    ],
    [pageUrl.bestseller({}), `${site}/gp/bestsellers`, { page_type: 'bestseller' }],
    [
      pageUrl.bestseller({ department: 'kitchen', node: '289742', list: 'gift_ideas', page: 2 }),
      `${site}/gp/most-gifted/kitchen/289742?pg=2`,
      { page_type: 'bestseller', node: '289742', page: 2 },
    ],
    [
      pageUrl.storefront({ sellerId: 'A1LARKMOOR0US', page: 2 }),
      `${site}/s?me=A1LARKMOOR0US&page=2`,
      { page_type: 'storefront', seller_id: 'A1LARKMOOR0US', page: 2 },
    ],
    [
      pageUrl.storefront({ store: STORE.toLowerCase(), page: 2 }),
      `${site}/stores/page/${STORE}?page=2`,
      { page_type: 'storefront', page: 2 },
    ],
    [
      pageUrl.reviews({ asin, star: 'one_star', sort: 'recent', page: 2 }),
      `${site}/product-reviews/${asin}?pageNumber=2&filterByStar=one_star&sortBy=recent`,
      { page_type: 'reviews', asin, page: 2 },
    ],
  ])('%s', (url, expected, detected) => {
    expect(url).toBe(expected);
    expect(detectPageType(url)).toMatchObject({ ...detected, canonical_url: url });
  });

  it.each(MARKETPLACES)('has the site of %s', (marketplace) => {
    for (const list of LIST_TYPES)
      expect(detectPageType(pageUrl.bestseller({ marketplace, list }))).toMatchObject({
        page_type: 'bestseller',
        marketplace,
      });
  });

  it.each([
    [() => pageUrl.product({ asin: 'x' }), 'asin'],
    [() => pageUrl.search({ keyword: 'a', page: 0 }), 'page'],
    [() => pageUrl.product({ asin, marketplace: 'com' as never }), 'marketplace'],
    [() => pageUrl.bestseller({ node: '289742' }), 'department'],
    [() => pageUrl.bestseller({ department: '../dp' }), 'department'],
    [() => pageUrl.bestseller({ list: 'best' as never }), 'list'],
    [() => pageUrl.bestseller({ fields: ['entries'] } as never), 'fields'],
    [() => pageUrl.storefront({} as never), 'sellerId'],
    [() => pageUrl.storefront({ sellerId: 'A1LARKMOOR0US', store: STORE } as never), 'sellerId'],
    [() => pageUrl.storefront({ store: 'Larkmoor' }), 'store'],
    [() => pageUrl.reviews({ asin, star: 5 as never }), 'star'],
    [() => pageUrl.reviews({ asin, sort: 'new' as never }), 'sort'],
  ])('refuses wrong parameters %#', (build, parameter) => {
    expect(build).toThrow(BadRequestError);
    expect(build).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER', parameter }));
  });
});
