/** "Another ASIN on a product page is a gap `identity`; another seller, keyword, node, or another product's offers is `WRONG_PAGE`." */
import { describe, expect, it } from 'vitest';
import { type PageContext, parsePage, parseSeller, UnavailableError } from '../../src/entries/parse.ts';
import { textOf } from '../fixtures/fixture.ts';
import { markup } from '../markup.ts';
import { offer } from './offers/page.ts';
import { cart, html as product } from './product/page.ts';
import { page as results, tile } from './search/markup.ts';

const SITE = 'https://www.amazon.com';

/** Returns whether the page is wrong, its corrected keyword, and the details of its identity gaps. */
function outcome(html: string, path: string, context: Partial<PageContext> = {}) {
  try {
    const page = parsePage(html, { url: `${SITE}${path}`, ...context });
    const { keyword_corrected: corrected } = (page.data ?? {}) as { keyword_corrected?: string };
    const gaps = page.gaps.filter(({ kind }) => kind === 'identity').map(({ detail }) => detail);
    return { found: page.found, gaps, ...(corrected === undefined ? {} : { corrected }) };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const { code, status, retryable, message } = error;
    return { code, status, retryable, message };
  }
}

const accepted = { found: true, gaps: [] };
const differs = (stated: string, asked: string) => ({
  found: true,
  gaps: [`the page is for "${stated}", not for "${asked}"`],
});
const wrong = (name: string, stated: string, asked: string) => ({
  code: 'WRONG_PAGE',
  status: 503,
  retryable: true,
  message: expect.stringContaining(`returned a page for the ${name} "${stated}" instead of "${asked}"`),
});

describe('a product page', () => {
  it('with another ASIN is found, with both ids in a gap', () => {
    expect(outcome(product({ box: cart() }), '/dp/B0KETTLE01')).toEqual(accepted);
    expect(outcome(product({ box: cart() }), '/dp/B0PARENT01')).toEqual(differs('B0KETTLE01', 'B0PARENT01'));
  });

  it('without an ASIN of its own is accepted, also after a redirect to the same ASIN', () => {
    expect(outcome(product({}), '/dp/B0KETTLE01')).toEqual(accepted);
    expect(outcome(product({}), '/gp/product/B0KETTLE01', { requestedUrl: `${SITE}/dp/B0KETTLE01` })).toEqual(accepted);
  });

  it('after a redirect to another ASIN has a gap with the ASIN of the new URL', () => {
    const requestedUrl = `${SITE}/dp/B0OLDONE01`;
    expect(outcome(product({}), '/dp/B0KETTLE01', { requestedUrl })).toEqual(differs('B0KETTLE01', 'B0OLDONE01'));
  });
});

describe('a search page', () => {
  const search = (keyword: string, query: string, banner?: string) =>
    outcome(results({ keyword, ...(banner === undefined ? {} : { banner }) }), `/s?k=${query}`);

  it('for another keyword is wrong', () => {
    expect(search('kettle', 'lamp')).toEqual(wrong('keyword', 'kettle', 'lamp'));
    expect(search('iphone 14', 'iphone+13')).toEqual(wrong('keyword', 'iphone 14', 'iphone 13'));
  });

  it.each([
    ['Tea Kettle', 'tea+kettle'],
    ['tea  kettle', 'tea%20kettle'],
    ['tea+kettle', 'tea+kettle'],
    ['teakettle', 'tea+kettle'],
    ['cafetiere', 'cafeti%C3%A8re'],
    ['ｋｅｔｔｌｅ', 'kettle'],
    ['monitor 27&quot;', 'monitor+27%22'],
    ['南部 鉄瓶', '%E5%8D%97%E9%83%A8%E3%80%80%E9%89%84%E7%93%B6'],
  ])('for "%s" is the page of the query %s', (keyword, query) => expect(search(keyword, query)).toEqual(accepted));

  it('for a keyword with more or fewer words is found, with a gap', () => {
    expect(search('steel kettle', 'kettle')).toEqual(differs('steel kettle', 'kettle'));
    expect(search('kettle', 'kettle+steel')).toEqual(differs('kettle', 'kettle steel'));
  });

  it('that says that it corrected the keyword is found, in any language', () => {
    const links = '<a href="/s?k=kettle">kettle</a> <span>Nach</span> <a href="/s?k=ketle&nfpr=1">ketle</a>';
    expect(search('kettle', 'ketle', links)).toEqual({ ...accepted, corrected: 'kettle' });
    const text =
      '<span>「ketle」の検索結果がないため、<a href="/s?k=kettle">kettle</a>の検索結果を表示しています</span>';
    expect(search('kettle', 'ketle', text)).toEqual({ ...accepted, corrected: 'kettle' });
  });

  it('that links to the requested keyword in another form is found, with a gap; a related search is another keyword', () => {
    const link = '<a href="/s?k=lamp&nfpr=1">lamp</a>';
    expect(outcome(results({ rest: `<div>${link}</div>` }), '/s?k=lamp')).toEqual(differs('kettle', 'lamp'));
    const related = `<div data-component-type="text-reformulation-widget">${link}</div>`;
    expect(outcome(results({ rest: related }), '/s?k=lamp')).toEqual(wrong('keyword', 'kettle', 'lamp'));
  });

  it('that corrected another keyword is wrong', () => {
    const banner = '<a href="/s?k=kettle">kettle</a> <span>instead of</span> <a href="/s?k=ketle&nfpr=1">ketle</a>';
    expect(search('kettle', 'lamp', banner)).toEqual(wrong('keyword', 'kettle', 'lamp'));
  });

  it('with the requested keyword in its search box only, or without a keyword, is accepted', () => {
    const box = '<input id="twotabsearchtextbox" value="lamp">';
    expect(outcome(results({ keyword: 'Lighting', rest: box }), '/s?k=lamp')).toEqual(accepted);
    expect(outcome(results({ info: '' }), '/s?k=lamp')).toEqual(accepted);
  });
});

describe('a page of offers', () => {
  const panel = (asin: string, rest = '') => markup`
    <div id="aod-offer-list">
      <input type="hidden" value="1" id="aod-total-offer-count" />
      <div id="aod-offer">
        ${offer(1).replaceAll('B0TESTCASE', asin)}<input name="items[0.base][asin]" value="${asin}" />
      </div>
    </div>${rest}
  `;
  const path = '/gp/product/ajax/?asin=B0KETTLE01';

  it('of another product is wrong', () => {
    expect(outcome(panel('B0KETTLE01'), path)).toEqual(accepted);
    expect(outcome(panel('B0LAMPION1'), path)).toEqual(wrong('ASIN', 'B0LAMPION1', 'B0KETTLE01'));
  });

  it('of a variation of the same parent is found, with a gap', () => {
    const variations = '<script>{"parentAsin":"B0PARENT01","variations":["B0KETTLE01","B0KETTLE02"]}</script>';
    expect(outcome(panel('B0KETTLE02', variations), path)).toEqual(differs('B0KETTLE02', 'B0KETTLE01'));
    const parent = '/gp/product/ajax/?asin=B0PARENT01';
    expect(outcome(panel('B0KETTLE02', variations), parent)).toEqual(differs('B0KETTLE02', 'B0PARENT01'));
  });

  it('without offers is accepted', () => {
    expect(outcome('<input type="hidden" value="0" id="aod-total-offer-count">', path)).toEqual(accepted);
  });
});

describe('a seller page', () => {
  it('of another seller is wrong', () => {
    const html = textOf('seller/us-larkmoor.html');
    expect(outcome(html, '/sp?seller=A1LARKMOOR0US')).toEqual(accepted);
    expect(outcome(html, '/sp?seller=A5BRIGHTSIDE0')).toEqual(wrong('seller', 'A1LARKMOOR0US', 'A5BRIGHTSIDE0'));
  });

  it('without an id is accepted, but not after a redirect to another seller', () => {
    const html = '<html><body><h1 id="seller-name">Kettle Shop</h1></body></html>';
    expect(outcome(html, '/sp?seller=A1LARKMOOR0US')).toEqual(accepted);
    expect(outcome(html, '/sp?seller=A1LARKMOOR0US', { requestedUrl: `${SITE}/sp?seller=A5BRIGHTSIDE0` })).toEqual(
      wrong('seller', 'A1LARKMOOR0US', 'A5BRIGHTSIDE0'),
    );
  });

  it('read with parseSeller is compared only with a given request', () => {
    const html = textOf('seller/us-larkmoor.html');
    const url = `${SITE}/sp?seller=A5BRIGHTSIDE0`;
    expect(parseSeller(html, { url }).found).toBe(true);
    expect(() => parseSeller(html, { url, requestedUrl: url })).toThrow(UnavailableError);
  });
});

describe('the product list of a seller', () => {
  it('of another seller is wrong', () => {
    const box = '<select id="searchDropdownBox"><option selected value="me=A1KETTLESHOP">Kettle Shop</option></select>';
    const html = results({ tiles: [tile()], rest: box });
    expect(outcome(html, '/s?me=A1KETTLESHOP')).toEqual(accepted);
    expect(outcome(html, '/s?me=A2LAMPSHOP00')).toEqual(wrong('seller', 'A1KETTLESHOP', 'A2LAMPSHOP00'));
  });
});

describe('a category page', () => {
  const tree = `<div id="departments"><ul><li id="n/1055398"><a href="/s?rh=n%3A1055398"><span class="s-back-arrow">‹</span><span>Home</span></a></li>
    <li id="n/284507"><span class="a-text-bold">Kitchen</span></li><li id="n/289913"><a href="/s?rh=n%3A289913"><span>Small Appliances</span></a></li></ul></div>`;
  const listing = (rest = '') => results({ info: '1-16 of over 4,000 results', rest: `${tree}${rest}` });

  it('of another node is wrong, also if its tree links to the requested one', () => {
    expect(outcome(listing(), '/b?node=284507')).toEqual(accepted);
    expect(outcome(listing(), '/b?node=7777777')).toEqual(wrong('browse node', '284507', '7777777'));
    expect(outcome(listing(), '/b?node=289913')).toEqual(wrong('browse node', '284507', '289913'));
    expect(outcome(listing(), '/b?node=1055398')).toEqual(wrong('browse node', '284507', '1055398'));
  });

  it('whose own links name the requested node is found, with a gap', () => {
    const next = '<a href="/s?rh=n%3A7777777&page=2">Next</a>';
    expect(outcome(listing(next), '/b?node=7777777')).toEqual(differs('284507', '7777777'));
  });

  it('that does not name its node is accepted', () => {
    expect(outcome(results({ info: '1-16 of over 4,000 results' }), '/b?node=7777777')).toEqual(accepted);
  });
});

describe('other pages', () => {
  it('are compared by the node of a best-seller list and the product of reviews', () => {
    const list = (node: string) =>
      `<html><head><link rel="canonical" href="${SITE}/Best-Sellers/zgbs/kitchen/${node}"></head><body><div id="zg"><h1>Kettles</h1></div></body></html>`;
    expect(outcome(list('289816'), '/gp/bestsellers/kitchen/289816')).toEqual(accepted);
    expect(outcome(list('289816'), '/gp/bestsellers/kitchen/289999')).toEqual(wrong('browse node', '289816', '289999'));
    const reviews = `<div id="cm_cr-product_info"><a data-hook="product-link" href="/Kettle/dp/B0KETTLE02">Kettle</a></div>`;
    expect(outcome(reviews, '/product-reviews/B0KETTLE01')).toEqual(differs('B0KETTLE02', 'B0KETTLE01'));
  });
});
