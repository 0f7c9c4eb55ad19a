import { describe, expect, it } from 'vitest';
import { explainPage, parseSearch } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { entry, page, search, tile } from './markup.ts';

describe('the tiles of a page of results', () => {
  it('return organic entries with both positions', () => {
    const { shallow_parts, sponsored_count } = search(
      page({
        tiles: [
          tile({ asin: 'B0AAAAAAA1', classes: 'AdHolder' }),
          tile({ asin: 'B0AAAAAAA2' }),
          tile({ asin: 'B0AAAAAAA3', link: '/sspa/click?ie=UTF8&url=%2Fdp%2FB0AAAAAAA3' }),
          tile({ asin: 'B0AAAAAAA4' }),
        ],
      }),
      { query: 'k=kettle&page=3' },
    );
    expect(
      shallow_parts.map(({ asin, index_on_page, position_overall, page_number }) => [
        asin,
        index_on_page,
        position_overall,
        page_number,
      ]),
    ).toEqual([
      ['B0AAAAAAA2', 1, 2, 3],
      ['B0AAAAAAA4', 2, 4, 3],
    ]);
    expect(sponsored_count).toBe(2);
  });

  it('return advertisements only if they are named, and entries only if they are', () => {
    const html = page({
      tiles: [
        tile({ asin: 'B0AAAAAAA1', classes: 'AdHolder' }),
        tile(),
        tile({ asin: 'B0AAAAAAA3', classes: 'AdHolder' }),
      ],
    });
    const url = 'https://www.amazon.com/s?k=kettle';
    const { data } = parseSearch(html, {
      url,
      fields: ['sponsored_parts.position_overall', 'sponsored_parts.index_on_page'],
    });
    expect(data).toEqual({
      current_page: 1,
      sponsored_parts: [
        { asin: 'B0AAAAAAA1', index_on_page: 1, position_overall: 1 },
        { asin: 'B0AAAAAAA3', index_on_page: 2, position_overall: 3 },
      ],
    });
    expect(parseSearch(html, { url }).data).not.toHaveProperty('sponsored_parts');
    expect(parseSearch(page({ tiles: [tile()] }), { url, fields: ['sponsored_parts'] }).data?.sponsored_parts).toEqual(
      [],
    );
    expect(explainPage(html, { url }).missing.map(({ path }) => path)).not.toContain('sponsored_parts');
  });

  it('recognise advertisements by their markup, in every language', () => {
    const labelled = '<a class="puis-label-popover puis-sponsored-label-text"><span>Sponsorowane</span></a>';
    const older = '<div data-component-type="sp-sponsored-result"></div>';
    const link = '/Blue-Kettle/dp/B0AAAAAAA1/ref=sr_1_1_sspa?keywords=kettle';
    const { shallow_parts } = search(
      page({
        language: 'pl-pl',
        tiles: [tile({ rest: labelled }), tile({ rest: older }), tile({ link }), tile({ asin: 'B0AAAAAAA2' })],
      }),
    );
    expect(shallow_parts.map(({ asin }) => asin)).toEqual(['B0AAAAAAA2']);
  });

  it('include the organic tile of an item that is also advertised', () => {
    const { shallow_parts } = search(page({ tiles: [tile({ classes: 'AdHolder' }), tile()] }));
    expect(shallow_parts).toHaveLength(1);
    expect(shallow_parts[0]).toMatchObject({ asin: 'B0AAAAAAA1', index_on_page: 1, position_overall: 2 });
  });

  it('have title, brand line, URL and images', () => {
    const panel = '<div class="a-popover-preload"><h2>Certified by somebody</h2></div>';
    expect(entry({ title: 'Steel Kettle 1.7 L', brand: 'Bolltek', rest: panel })).toMatchObject({
      title: 'Steel Kettle 1.7 L',
      brand: 'Bolltek',
      url: 'https://www.amazon.com/dp/B0AAAAAAA1',
      image_url: 'https://images.example/B0AAAAAAA1._AC_UY218_.jpg',
      image_urls: [
        'https://images.example/B0AAAAAAA1._AC_UY654_.jpg',
        'https://images.example/B0AAAAAAA1._AC_UY436_.jpg',
        'https://images.example/B0AAAAAAA1._AC_UY218_.jpg',
      ],
    });
    expect(entry({})).not.toHaveProperty('brand');
  });

  it('have the title that a shopper sees, also if the site escaped it twice', () => {
    const titles = ['Salt &amp; Pepper Mill', 'Salt &amp;amp; Pepper Mill'];
    const { shallow_parts } = search(page({ tiles: titles.map((title) => tile({ title })) }));
    expect(shallow_parts.map(({ title }) => title)).toEqual(['Salt & Pepper Mill', 'Salt &amp; Pepper Mill']);
  });

  it('are read without marks, as in 2021', () => {
    const tileHtml = `<div class="s-result-item s-asin" data-asin="B0AAAAAAA1" data-component-type="s-search-result">
      <img class="s-image" src="https://images.example/a.jpg"><h5 class="s-line-clamp-1"><span>Bolltek</span></h5>
      <h2><a href="/Kettle/dp/B0AAAAAAA1/ref=sr_1_1"><span class="a-text-normal">Old Kettle</span></a></h2>
      <div class="a-row a-size-small"><span aria-label="4.3 out of 5 stars"><a><i class="a-icon a-icon-star-small"><span class="a-icon-alt">4.3 out of 5 stars</span></i></a></span>
        <span aria-label="1,998"><a href="/dp/B0AAAAAAA1#customerReviews">1,998</a></span></div>
      <div class="a-row a-size-base a-color-base"><a><span class="a-price"><span class="a-offscreen">$49.95</span></span>
        <span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">$56.10</span></span></a></div>
      <div class="a-row a-color-secondary s-align-children-center"><div class="a-row s-align-children-center"><i class="a-icon a-icon-prime"></i>
        <span aria-label="Get it as soon as Tomorrow, Mar 11">Get it as soon as <b>Tomorrow, Mar 11</b></span></div>
        <span aria-label="FREE Shipping by Amazon">FREE Shipping by Amazon</span></div>
      <div class="a-row a-color-secondary"><span class="a-color-secondary">More Buying Choices</span><br><span class="a-color-base">$43.96</span>
        <span data-action="s-show-all-offers-display"><a href="/gp/offer-listing/B0AAAAAAA1">(8 used &amp; new offers)</a></span></div></div>`;
    const [first] = search(page({ tiles: [tileHtml] })).shallow_parts;
    expect(first).toMatchObject({
      title: 'Old Kettle',
      brand: 'Bolltek',
      rating: 4.3,
      reviews: 1998,
      price: 49.95,
      list_price: 56.1,
      is_prime: true,
      shipping: 0,
      offers_count: 8,
      offers_from_price: 43.96,
      delivery: [{ kind: 'standard', date_min: '2026-03-11', is_free: true }],
    });
    expect(first?.delivery).toHaveLength(1);
  });

  it('do not have prices of other formats', () => {
    const row = (format: string, text: string, remark: string) =>
      markup`
        <div class="a-row">
          <a class="a-text-bold">${format}</a>
        </div>
        <div class="a-row a-color-base">
          <a>
            <span class="a-price">
              <span class="a-offscreen">${text}</span>
            </span>
          </a>
        </div>
        <div class="a-row a-color-secondary">${remark}</div>
      `;
    const book = `<div class="s-result-item" data-asin="B0AAAAAAA1" data-component-type="s-search-result"><h2><a href="/dp/B0AAAAAAA1">Tea for Two</a></h2>
      ${row('Kindle', '$0.00', 'Free with Kindle Unlimited membership')}${row(
        'Paperback',
        '$12.99',
        markup`
        <span class="a-price a-text-price" data-a-strike="true">
          <span class="a-offscreen">$15.99</span>
        </span>
      `,
      )}</div>`;
    const [first] = search(page({ tiles: [book] })).shallow_parts;
    expect(first).toMatchObject({ format: 'Kindle', is_kindle_unlimited: true, promotion: null });
    expect(first).not.toHaveProperty('price');
  });

  it('read the ASIN from the link if the tile has none', () => {
    const card = tile({ asin: 'B0AAAAAAA7' }).replace('data-asin="B0AAAAAAA7"', '');
    expect(search(page({ tiles: [card] })).shallow_parts[0]?.asin).toBe('B0AAAAAAA7');
  });
});

describe('ratings and purchases', () => {
  const block = (rating: string, label: string, count: string, line = '') =>
    `<div class="a-row a-size-small"><span aria-hidden="true">${rating}</span><a class="a-popover-trigger" aria-label="${label}, details"><i class="a-icon a-icon-star-mini a-star-mini-4-5"><span class="a-icon-alt">${label}</span></i></a>
     ${count}</div>${
       line === ''
         ? ''
         : markup`
       <div class="a-row">
         <span class="a-size-base a-color-secondary">${line}</span>
       </div>
     `
     }`;

  it('have the exact count of the accessible text', () => {
    const reviews = block(
      '4.4',
      '4.4 out of 5 stars',
      '<a aria-label="84,753 ratings"><span aria-hidden="true">(84.7K)</span></a>',
      '8K+ bought in past month',
    );
    expect(entry({ reviews })).toMatchObject({ rating: 4.4, reviews: 84753, bought_past_month: 8000 });
  });

  it.each([
    [
      'fr-fr',
      'amazon.fr',
      '4,5 sur 5 étoiles',
      '14 973 évaluations',
      'Plus de 100 achetés au cours du mois dernier',
      4.5,
      14973,
      100,
    ],
    [
      'de-de',
      'amazon.de',
      '4,7 von 5 Sternen',
      '2.125 Bewertungen',
      '1000+ Mal im letzten Monat gekauft',
      4.7,
      2125,
      1000,
    ],
    [
      'pt-br',
      'amazon.com.br',
      '4,8 de 5 estrelas',
      '8.982 classificações',
      'Mais de 2 mil compras no mês passado',
      4.8,
      8982,
      2000,
    ],
    [
      'ja-jp',
      'amazon.co.jp',
      '5つ星のうち4.3',
      '1,234個の評価',
      '過去1か月で7000点以上購入されました',
      4.3,
      1234,
      7000,
    ],
    ['es-es', 'amazon.es', '4,6 de 5 estrellas', '43 calificaciones', '50+ comprados el mes pasado', 4.6, 43, 50],
  ])('are read in %s', (language, domain, stars, count, bought, rating, reviews, bought_past_month) => {
    const markup = block('', stars, `<a aria-label="${count}"><span>(…)</span></a>`, bought);
    expect(entry({ reviews: markup }, language, { domain })).toMatchObject({ rating, reviews, bought_past_month });
  });

  it('ignore other lines', () => {
    const reviews = block('4.4', '4.4 out of 5 stars', '', 'New on Amazon in past month');
    expect(entry({ reviews })).not.toHaveProperty('bought_past_month');
    expect(entry({ reviews })).not.toHaveProperty('reviews');
    expect(entry({})).not.toHaveProperty('rating');
  });
});
