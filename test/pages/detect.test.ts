import { describe, expect, test } from 'vitest';
import { type DetectedPage, detectPageType } from '../../src/entries/parse.ts';
import { asinOfHref, nodeOfHref, sellerOfHref } from '../../src/pages/urls/links.ts';

const ASIN = 'B0TESTCASE';
const SELLER = 'A1BUYBOXTEST01';

/** Expected values of URLs. The marketplace is `us` by default. */
type Row = [path: string, expected: Partial<DetectedPage> & Pick<DetectedPage, 'page_type'>];

const product = { page_type: 'product', asin: ASIN } as const;
const offers = { page_type: 'offers', asin: ASIN } as const;
const reviews = { page_type: 'reviews', asin: ASIN } as const;

const rows: Row[] = [
  // Product
  [`/dp/${ASIN}`, { ...product, canonical_url: `https://www.amazon.com/dp/${ASIN}` }],
  [`/dp/${ASIN}/`, product],
  [`/A-Slug-Of-Words/dp/${ASIN}`, product],
  [`/A-Slug-Of-Words/dp/${ASIN}/ref=sr_1_3?keywords=lamp&qid=1&page=2`, product],
  [`/gp/product/${ASIN}`, product],
  [`/gp/product/${ASIN}/ref=ox_sc_act?smid=${SELLER}&psc=1`, product],
  [`/gp/aw/d/${ASIN}`, product],
  [`/dp/product/${ASIN}`, product],
  [`/product/${ASIN}`, product],
  [`/d/${ASIN}`, product],
  [`/o/ASIN/${ASIN}`, product],
  [`/exec/obidos/ASIN/${ASIN}`, product],
  [`/exec/obidos/ASIN/${ASIN}/some-tag-20`, product],
  [`/exec/obidos/tg/detail/-/${ASIN}`, product],
  [`/-/en/dp/${ASIN}`, product],
  [`/-/zh_TW/dp/${ASIN}?th=1`, product],
  [`/-/de/Ein-Titel/dp/${ASIN}/`, product],
  [`/-/dp/${ASIN}`, product],
  [`/-/gp/product/${ASIN}`, product],
  [`/gp/redirect.html?asin=${ASIN}`, product],
  [`/?asin=${ASIN}`, product],
  ['/dp/b0testcase', product],
  ['/dp/0123456789', { page_type: 'product', asin: '0123456789' }],
  ['/dp/012345678x', { page_type: 'product', asin: '012345678X' }],
  // Offers
  [`/gp/offer-listing/${ASIN}`, offers],
  [`/gp/aw/ol/${ASIN}/ref=mw_dp_olp?ie=UTF8&condition=new`, offers],
  [`/gp/offer-listing/${ASIN}/ref=dp_olp_new?ie=UTF8&condition=new`, offers],
  [`/gp/offer-listing/${ASIN}?startIndex=20`, { ...offers, page: 3 }],
  [`/dp/${ASIN}?aod=1`, offers],
  [`/A-Slug/dp/${ASIN}/?th=1&aod=1&psc=1`, offers],
  [`/dp/${ASIN}/ref=olp_aod_redir?aod=1`, offers],
  [`/dp/${ASIN}/aod`, offers],
  [`/-/en/dp/${ASIN}/aod/`, offers],
  [
    `/gp/product/ajax/aodAjaxMain/?asin=${ASIN}&pc=dp&experienceId=aodAjaxMain&pageno=2&filters=%7B%22usedGood%22%3Atrue%7D`,
    {
      ...offers,
      page: 2,
      canonical_url: `https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=${ASIN}&pc=dp&experienceId=aodAjaxMain&pageno=2&filters=%7B%22usedGood%22%3Atrue%7D`,
    },
  ],
  [`/gp/product/ajax/ref=dp_aod_NEW_mbc?asin=${ASIN}&experienceId=aodAjaxMain`, offers],
  [`/gp/product/ajax?asin=${ASIN}&experienceId=aodAjaxMain`, offers],
  [`/gp/aod/ajax/ref=x?asin=${ASIN}`, offers],
  [`/dp/${ASIN}?aod=0`, product],
  // Search
  ['/s?k=desk+lamp', { page_type: 'search', keyword: 'desk lamp' }],
  ['/s/?k=lamp&page=3', { page_type: 'search', keyword: 'lamp', page: 3 }],
  ['/s/ref=nb_sb_noss?url=search-alias%3Daps&field-keywords=lamp', { page_type: 'search', keyword: 'lamp' }],
  ['/gp/search?keywords=lamp', { page_type: 'search', keyword: 'lamp' }],
  ['/gp/search/ref=sr_adv?keywords=lamp', { page_type: 'search', keyword: 'lamp' }],
  ['/gp/aw/s?k=lamp', { page_type: 'search', keyword: 'lamp' }],
  ['/desk-lamp/s?k=desk+lamp', { page_type: 'search', keyword: 'desk lamp' }],
  ['/s?k=lamp&rh=n%3A1234567&i=garden', { page_type: 'search', keyword: 'lamp', node: '1234567' }],
  [`/s?k=lamp&me=${SELLER}`, { page_type: 'search', keyword: 'lamp', seller_id: SELLER }],
  [
    '/s?k=lamp&s=price-asc-rank&crid=1&sprefix=la&ref=nb_sb_noss&low-price=5',
    { page_type: 'search', canonical_url: 'https://www.amazon.com/s?k=lamp&low-price=5&s=price-asc-rank' },
  ],
  // Category
  ['/b?node=1234567', { page_type: 'category', node: '1234567' }],
  ['/b/ref=nav_x?ie=UTF8&node=1234567', { page_type: 'category', node: '1234567' }],
  ['/Lamps/b/?node=1234567', { page_type: 'category', node: '1234567' }],
  ['/Lamps/b/?ie=UTF8&node=1234567&ref_=sv_x', { page_type: 'category', node: '1234567' }],
  ['/b/lamps/1234567', { page_type: 'category', node: '1234567' }],
  ['/s?rh=n%3A1234567', { page_type: 'category', node: '1234567' }],
  ['/s?rh=n%3A1234567%2Cn%3A7654321&page=2', { page_type: 'category', node: '7654321', page: 2 }],
  ['/s?rh=n:1234567,n:!222222,p_89:Brand', { page_type: 'category', node: '222222' }],
  ['/s?i=garden&bbn=1234567&rh=n%3A1234567%2Cn%3A7654321', { page_type: 'category', node: '7654321' }],
  ['/s?i=garden&bbn=1234567', { page_type: 'category', node: '1234567' }],
  ['/gp/browse.html?node=1234567', { page_type: 'category', node: '1234567' }],
  // Best sellers
  ['/gp/bestsellers', { page_type: 'bestseller', canonical_url: 'https://www.amazon.com/gp/bestsellers' }],
  ['/gp/bestsellers/', { page_type: 'bestseller' }],
  ['/gp/bestsellers/garden', { page_type: 'bestseller' }],
  ['/gp/bestsellers/garden/1234567/ref=zg_bs_nav_garden_1', { page_type: 'bestseller', node: '1234567' }],
  ['/zgbs', { page_type: 'bestseller' }],
  ['/zgbs/garden/1234567?pg=2', { page_type: 'bestseller', node: '1234567', page: 2 }],
  ['/Best-Sellers/zgbs', { page_type: 'bestseller' }],
  ['/Best-Sellers-Garden/zgbs/garden', { page_type: 'bestseller' }],
  [
    '/Best-Sellers-Garden-Lamps/zgbs/garden/1234567/ref=zg_bs_pg_2?ie=UTF8&pg=2',
    {
      page_type: 'bestseller',
      node: '1234567',
      page: 2,
      canonical_url: 'https://www.amazon.com/gp/bestsellers/garden/1234567?pg=2',
    },
  ],
  ['/-/en/gp/bestsellers/garden', { page_type: 'bestseller' }],
  ['/gp/new-releases/garden/1234567', { page_type: 'bestseller', node: '1234567' }],
  ['/gp/movers-and-shakers', { page_type: 'bestseller' }],
  ['/gp/most-wished-for/garden', { page_type: 'bestseller' }],
  ['/gp/most-gifted/garden/1234567', { page_type: 'bestseller', node: '1234567' }],
  // Storefronts
  [`/s?me=${SELLER}`, { page_type: 'storefront', seller_id: SELLER }],
  [`/s?marketplaceID=ATVPDKIKX0DER&me=${SELLER}&page=2`, { page_type: 'storefront', seller_id: SELLER, page: 2 }],
  ['/stores/Brand/page/01234567-89AB-CDEF-0123-456789ABCDEF', { page_type: 'storefront' }],
  ['/stores/page/01234567-89AB-CDEF-0123-456789ABCDEF?ref_=x', { page_type: 'storefront' }],
  ['/stores/Brand', { page_type: 'storefront' }],
  [`/shops/${SELLER}`, { page_type: 'storefront', seller_id: SELLER }],
  [`/gp/browse.html?me=${SELLER}`, { page_type: 'storefront', seller_id: SELLER }],
  // Seller profiles
  [
    `/sp?seller=${SELLER}`,
    { page_type: 'seller', seller_id: SELLER, canonical_url: `https://www.amazon.com/sp?seller=${SELLER}` },
  ],
  [`/sp?ie=UTF8&isAmazonFulfilled=1&asin=${ASIN}&seller=${SELLER}`, { page_type: 'seller', seller_id: SELLER }],
  [`/-/en/sp?seller=${SELLER}`, { page_type: 'seller', seller_id: SELLER }],
  [`/gp/aag/main?ie=UTF8&seller=${SELLER}`, { page_type: 'seller', seller_id: SELLER }],
  [`/gp/aag/main/ref=olp_merch_name_1?seller=${SELLER}`, { page_type: 'seller', seller_id: SELLER }],
  [`/gp/help/seller/at-a-glance.html?seller=${SELLER}`, { page_type: 'seller', seller_id: SELLER }],
  // Reviews
  [`/product-reviews/${ASIN}`, reviews],
  [`/gp/aw/cr/${ASIN}`, reviews],
  [`/A-Slug/product-reviews/${ASIN}/ref=cm_cr_arp?pageNumber=4`, { ...reviews, page: 4 }],
  [`/-/de/product-reviews/${ASIN}`, reviews],
];

describe('detectPageType', () => {
  test.each(rows)('detects %s', (path, expected) => {
    expect(detectPageType(`https://www.amazon.com${path}`)).toMatchObject({ marketplace: 'us', ...expected });
  });

  test.each([
    '/',
    '/deals',
    '/gp/goldbox',
    '/hz/wishlist/ls/1BUYBOXTEST',
    '/gp/profile/amzn1.account.X',
    '/ap/signin',
    `/ap/signin?openid.return_to=x&asin=${ASIN}`,
    `/review/create-review?asin=${ASIN}`,
    `/gp/product/ajax/twisterDimensionSlotsDefault?pasin=${ASIN}`,
    '/gp/help/customer/display.html?nodeId=200534000',
    '/shop/some-creator',
    '/shops/vanityname',
    '/sp',
    '/b',
    '/b?node=lamps',
    '/gp/browse.html?node=lamps',
    '/s',
    '/d/Automotive',
  ])('returns undefined for %s', (path) => {
    expect(detectPageType(`https://www.amazon.com${path}`)).toBeUndefined();
  });

  test('returns only the facts that belong to the page type', () => {
    expect(
      detectPageType(`https://www.amazon.com/dp/${ASIN}?keywords=lamp&node=1234567&me=${SELLER}&page=2&language=de_DE`),
    ).toEqual({
      page_type: 'product',
      marketplace: 'us',
      asin: ASIN,
      canonical_url: `https://www.amazon.com/dp/${ASIN}`,
    });
  });
});

describe('the host of a URL', () => {
  test.each([
    ['www.amazon.com', 'us'],
    ['amazon.com', 'us'],
    ['smile.amazon.com', 'us'],
    ['m.amazon.co.jp', 'jp'],
    ['WWW.AMAZON.CO.UK', 'uk'],
    ['www.amazon.com.be', 'be'],
    ['www.amazon.com.au', 'au'],
    ['www.amazon.com.mx', 'mx'],
    ['www.amazon.com.br', 'br'],
    ['www.amazon.com.tr', 'tr'],
    ['www.amazon.ca', 'ca'],
    ['www.amazon.ae', 'ae'],
    ['www.amazon.sa', 'sa'],
    ['www.amazon.sg', 'sg'],
    ['www.amazon.in', 'in'],
    ['www.amazon.nl', 'nl'],
    ['www.amazon.pl', 'pl'],
    ['www.amazon.se', 'se'],
    ['www.amazon.de', 'de'],
    ['www.amazon.fr', 'fr'],
    ['www.amazon.it', 'it'],
    ['www.amazon.es', 'es'],
  ])('detects %s as %s', (host, marketplace) => {
    expect(detectPageType(`https://${host}/dp/${ASIN}`)).toMatchObject({ page_type: 'product', marketplace });
  });

  test.each([
    'notamazon.it',
    'www.notamazon.it',
    'amazon.evil.com',
    'www.amazon.com.evil.com',
    'amazon.com@evil.com',
    'www.amazon.cn',
    'amzn.to',
    'amzn.eu',
    'amzn.asia',
    'a.co',
  ])('returns undefined for %s', (host) => {
    expect(detectPageType(`https://${host}/dp/${ASIN}`)).toBeUndefined();
  });

  test('accepts http, and returns undefined for other protocols and invalid URLs', () => {
    expect(detectPageType(`http://www.amazon.de:80/dp/${ASIN}`)).toMatchObject({ marketplace: 'de' });
    expect(detectPageType(`ftp://www.amazon.de/dp/${ASIN}`)).toBeUndefined();
    expect(detectPageType(`www.amazon.de/dp/${ASIN}`)).toBeUndefined();
    expect(detectPageType('')).toBeUndefined();
  });
});

describe('links on a page', () => {
  test.each([
    ['/b?node=1234567', '1234567'],
    ['/s?rh=n%3A111111%2Cn%3A1234567', '1234567'],
    ['/Lamps/b/ref=x?ie=UTF8&node=1234567', '1234567'],
    ['/gp/bestsellers/garden/1234567/ref=zg_bs_nav_garden_1', '1234567'],
    ['/gp/new-releases/garden', undefined],
    [undefined, undefined],
  ])('returns the node of %s', (href, node) => {
    expect(nodeOfHref(href)).toBe(node);
  });

  test.each([
    [`/A-Slug/dp/${ASIN}/ref=x`, ASIN],
    [`/gp/slredirect?url=%2FA-Slug%2Fdp%2F${ASIN}%2Fref`, ASIN],
    [`/gp/product/${ASIN}?psc=1`, ASIN],
    [`/x?asin=${ASIN}`, ASIN],
    ['/dp/short', undefined],
  ])('returns the ASIN of %s', (href, asin) => {
    expect(asinOfHref(href)).toBe(asin);
  });

  test.each([
    [`/gp/aag/main?ie=UTF8&seller=${SELLER}&isAmazonFulfilled=0`, SELLER],
    [`/s?me=${SELLER}`, SELLER],
    ['/gp/help/seller/home.html', undefined],
  ])('returns the seller of %s', (href, seller) => {
    expect(sellerOfHref(href)).toBe(seller);
  });
});
