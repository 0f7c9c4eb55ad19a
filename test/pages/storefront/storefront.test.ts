import { describe, expect, it } from 'vitest';
import { ParseError, parsePage, parseStorefront, type StorefrontData } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { page, price, priceRow, tile } from '../search/markup.ts';

const SELLER = 'https://www.amazon.de/s?me=A1BCDEFGHIJKLM&marketplaceID=A1PA6795UKMFR9&page=2';
const STORE = 'https://www.amazon.com/stores/Bolltek/page/0A1B2C3D-1111-2222-3333-444455556666?ref_=ast_bln';

function storefront(html: string, url: string): StorefrontData {
  const parsed = parseStorefront(html, { url });
  if (!parsed.found) throw new Error('a storefront is always found');
  return parsed.data;
}

describe("a seller's list of products", () => {
  const box = markup`
      <select id="searchDropdownBox">
        <option value="search-alias=aps">Alle</option>
        <option selected="selected" value="me=A1BCDEFGHIJKLM">Teehaus Nord</option>
      </select>
    `;

  it('returns entries of one seller', () => {
    const html = page({
      language: 'de-de',
      info: '25-48 von 48 Ergebnissen',
      tiles: [tile({ classes: 'AdHolder' }), tile({ asin: 'B0AAAAAAA2', price: priceRow(price('9,99 €')) })],
      rest: box,
    });
    expect(parsePage(html, { url: SELLER }).page_type).toBe('storefront');
    expect(storefront(html, SELLER)).toMatchObject({
      kind: 'seller',
      seller_id: 'A1BCDEFGHIJKLM',
      name: 'Teehaus Nord',
      current_page: 2,
      last_page_number: 2,
      total_results_count: 48,
      shallow_parts: [{ asin: 'B0AAAAAAA2', price: 9.99, index_on_page: 1, position_overall: 2, page_number: 2 }],
    });
  });

  it('reads the name from the seller filter', () => {
    const filter = markup`
        <div id="s-refinements">
          <ul>
            <li id="p_6/A1BCDEFGHIJKLM">
              <a href="/s?me=A1BCDEFGHIJKLM">
                <span>Teehaus Nord</span>
              </a>
            </li>
          </ul>
        </div>
      `;
    expect(storefront(page({ rest: filter }), SELLER)).toMatchObject({ name: 'Teehaus Nord' });
    expect(storefront(page(), SELLER)).not.toHaveProperty('name');
  });

  it('is found with no entries if it is empty', () => {
    expect(storefront(page({ info: '', tiles: [], banner: 'Keine Ergebnisse.' }), SELLER)).toMatchObject({
      kind: 'seller',
      total_results_count: 0,
      shallow_parts: [],
    });
  });
});

describe("a brand's store", () => {
  const store = `<html lang="en-us"><head><title>Amazon.com: Bolltek</title></head><body>
    <div id="navbar"><nav><a href="/gp/bestsellers">Best Sellers</a></nav></div>
    <div id="ad-landing-page-wrap"><nav class="Navigation__nav"><ul><li><a href="/stores/page/0A1B2C3D-1111-2222-3333-444455556666"><span>Home</span></a></li>
      <li><a href="/stores/page/99999999-1111-2222-3333-444455556666"><span>Kettles</span></a></li></ul></nav>
      <h2>New this week</h2><ul><li data-csa-c-item-id="amzn1.asin.B0AAAAAAA1:amzn1.deal.x"><a href="/dp/B0AAAAAAA1"><h3>Blue Kettle</h3></a></li><li data-csa-c-item-id="amzn1.asin.1.B0AAAAAAA2"></li></ul>
      <h2>About us</h2><p>Since 1950.</p>
      <h2>Teapots</h2><div data-asin="B0AAAAAAA3"></div><a href="/Teapot/dp/1234567890?ref=x">Teapot book</a></div>
    <script>var config = {"content":{"ASINList":["B0AAAAAAA1","B0AAAAAAA7","B0AAAAAAA8"]}};</script></body></html>`;

  it('returns sections, pages and name', () => {
    expect(storefront(store, STORE)).toEqual({
      kind: 'brand',
      store_id: '0A1B2C3D-1111-2222-3333-444455556666',
      name: 'Bolltek',
      sections: [
        { title: 'New this week', asins: ['B0AAAAAAA1', 'B0AAAAAAA2'] },
        { title: 'Teapots', asins: ['B0AAAAAAA3', '1234567890'] },
        { asins: ['B0AAAAAAA7', 'B0AAAAAAA8'] },
      ],
      navigation: [
        { name: 'Home', url: '/stores/page/0A1B2C3D-1111-2222-3333-444455556666' },
        { name: 'Kettles', url: '/stores/page/99999999-1111-2222-3333-444455556666' },
      ],
    });
  });

  it('has the name in its URL as its id, also one that is not encoded correctly', () => {
    expect(storefront(store, 'https://www.amazon.com/stores/Bolltek%20Home')).toMatchObject({
      store_id: 'Bolltek Home',
    });
    expect(storefront(store, 'https://www.amazon.com/stores/%ff')).toMatchObject({ store_id: '%ff' });
  });

  it('ignores links in the header and the footer', () => {
    const framed = store
      .replace('<nav><a', '<nav><a href="/stores/page/ABCDABCD-1111-2222-3333-444455556666">Another store</a><a')
      .replace('</body>', '<div id="navFooter"><a href="/Card/dp/B0CARD0001">A card</a></div></body>');
    expect(storefront(framed, STORE)).toEqual(storefront(store, STORE));
  });

  it('is read from scripts if they render it', () => {
    const drawn = `<html lang="en-us"><head><title>Amazon.com: Bolltek</title></head><body>
      <script>var config = {"content":{"nav":{"1":{"title":"Home","href":"/stores/Bolltek/page/1"},"2":{"title":"Cups","href":"/stores/page/2"},"3":{"title":""}}}};</script>
      <script>var config = {"tiles":[{"content":{"asin":"B0AAAAAAA5"}},{"content":{"asin":"B0AAAAAAA6"}}]};</script></body></html>`;
    expect(storefront(drawn, STORE)).toMatchObject({
      sections: [{ asins: ['B0AAAAAAA5', 'B0AAAAAAA6'] }],
      navigation: [
        { name: 'Home', url: '/stores/Bolltek/page/1' },
        { name: 'Cups', url: '/stores/page/2' },
      ],
    });
  });

  it('is identified by its name if the URL has no id', () => {
    expect(storefront(store, 'https://www.amazon.com/stores/Bolltek')).toMatchObject({ store_id: 'Bolltek' });
  });

  it('throws ParseError for other pages', () => {
    expect(() => parseStorefront('<html><body><p>nothing</p></body></html>', { url: STORE })).toThrow(ParseError);
  });
});
