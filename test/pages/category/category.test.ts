import { describe, expect, it } from 'vitest';
import { type CategoryData, ParseError, parseCategory, parsePage } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { page, price, priceRow, tile } from '../search/markup.ts';

const LISTING = 'https://www.amazon.com/s?i=garden&rh=n%3A1055398%2Cn%3A284507&page=2';
const LANDING = 'https://www.amazon.in/b?node=5311359031';

const tree = `<div id="s-refinements"><div id="departments" role="group"><div id="n-title"><span>Department</span></div><ul id="filter-n">
  <li><span class="a-list-item"><a class="s-navigation-item" href="/s?i=aps"><span class="s-back-arrow">‹</span><span>Any Department</span></a></span></li>
  <li id="n/1055398"><span class="a-list-item"><a class="s-navigation-item" href="/s?rh=n%3A1055398"><span class="s-back-arrow">‹</span><span>Home &amp; Kitchen</span></a></span></li>
  <ul><li id="n/284507"><span class="a-list-item"><span class="a-text-bold">Kitchen &amp; Dining</span></span></li>
  <ul><li id="n/289913"><span class="a-list-item"><a class="s-navigation-item" href="/s?rh=n%3A284507%2Cn%3A289913"><span>Small Appliances</span></a></span></li></ul></ul></ul></div></div>`;

function category(html: string, url: string): CategoryData {
  const parsed = parseCategory(html, { url });
  if (!parsed.found) throw new Error('a category is always found');
  return parsed.data;
}

describe('the listing of a category', () => {
  const listing = page({
    info: '25-48 of over 4,000 results',
    tiles: [tile({ price: priceRow(price('$20.00')) })],
    rest: tree,
  });

  it('returns entries and its position in the category tree', () => {
    expect(parsePage(listing, { url: LISTING }).page_type).toBe('category');
    expect(category(listing, LISTING)).toMatchObject({
      node_id: '284507',
      name: 'Kitchen & Dining',
      title: 'Kitchen & Dining',
      breadcrumbs: [
        { name: 'Home & Kitchen', node_id: '1055398' },
        { name: 'Kitchen & Dining', node_id: '284507' },
      ],
      subcategories: [{ name: 'Small Appliances', node_id: '289913', url: '/s?rh=n%3A284507%2Cn%3A289913' }],
      current_page: 2,
      total_results_count: 4000,
      results_range: { from: 25, to: 48 },
      shallow_parts: [{ asin: 'B0AAAAAAA1', price: 20, page_number: 2 }],
    });
  });

  it('is found with no entries if it is empty', () => {
    const data = category(page({ info: '', tiles: [], banner: 'No results.', rest: tree }), LISTING);
    expect(data).toMatchObject({ total_results_count: 0, shallow_parts: [] });
  });
});

describe('a category of 2017 to 2019', () => {
  const item = (content: string, name = '') => `<li class="${name}"><span class="a-list-item">${content}</span></li>`;
  const column = markup`
    <div id="leftNav">
      ${item('<a href="/s?rh=n%3A1055398"><span class="srSprite backArrow"></span><span>Home</span></a>', 's-ref-indent-neg-micro')}
      ${item('<h4 class="a-text-bold">Kitchen</h4>', 's-ref-indent-one')}
      <ul class="s-ref-indent-two">
        <div>${item('<a href="/s?rh=n%3A284507%2Cn%3A289913"><span>Small Appliances</span></a>')}</div>
      </ul>
      <h4>Brand</h4>
      <ul>${item('<a href="/s?rh=n%3A284507%2Cp_89%3ALarkmoor"><span>Larkmoor</span></a>')}</ul>
    </div>
  `;
  const listing = (rest: string) => page({ tiles: [tile({ price: priceRow(price('$20.00')) })], rest });

  it('has its tree above other filters', () => {
    expect(category(listing(column), LISTING)).toMatchObject({
      name: 'Kitchen',
      breadcrumbs: [{ name: 'Home', node_id: '1055398' }, { name: 'Kitchen' }],
      subcategories: [{ name: 'Small Appliances', node_id: '289913' }],
    });
  });

  it('never has filters as subcategories, also without indents', () => {
    const data = category(listing(column.replace(/s-ref-indent-[a-z-]+/g, '')), LISTING);
    expect(data.subcategories?.map(({ name }) => name)).toEqual(['Small Appliances']);
  });
});

describe('the landing page of a category', () => {
  const navigation = `<div id="s-refinements"><div role="group"><div id="n-title"><h1>Category</h1></div><ul aria-labelledby="n-title">
    <li><span class="a-list-item"><h2 class="a-text-bold">Luxury Tea</h2></span></li>
    <li><span class="a-list-item"><a class="a-link-normal" href="/s?bbn=5311359031&rh=n%3A5311359031%2Cn%3A1355016031"><span>Green</span></a></span></li></ul></div></div>`;
  const landing = (rest = '') =>
    markup`
      <html lang="en-in">
        <body>${navigation}${rest}<div class="a-carousel">
            <div data-asin="B0CCCCCCC1">
              <a href="/dp/B0CCCCCCC1">Carousel</a>
            </div>
          </div>
        </body>
      </html>
    `;

  it('returns its name and subcategories, and no carousel items', () => {
    const data = category(landing(), LANDING);
    expect(data).toMatchObject({
      node_id: '5311359031',
      name: 'Luxury Tea',
      subcategories: [{ name: 'Green', node_id: '1355016031' }],
      refinements: [
        { group: 'Category', name: 'Luxury Tea', selected: true },
        { group: 'Category', name: 'Green', selected: false },
      ],
    });
    for (const field of ['shallow_parts', 'current_page', 'last_page_number', 'total_results_count'])
      expect(data).not.toHaveProperty(field);
  });

  it('reads its name from the title if the title begins with the site', () => {
    const titled = (title: string) =>
      markup`
        <html lang="en-in">
          <head>
            <title>${title}</title>
          </head>
          <body>
            <div id="nav-subnav">
            </div>
            <h1>Department</h1>
          </body>
        </html>
      `;
    expect(category(titled('Amazon.in: Teapots: Kitchen'), LANDING)).toMatchObject({ name: 'Teapots' });
    expect(() => category(titled('Teapots: buy teapots online'), LANDING)).toThrow(ParseError);
  });

  it('reads products from embedded JSON', () => {
    const card = tile({ asin: 'B0AAAAAAA9', price: priceRow(price('₹315')) }).replace('data-asin="B0AAAAAAA9"', '');
    const escaped = card.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    const results = `<div class="x_apbBrowseSearchResultsRib__1"><span>1-12 of over 7,000 results for</span> <span class="a-color-state">Luxury Tea</span></div>
      <div class="x_apbSearchResultItem__2"><raw-html data-payload="${escaped}" executable="false"></raw-html></div>`;
    expect(category(landing(results), LANDING)).toMatchObject({
      total_results_count: 7000,
      results_range: { from: 1, to: 12 },
      shallow_parts: [{ asin: 'B0AAAAAAA9', title: 'Blue Kettle', price: 315, index_on_page: 1 }],
    });
  });

  it('reads the line above the products without what is next to it', () => {
    const line = markup`
      <div class="x_apbBrowseSearchResultsRib__1"><span>Add a 3-year plan</span>
        <div class="x_apbBrowseSearchResultsRibText__1"><span>1-12 of over 7,000 results</span></div></div>
    `;
    expect(category(landing(line), LANDING)).toMatchObject({ total_results_count: 7000 });
  });

  it('throws ParseError for other pages', () => {
    expect(() => parseCategory('<html><body>nothing</body></html>', { url: LANDING })).toThrow(ParseError);
  });
});
