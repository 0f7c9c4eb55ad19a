import { describe, expect, it } from 'vitest';
import { ParseError, parseSearch } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { page, search, tile } from './markup.ts';

const numbers = (...texts: string[]) =>
  `<div class="s-pagination-container"><span class="s-pagination-strip">${texts.join('')}</span></div>`;
const item = (text: string, state = '') => `<span class="s-pagination-item ${state}">${text}</span>`;

describe('a page of results', () => {
  it.each([
    ['1-16 of over 3,000 results for', 'en-us', 'amazon.com', 3000, 1, 16],
    ['49-96 of 833 results for', 'en-gb', 'amazon.co.uk', 833, 49, 96],
    ['1-48 di oltre 10.000 risultati per', 'it-it', 'amazon.it', 10000, 1, 48],
    ['1-48 sur plus de 100\u00a0000 résultats pour', 'fr-fr', 'amazon.fr', 100000, 1, 48],
    ['1-16 von 833 Ergebnissen oder Vorschlägen für', 'de-de', 'amazon.de', 833, 1, 16],
    ['検索結果 6,000 以上 のうち 25-48件', 'ja-jp', 'amazon.co.jp', 6000, 25, 48],
    ['1-16件 検索結果 3,000以上', 'ja-jp', 'amazon.co.jp', 3000, 1, 16],
    ['10.000 üzeri sonuç arasından 1-48 arası gösteriliyor', 'tr-tr', 'amazon.com.tr', 10000, 1, 48],
    ['1-48 من أكثر من ١٠٬٠٠٠ نتيجة عن', 'ar-ae', 'amazon.sa', 10000, 1, 48],
    ['1-48 z ponad 10\u00a0000 wyników dla', 'pl-pl', 'amazon.pl', 10000, 1, 48],
    ['1 a 16 de 148 resultados para', 'es-us', 'amazon.com', 148, 1, 16],
    ['1 a 48 de mais de 10.000 resultados para', 'pt-br', 'amazon.com.br', 10000, 1, 48],
    ['17 bis 32 von 148 Ergebnissen für', 'de-us', 'amazon.com', 148, 17, 32],
    ['1-48 van meer dan 10.000 resultaten voor', 'nl-nl', 'amazon.nl', 10000, 1, 48],
    ['1-48 av över 10\u00a0000 resultat för', 'sv-se', 'amazon.se', 10000, 1, 48],
    ['超过 100,000 条结果中的 1-16 条', 'zh-cn', 'amazon.com', 100000, 1, 16],
    ['148개 결과 중 1-16', 'ko-kr', 'amazon.com', 148, 1, 16],
    ['145-148 of 148 results for', 'en-us', 'amazon.com', 148, 145, 148],
  ])('reads the counts of "%s"', (info, language, domain, total, from, to) => {
    const data = search(page({ language, info, keyword: 'iphone 12' }), { domain });
    expect(data).toMatchObject({ total_results_count: total, results_range: { from, to }, title: 'iphone 12' });
  });

  it.each([
    ['One result for', 'en-us'],
    ['1 result for', 'en-us'],
    ['Ein Ergebnis für', 'de-de'],
    ['Un résultat pour', 'fr-fr'],
    ['Un risultato per', 'it-it'],
    ['Un resultado para', 'es-es'],
    ['Um resultado para', 'pt-br'],
    ['Bir sonuç gösteriliyor', 'tr-tr'],
    ['نتيجة واحدة عن', 'ar-ae'],
    ['Eén resultaat voor', 'nl-nl'],
    ['Jeden wynik dla', 'pl-pl'],
    ['Ett resultat för', 'sv-se'],
  ])('reads "%s" as one result', (info, language) => {
    expect(search(page({ language, info, keyword: 'iphone 12' }))).toMatchObject({
      total_results_count: 1,
      results_range: { from: 1, to: 1 },
    });
  });

  it('has no count from a line that is not understood, and such a list is not empty', () => {
    const data = search(page({ info: '24 of 148 results for' }));
    expect(data).not.toHaveProperty('total_results_count');
    expect(data).not.toHaveProperty('results_range');
    expect(search(page({ info: 'Showing 17-32 for' }))).toMatchObject({ results_range: { from: 17, to: 32 } });
    const lost = page({ info: '24 of 148 results for', tiles: ['<div>Blue Kettle</div>'] });
    expect(() => parseSearch(lost, { url: 'https://www.amazon.com/s?k=kettle' })).toThrow(ParseError);
  });

  it('does not count with the numbers of the keyword', () => {
    const info = '16 results for <b class="a-color-state">"iphone 13"</b>';
    expect(search(page({ info })).total_results_count).toBe(16);
  });

  it('removes one pair of quotes from the keyword', () => {
    expect(search(page({ keyword: 'monitor 27"' })).title).toBe('monitor 27"');
  });

  it('reads the count of a list with one page', () => {
    expect(search(page({ info: '2 results for', tiles: [tile(), tile()] }))).toMatchObject({
      total_results_count: 2,
      results_range: { from: 1, to: 2 },
      current_page: 1,
      last_page_number: 1,
    });
  });

  it('has no last page number without pagination', () => {
    expect(search(page({ info: '1-16 of 833 results for' }))).not.toHaveProperty('last_page_number');
  });

  it('reads the last page number of the pagination, also without a link', () => {
    const strip = numbers(
      item('Previous'),
      item('1'),
      item('2', 's-pagination-selected'),
      item('3'),
      item('...'),
      item('20', 's-pagination-disabled'),
      item('Next'),
    );
    expect(search(page({ pagination: strip }), { query: 'k=kettle&page=2' })).toMatchObject({
      current_page: 2,
      last_page_number: 20,
    });
    const older = markup`
        <ul class="a-pagination">
          <li class="a-disabled">← Previous</li>
          <li class="a-selected">
            <a>1</a>
          </li>
          <li>
            <a>2</a>
          </li>
          <li class="a-disabled">7</li>
          <li class="a-last">
            <a>Next</a>
          </li>
        </ul>
      `;
    expect(search(page({ pagination: older }))).toMatchObject({ current_page: 1, last_page_number: 7 });
  });

  it('is found and empty if nothing matches, despite recommendations', () => {
    const banner = '<span>No results for </span><span>qwxzy</span>';
    const carousel = markup`
        <div data-asin="" class="s-result-item s-widget">
          <div class="celwidget">
            <div data-asin="B0CCCCCCC1">
              <a href="/dp/B0CCCCCCC1">Carousel</a>
            </div>
          </div>
        </div>
      `;
    expect(search(page({ info: '', tiles: [carousel], banner }), { query: 'k=qwxzy' })).toMatchObject({
      title: 'qwxzy',
      current_page: 1,
      last_page_number: 1,
      total_results_count: 0,
      sponsored_count: 0,
      shallow_parts: [],
    });
  });

  it('is an ordinary page if only one department has no results', () => {
    const data = search(
      page({ banner: '<span>No results for kettle in Books. Showing results from All Departments.</span>' }),
    );
    expect(data).toMatchObject({ total_results_count: 3000 });
    expect(data.shallow_parts).toHaveLength(1);
  });

  it('throws ParseError for a page that counts results and shows none', () => {
    const url = 'https://www.amazon.com/s?k=kettle';
    expect(() => parseSearch(page({ tiles: [] }), { url })).toThrow(ParseError);
    expect(() => parseSearch(page({ info: '', tiles: [] }), { url })).toThrow(ParseError);
    expect(() => parseSearch('<html><body>something else</body></html>', { url })).toThrow(/s-search-results/);
  });

  it('returns the corrected keyword', () => {
    const banner =
      '<span>Showing results for</span> <a class="a-text-bold" href="/s?k=kettle&ref=x">kettle</a> <span>Search instead for</span> <a href="/s?k=ketle&nfpr=1">ketle</a>';
    expect(search(page({ banner }), { query: 'k=ketle' })).toMatchObject({
      title: 'ketle',
      keyword_corrected: 'kettle',
    });
    const elsewhere = '<b>No results for kettle in Books.</b> <a href="/s?k=kettle&i=aps">All Departments</a>';
    expect(search(page({ banner: elsewhere }))).not.toHaveProperty('keyword_corrected');
    expect(search(page())).not.toHaveProperty('keyword_corrected');
  });

  it('does not read a link within the page as a search', () => {
    const banner = '<a href="#">Learn more</a> <a href="/s?k=kettle+set">Shop sets</a>';
    expect(search(page({ banner }))).not.toHaveProperty('keyword_corrected');
  });

  it('reads the related searches of 2021', () => {
    const cards = markup`
        <div data-asin="" class="s-result-item s-widget">
          <div class="sg-col-inner">
            <span class="celwidget template=VISUAL_NAVIGATION widget=bottom-slot_rsps-related-searches">
              <a href="/s/?k=tea+kettle&ref=sugsr_1">
                <img alt="tea kettle">
              </a>
              <a href="/s/?k=stove">
                <img alt="stove">
              </a>
              <a href="#">More</a>
            </span>
          </div>
        </div>
      `;
    expect(search(page({ tiles: [tile(), cards] })).related_searches).toEqual(['tea kettle', 'stove']);
  });

  it('reads department, filters and related searches', () => {
    const rest = `<select id="searchDropdownBox"><option value="search-alias=aps">All</option><option selected="selected" value="search-alias=garden">Home &amp; Kitchen</option></select>
      <div id="s-refinements"><div role="group"><div id="p_123-title" role="heading"><span>Brands</span></div><ul id="filter-p_123">
        <li id="p_123/1"><span class="a-list-item"><a class="s-navigation-item" aria-current="true" href="/s?rh=p_123%3A1"><span class="a-color-base">Bolltek</span></a></span></li>
        <li id="p_123/2"><span class="a-list-item"><a class="s-navigation-item" aria-current="false" href="/s?rh=p_123%3A2"><span class="a-color-base">Rasko</span></a></span></li></ul></div>
        <div role="group"><div id="p_72-title"><span>Customer Reviews</span></div><ul><li><a class="s-navigation-item" href="/s?rh=p_72"><i class="a-icon a-icon-star"><span class="a-icon-alt">4 Stars</span></i><span class="a-color-base">&amp; Up</span></a></li>
          <li><a class="s-navigation-item" href="/s?rh=p_73"><i class="a-icon a-icon-star"><span class="a-icon-alt">3 Stars and Up</span></i><span class="a-color-base">&amp; Up</span></a></li></ul></div></div>
      <span data-component-type="text-reformulation-widget"><a href="/s?k=teapot">teapot</a><a href="/s?k=tea">tea</a></span>`;
    expect(search(page({ rest }))).toMatchObject({
      department: 'Home & Kitchen',
      related_searches: ['teapot', 'tea'],
      refinements: [
        { group: 'Brands', name: 'Bolltek', selected: true },
        { group: 'Brands', name: 'Rasko', url: '/s?rh=p_123%3A2', selected: false },
        { group: 'Customer Reviews', name: '4 Stars & Up', selected: false },
        { group: 'Customer Reviews', name: '3 Stars and Up', selected: false },
      ],
    });
  });
});
