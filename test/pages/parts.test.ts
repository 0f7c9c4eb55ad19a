/** "A page of any type without the parts that make it one is a `ParseError`, never `found: true` with an empty object." */
import { describe, expect, it } from 'vitest';
import { detectPageType, ParseError, parsePage } from '../../src/entries/parse.ts';
import { markup } from '../markup.ts';

const FRAME = '<div id="nav-subnav">Kitchen</div><h1>Welcome</h1><a href="/dp/B0AAAAAAA1">Kettle</a>';
const page = (body: string) =>
  markup`
    <!doctype html>
    <html lang="en-us">
      <head><title>Amazon.com</title></head>
      <body>${FRAME}${body}${'<p>words</p>'.repeat(1_000)}</body>
    </html>
  `;

/** URLs of each type, and containers of its page without content. */
const EMPTY: readonly [url: string, ...containers: string[]][] = [
  ['/dp/B0KETTLE01', '<div id="dp"></div>', '<div id="ppd"><span id="productTitle"> </span></div>'],
  [
    '/s?k=kettle',
    '<span data-component-type="s-search-results"></span>',
    '<div data-component-type="s-search-result"></div>',
  ],
  ['/gp/product/ajax/?asin=B0KETTLE01', '<div id="aod-offer-list"></div>', '<div id="aod-pinned-offer"> </div>'],
  ['/sp?seller=A1KETTLESHOP', '<div id="seller-profile-container"></div>', '<h1 id="seller-name"> </h1>'],
  ['/b?node=284507', '', '<div id="dp"><span id="productTitle">Kettle</span></div>'],
  ['/gp/bestsellers/kitchen', '<div id="zg"></div>', '<div id="zg-right-col"><h1> </h1></div>'],
  ['/s?me=A1KETTLESHOP', '<span data-component-type="s-search-results"></span>'],
  ['/product-reviews/B0KETTLE01', '<div id="cm_cr-review_list"></div>', '<div id="reviews-container"> </div>'],
];

describe('a page without the parts of its type', () => {
  it.each(EMPTY.flatMap(([url, ...containers]) => containers.map((container) => [url, container])))(
    'throws ParseError for %s with %s',
    (path, container) => {
      const url = `https://www.amazon.com${path}`;
      expect(() => parsePage(page(String(container)), { url, status: 200 })).toThrow(ParseError);
    },
  );

  it("throws ParseError for a brand's store without a name, products and pages", () => {
    const html = '<html><body><div id="ad-landing-page-wrap"></div></body></html>';
    const url = 'https://www.amazon.com/stores/page/5A1F0C7E-0B2D-4C3A-9E8F-1D2C3B4A5F60';
    expect(() => parsePage(html, { url })).toThrow(ParseError);
  });

  it('is tested for every page type', () => {
    const types = EMPTY.map(([url]) => detectPageType(`https://www.amazon.com${url}`)?.page_type);
    expect(new Set(types).size).toBe(8);
  });
});

describe('a page with few parts', () => {
  it.each([
    ['a product page with an ASIN only', '/dp/B0KETTLE01', '<div id="dp"><input id="ASIN" value="B0KETTLE01"></div>'],
    ['a product page with a title only', '/dp/B0KETTLE01', '<div id="dp"><span id="productTitle">Kettle</span></div>'],
    ['a search without results', '/s?k=kettle', '<span data-component-type="s-search-results">No results</span>'],
    ['a panel without offers', '/gp/product/ajax/?asin=B0KETTLE01', '<input id="aod-total-offer-count" value="0">'],
    ['a seller with a name only', '/sp?seller=A1KETTLESHOP', '<h1 id="seller-name">Kettle Shop</h1>'],
    ['an empty best-seller list', '/gp/bestsellers/kitchen', '<div id="zg"><h1>Best Sellers</h1></div>'],
    ['a product without reviews', '/product-reviews/B0KETTLE01', '<div id="cm_cr-review_list">No reviews</div>'],
  ])('is found: %s', (_, path, body) => {
    expect(parsePage(page(body), { url: `https://www.amazon.com${path}`, status: 200 }).found).toBe(true);
  });
});
