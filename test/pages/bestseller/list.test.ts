import { describe, expect, it, test } from 'vitest';
import { type BestsellerData, ParseError, parseBestseller, parsePage } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';

interface CardOptions {
  asin?: string;
  rank?: number;
  title?: string;
  price?: string;
  stars?: string;
  reviews?: string;
}

const asinOf = (rank: number) => `B0TEST${String(rank).padStart(4, '0')}`;
const sum = (price: string) => `<span class="_cDEzb_p13n-sc-price_3mJ9Z">${price}</span>`;

function card({
  rank = 1,
  asin = asinOf(rank),
  title = 'Desk Lamp',
  price = sum('$24.99'),
  stars = '4.4 out of 5 stars',
  reviews = '15,145',
}: CardOptions): string {
  const link = `/Desk-Lamp/dp/${asin}/ref=zg_bs_g_garden_d_sccl_${rank}/000-0000000-0000000?psc=1`;
  return `<div id="gridItemRoot"><div class="zg-bdg-ctr"><span class="zg-bdg-text">#${rank}</span></div><div id="${asin}" class="p13n-sc-uncoverable-faceout">
    <a class="a-link-normal" href="${link}"><img alt="A lamp on a desk" src="https://img.example/${asin}.jpg"></a>
    <a class="a-link-normal" href="${link}"><div class="_cDEzb_p13n-sc-css-line-clamp-3_g3dy1">${title}</div></a>
    <div class="a-row a-size-small"><div class="_cDEzb_p13n-sc-css-line-clamp-1_x">A. Maker</div></div>
    <div class="a-icon-row"><a href="/product-reviews/${asin}"><i class="a-icon"><span class="a-icon-alt">${stars}</span></i><span class="a-size-small">${reviews}</span></a></div>
    <div class="_cDEzb_p13n-sc-price-animation-wrapper_3PzN2"><a class="a-link-normal" href="${link}">${price}</a></div></div></div>`;
}

it('reads no price that is paid each month', () => {
  const url = 'https://www.amazon.com/gp/bestsellers/garden';
  const list = (price: string) => `<div id="zg-right-col"><h1>Garden</h1>${card({ price })}</div>`;
  const read = (price: string) => parseBestseller(list(price), { url }).data?.entries[0];
  expect(read(sum('$24.99'))).toMatchObject({ price: 24.99 });
  expect(read(`${sum('$24.99')} per month`)).not.toHaveProperty('price');
});

const recs = (...ranks: number[]) =>
  JSON.stringify(
    ranks.map((rank) => ({ id: asinOf(rank), metadataMap: { 'render.zg.rank': String(rank) } })),
  ).replaceAll('"', '&quot;');
const pagination = markup`
    <ul class="a-pagination">
      <li class="a-disabled">← Previous page</li>
      <li class="a-selected">
        <a>1</a>
      </li>
      <li>
        <a>2</a>
      </li>
      <li class="a-last">
        <a>Next page →</a>
      </li>
    </ul>
  `;
const tree = `<div id="zg-left-col"><ul class="_p13n_style_zg-browse-root__x"><li class="_p13n_style_zg-root-browse-item__x"><a href="/Best-Sellers/zgbs/ref=zg_bs_unv">Any Department</a></li>
  <ul class="_p13n_style_zg-browse-group__x"><li class="_p13n_style_zg-browse-item__x"><span class="_p13n_style_zg-selected__x">Garden</span></li>
  <ul class="_p13n_style_zg-browse-group__x"><li class="_p13n_style_zg-browse-item__x"><a href="/Best-Sellers-Garden-Lamps/zgbs/garden/1234567/ref=zg_bs_nav_garden_1">Lamps</a></li>
  <li class="_p13n_style_zg-browse-item__x"><a href="/Best-Sellers-Garden-Tools/zgbs/garden/7654321/ref=zg_bs_nav_garden_1">Tools</a></li></ul></ul></ul></div>`;
const page = (
  cards: string,
  list = '[]',
  rest = pagination,
) => `<html><body><div id="zg"><div id="zg-header"><h1><span id="zg_banner_text">Amazon Best Sellers</span></h1></div>
  ${tree}<div id="zg-right-col"><div class="_cDEzb_card-title_2sYgw"><h1>Best Sellers in Garden</h1></div>
  <div class="p13n-desktop-grid" data-reftag="zg_bs_g_garden" data-client-recs-list="${list}">${cards}</div>${rest}</div></div></body></html>`;

function read(html: string, path = '/Best-Sellers-Garden/zgbs/garden', suffix = 'com'): BestsellerData {
  const { data } = parseBestseller(html, { url: `https://www.amazon.${suffix}${path}` });
  if (data === null) throw new Error('not found');
  return data;
}

describe('a best-seller list', () => {
  test('has entries', () => {
    expect(read(page(card({})))).toEqual({
      title: 'Best Sellers in Garden',
      list_type: 'best_sellers',
      current_page: 1,
      last_page_number: 2,
      entries: [
        {
          rank: 1,
          asin: 'B0TEST0001',
          title: 'Desk Lamp',
          price: 24.99,
          currency: 'USD',
          rating: 4.4,
          reviews: 15145,
          image_url: 'https://img.example/B0TEST0001.jpg',
          url: 'https://www.amazon.com/Desk-Lamp/dp/B0TEST0001/ref=zg_bs_g_garden_d_sccl_1/000-0000000-0000000?psc=1',
        },
      ],
      subcategories: [
        {
          node_id: '1234567',
          name: 'Lamps',
          url: '/Best-Sellers-Garden-Lamps/zgbs/garden/1234567/ref=zg_bs_nav_garden_1',
        },
        {
          node_id: '7654321',
          name: 'Tools',
          url: '/Best-Sellers-Garden-Tools/zgbs/garden/7654321/ref=zg_bs_nav_garden_1',
        },
      ],
    });
  });

  test('has rank and ASIN of entries without a card, and reports a gap', () => {
    const html = page(card({ rank: 1 }) + card({ rank: 2 }), recs(1, 2, 3, 4));
    const { data, gaps } = parseBestseller(html, { url: 'https://www.amazon.com/zgbs/garden' });
    expect(data?.entries.slice(1)).toMatchObject([{ rank: 2, title: 'Desk Lamp' }, { rank: 3 }, { rank: 4 }]);
    expect(data?.entries[3]).toEqual({ rank: 4, asin: 'B0TEST0004' });
    expect(gaps).toMatchObject([{ landmark: 'data-client-recs-list', kind: 'partial' }]);
  });

  test('numbers a card without a badge by its position', () => {
    const html = page(card({ asin: asinOf(51) }).replace('#1<', '<'), recs(51));
    expect(read(html, '/zgbs/garden?pg=2')).toMatchObject({
      current_page: 2,
      entries: [{ rank: 51, asin: 'B0TEST0051' }],
    });
  });

  test.each([
    ['/zgbs/garden', 'best_sellers'],
    ['/gp/bestsellers/garden', 'best_sellers'],
    ['/-/en/gp/new-releases/garden', 'new_releases'],
    ['/gp/movers-and-shakers/garden', 'movers_and_shakers'],
    ['/gp/most-wished-for/garden/1234567', 'most_wished_for'],
    ['/gp/most-gifted/garden', 'gift_ideas'],
  ])('detects %s as %s', (path, type) => {
    expect(read(page(card({})), path).list_type).toBe(type);
  });

  test('has its category path', () => {
    expect(read(page(card({})), '/zgbs/garden/1234567/ref=zg_bs_pg_2?pg=2')).toMatchObject({
      node_id: '1234567',
      current_page: 2,
    });
    const canonical = page(card({})).replace(
      '<body>',
      '<head><link rel="canonical" href="https://www.amazon.com/x/zgbs/garden/7654321"></head><body>',
    );
    expect(read(canonical, '/zgbs/garden').node_id).toBe('7654321');
    expect(read(page(card({}), '[]', ''))).toMatchObject({ current_page: 1, last_page_number: 1 });
  });

  test('reads several forms of the category tree', () => {
    const inside = page(card({}))
      .replace('Garden</span></li>', 'Garden</span>')
      .replace('</li></ul></ul></ul></div>', '</li></ul></li></ul></ul></div>');
    expect(read(inside).subcategories).toHaveLength(2);
    const divs = `<div id="zg-left-col"><div class="a_zg-browse-group_x"><div class="a_zg-browse-item_x"><span class="a_zg-selected_x">Garden</span></div>
      <div class="a_zg-browse-group_x"><div class="a_zg-browse-item_x"><a href="/gp/bestsellers/garden/1234567">Lamps</a></div></div></div></div>`;
    expect(read(page(card({})).replace(tree, divs)).subcategories).toMatchObject([
      { name: 'Lamps', node_id: '1234567' },
    ]);
    const leaf = markup`
      <div id="zg-left-col">
        <ul>
          <li class="zg-browse-item">
            <a href="/zgbs/garden/1">Tools</a>
          </li>
          <li class="zg-browse-item">
            <span class="zg-selected">Lamps</span>
          </li>
          <li class="zg-browse-item">
            <a href="/zgbs/garden/2">Pots</a>
          </li>
        </ul>
      </div>
    `;
    expect(read(page(card({})).replace(tree, leaf))).not.toHaveProperty('subcategories');
  });
});

describe('the prices of a card', () => {
  const entry = (price: string, suffix = 'com') => read(page(card({ price })), '/zgbs/garden', suffix).entries[0];

  test.each([
    ['$1,299.00', 'com', { price: 1299, currency: 'USD' }],
    ['24,99 €', 'de', { price: 24.99, currency: 'EUR' }],
    ['1 299,00 €', 'fr', { price: 1299, currency: 'EUR' }],
    ['￥1,980', 'co.jp', { price: 1980, currency: 'JPY' }],
    ['XOF 6,765', 'com', { price: 6765, currency: 'XOF' }],
    ['$10.00 - $25.00', 'com', { price: 10, price_max: 25, currency: 'USD' }],
    ['9,99 € – 19,99 €', 'de', { price: 9.99, price_max: 19.99, currency: 'EUR' }],
  ])('%s on %s', (text, suffix, expected) => {
    expect(entry(sum(text), suffix)).toMatchObject(expected);
  });

  test('reads a range with two dashes', () => {
    const older = '<span class="p13n-sc-price">$10.00</span> - <span class="p13n-sc-price">$25.00</span>';
    expect(entry(older)).toMatchObject({ price: 10, price_max: 25 });
  });

  test.each([
    [`<span>13 offers from</span> ${sum('$5.00')}`, 'com', 13, 5, 'USD'],
    [`2 Angebote ab ${sum('47,58 €')}`, 'de', 2, 47.58, 'EUR'],
    [`1 oferta desde ${sum('5,00 €')}`, 'es', 1, 5, 'EUR'],
    [`${sum('￥980')}より 12 件の出品`, 'co.jp', 12, 980, 'JPY'],
  ])('does not read %s as a price', (text, suffix, count, from, currency) => {
    const shown = entry(text, suffix);
    expect(shown).toMatchObject({ offers_count: count, offers_from_price: from, currency });
    expect(shown).not.toHaveProperty('price');
  });

  test('does not read other numbers as a count of offers', () => {
    expect(entry(`${sum('$9.99')} (-20% today)`)).toMatchObject({ price: 9.99 });
    expect(entry(`<span>Save 20%</span> ${sum('$9.99')} <span>($0.50/100 ml)</span>`)).toMatchObject({ price: 9.99 });
  });

  test('does not read an amount without a currency', () => {
    expect(entry(sum('24.99'))).not.toHaveProperty('price');
  });

  test('reads a card without a price, and one with a struck price', () => {
    expect(entry('')).not.toHaveProperty('currency');
    expect(entry(`<span class="a-text-strike a-color-price">$30.00</span> ${sum('$24.00')}`)).toMatchObject({
      price: 24,
    });
  });
});

describe('a card', () => {
  test('reads a truncated title from its attribute', () => {
    const html = page(card({})).replace(
      '<div class="_cDEzb_p13n-sc-css-line-clamp-3_g3dy1">Desk Lamp</div>',
      '<div class="p13n-sc-truncate-desktop-type2" title="Desk Lamp with a Long Name">Desk Lamp with…</div>',
    );
    expect(read(html).entries[0]?.title).toBe('Desk Lamp with a Long Name');
  });

  test('can have no rating', () => {
    const [entry] = read(page(card({}).replace(/<div class="a-icon-row">.*?<\/div>/s, ''))).entries;
    expect(entry).not.toHaveProperty('rating');
    expect(entry).not.toHaveProperty('reviews');
  });

  test('is read in other languages', () => {
    const html = page(card({ stars: '4,4 von 5 Sternen', reviews: '525.771', price: sum('9,99 €') }));
    expect(read(html, '/gp/bestsellers/garden', 'de').entries[0]).toMatchObject({ rating: 4.4, reviews: 525771 });
    const ja = page(card({ stars: '5つ星のうち4.3', reviews: '1,234', price: sum('￥980') }));
    expect(read(ja, '/gp/bestsellers/garden', 'co.jp').entries[0]).toMatchObject({ rating: 4.3, reviews: 1234 });
  });
});

describe('other layouts', () => {
  test('include the ordered list of the years before 2021', () => {
    const item = (
      rank: number,
      asin: string,
    ) => `<li class="zg-item-immersion"><span class="zg-badge-text">#${rank}</span><span class="zg-item">
      <a class="a-link-normal" href="/Desk-Lamp/dp/${asin}/ref=zg_bs_${rank}"><img src="https://img.example/x.jpg" alt="x"><div class="p13n-sc-truncate" title="Desk Lamp">Desk Lamp</div></a>
      <div class="a-icon-row"><a href="/product-reviews/${asin}"><i><span class="a-icon-alt">4.7 out of 5 stars</span></i></a><a class="a-size-small" href="/product-reviews/${asin}">12,345</a></div>
      <div class="a-row"><a class="a-link-normal" href="/x/dp/${asin}"><span class="a-size-base a-color-price"><span class="p13n-sc-price">$19.99</span></span></a></div></span></li>`;
    const html = `<div id="zg-center-div"><h1 id="zg_listTitle">Best Sellers in <span class="category">Garden</span></h1>
      <ol id="zg-ordered-list">${item(1, 'B0TESTCAS1')}${item(2, 'B0TESTCAS2')}</ol></div>
      <ul id="zg_browseRoot"><li class="zg_browseUp"><a href="/zgbs">Any</a></li><ul><li><span class="zg_selected">Garden</span></li><ul><li><a href="/x/zgbs/garden/1234567">Lamps</a></li></ul></ul></ul>`;
    expect(read(html)).toMatchObject({
      title: 'Best Sellers in Garden',
      entries: [
        { rank: 1, asin: 'B0TESTCAS1', title: 'Desk Lamp', price: 19.99, rating: 4.7, reviews: 12345 },
        { rank: 2, asin: 'B0TESTCAS2' },
      ],
      subcategories: [{ name: 'Lamps', node_id: '1234567' }],
    });
  });
});

describe('a list of 2015', () => {
  const item = (rank: number) => markup`
    <div class="zg_itemImmersion">
      <div class="zg_rankDiv"><span class="zg_rankNumber">${rank}.</span></div>
      <div class="zg_itemWrapper">
        <div class="zg_image"><a href="/Desk-Lamp/dp/${asinOf(rank)}/ref=zg_bs_${rank}"><img src="https://img.example/x.jpg" alt="Lamp"></a></div>
        <div class="zg_title"><a href=" http://www.amazon.com/Desk-Lamp/dp/${asinOf(rank)}/ref=zg_bs_${rank} ">Desk Lamp</a></div>
        <div class="zg_reviews">
          <a href="/product-reviews/${asinOf(rank)}"><span class="swSprite s_star_4_5"><span>4.6 out of 5 stars</span></span></a>
          (<a href="/product-reviews/${asinOf(rank)}">1,234</a>)
        </div>
        <div class="zg_price">Price: <strong class="price">$9.99</strong></div>
      </div>
    </div>
  `;
  const pages = ['1-20', '21-40', '41-60'].map(
    (ranks, at) => `<li class="zg_page ${at === 1 ? 'zg_selected' : ''}" id="zg_page${at + 1}"><a>${ranks}</a></li>`,
  );
  const html = `<div id="zg_centerListWrapper"><h1 id="zg_listTitle">Best Sellers in Garden</h1>${item(21)}${item(22)}
    <ol class="zg_pagination">${pages.join('')}</ol></div>`;

  test('has cards with other classes', () => {
    const { entries } = read(html);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ rank: 21, title: 'Desk Lamp', price: 9.99, rating: 4.6, reviews: 1234 });
  });

  test('numbers its pages by ranks', () => {
    expect(read(html)).toMatchObject({ current_page: 2, last_page_number: 3 });
    const unnamed = html.replace(/ id="zg_page\d"/g, '');
    expect(read(unnamed)).toMatchObject({ current_page: 1 });
    expect(read(unnamed)).not.toHaveProperty('last_page_number');
  });
});

describe('an overview', () => {
  const slide = (rank: number, asin: string) => markup`
    <li class="a-carousel-card">
      <div>${card({ rank, asin }).replace('id="gridItemRoot"', '')}</div>
    </li>
  `;
  const carousel = (name: string, ...slides: string[]) => markup`
    <div class="a-carousel-container">
      <h2 class="a-carousel-heading">Best Sellers in ${name}</h2>
      <a href="/gp/bestsellers/${name}">See more</a>
      <ol class="a-carousel">${slides.join('')}<li class="a-carousel-card a-carousel-card-empty"></li></ol>
    </div>
  `;
  const overview = (content: string, departments = '') => markup`
    <div id="zg">
      <div id="zg-header"><h1 id="zg_banner_text">Amazon Best Sellers</h1></div>
      <div id="zg-right-col">${content}</div>
      ${departments}
    </div>
  `;
  const lists = (data: BestsellerData) =>
    data.sections?.map(({ title, url, entries }) => [title, url, entries.map(({ rank, asin }) => [rank, asin])]);

  test('has a list for each carousel', () => {
    const html = overview(
      carousel('Garden', slide(1, 'B0TESTGAR1'), slide(2, 'B0TESTGAR2')) + carousel('Toys', slide(1, 'B0TESTTOY1')),
    );
    const data = read(html, '/Best-Sellers/zgbs');
    expect(data).toMatchObject({
      title: 'Amazon Best Sellers',
      list_type: 'best_sellers',
      current_page: 1,
      entries: [],
    });
    expect(data).not.toHaveProperty('last_page_number');
    expect(lists(data)).toEqual([
      [
        'Best Sellers in Garden',
        '/gp/bestsellers/Garden',
        [
          [1, 'B0TESTGAR1'],
          [2, 'B0TESTGAR2'],
        ],
      ],
      ['Best Sellers in Toys', '/gp/bestsellers/Toys', [[1, 'B0TESTTOY1']]],
    ]);
    expect(data.sections?.[0]?.entries[0]).toMatchObject({ title: 'Desk Lamp', price: 24.99, rating: 4.4 });
    expect(parseBestseller(html, { url: 'https://www.amazon.com/Best-Sellers/zgbs' }).gaps).toEqual([]);
  });

  test.each([
    ['/gp/new-releases', 'new_releases'],
    ['/gp/movers-and-shakers', 'movers_and_shakers'],
    ['/gp/most-wished-for', 'most_wished_for'],
    ['/gp/most-gifted', 'gift_ideas'],
  ])('can be of another kind: %s', (path, list_type) => {
    const html = overview(carousel('Garden', slide(1, 'B0TESTGAR1')));
    expect(read(html, path)).toMatchObject({ list_type, sections: [{ entries: [{ rank: 1 }] }] });
  });

  test('has boxes instead of carousels before 2022', () => {
    const item = (asin: string, rank = '') => markup`
      <div class="zg_item zg_homeWidgetItem">${rank}
        <div class="p13n-asin">
          <a class="a-link-normal" href="/Desk-Lamp/dp/${asin}/ref=zg_bs_1"><img alt="Desk Lamp" src="https://img.example/x.jpg"><div>Desk Lamp</div></a>
        </div>
      </div>
    `;
    const rank = '<span class="zg_rankNumber">1.</span>';
    const html = overview(
      markup`
        <div class="zg_homeWidget">
          <h3>Garden</h3>
          <a href="/Best-Sellers-Garden/zgbs/garden/ref=zg_bs_1">See all best sellers in Garden</a>
          ${item('B0TESTGAR1', rank)}${item('B0TESTGAR2')}
        </div>
      `,
    );
    expect(lists(read(html, '/Best-Sellers/zgbs'))).toEqual([
      [
        'Garden',
        '/Best-Sellers-Garden/zgbs/garden/ref=zg_bs_1',
        [
          [1, 'B0TESTGAR1'],
          [2, 'B0TESTGAR2'],
        ],
      ],
    ]);
  });

  test('has no entries of a carousel inside of a list', () => {
    const foreign = markup`
      <div class="a-carousel-container"><ol><li class="a-carousel-card"><a href="/Desk-Lamp/dp/B0TESTREC1">Desk Lamp</a></li></ol></div>
    `;
    const html = overview(carousel('Garden', slide(1, 'B0TESTGAR1'), foreign));
    expect(lists(read(html, '/Best-Sellers/zgbs'))).toEqual([
      ['Best Sellers in Garden', '/gp/bestsellers/Garden', [[1, 'B0TESTGAR1']]],
    ]);
  });

  test.each([
    ['with a selected item', '<span class="x_zg-selected_x">Alle Kategorien</span>'],
    ['without one', '<a href="/gp/bestsellers">Alle Kategorien</a>'],
  ])('has its departments from a tree %s', (_, all) => {
    const departments = markup`
      <div id="zg_left_col2">
        <div role="tree">
          <div role="treeitem" class="x_zg-root-browse-item_x">${all}</div>
          <div role="group" class="x_zg-browse-group_x">
            <div role="treeitem" class="x_zg-browse-item_x"><a href="/gp/bestsellers/garden">Garten</a></div>
            <div role="treeitem" class="x_zg-browse-item_x"><a href="/gp/bestsellers/toys">Spielzeug</a></div>
          </div>
        </div>
      </div>
    `;
    const html = overview(carousel('Garden', slide(1, 'B0TESTGAR1')), departments);
    expect(read(html, '/gp/bestsellers', 'de').subcategories).toEqual([
      { name: 'Garten', url: '/gp/bestsellers/garden' },
      { name: 'Spielzeug', url: '/gp/bestsellers/toys' },
    ]);
  });

  test('is not a list with recommendations', () => {
    const recommended = markup`
      <div class="a-carousel-container">
        <h2 class="a-carousel-heading">Inspired by your views</h2>
        <ol><li class="a-carousel-card"><a href="/Desk-Lamp/dp/B0TESTREC1/ref=zg_bs_rec">Desk Lamp</a></li></ol>
      </div>
    `;
    expect(read(page(card({})) + recommended)).not.toHaveProperty('sections');
    expect(read(page(recommended))).not.toHaveProperty('sections');
  });

  test('has a gap if its prices are in another currency', () => {
    const html = overview(carousel('Garden', slide(1, 'B0TESTGAR1').replace('$24.99', 'HKD 195.52')));
    const { gaps } = parseBestseller(html, { url: 'https://www.amazon.com/Best-Sellers/zgbs' });
    expect(gaps).toMatchObject([{ kind: 'currency' }]);
  });
});

describe('an invalid list', () => {
  test.each(['', '<html><body><p>Something else.</p></body></html>', '<html><head><title>Best Se'])('%j', (html) => {
    expect(() => parsePage(html, { url: 'https://www.amazon.com/zgbs/garden' })).toThrow(ParseError);
  });

  test('returns the cards of a truncated list', () => {
    const html = page(card({ rank: 1 }) + card({ rank: 2 }));
    const cut = html.slice(0, html.indexOf('#2') - 30);
    const { data, gaps } = parseBestseller(cut, { url: 'https://www.amazon.com/zgbs/garden' });
    expect(data?.entries).toMatchObject([{ rank: 1, price: 24.99 }]);
    expect(gaps).toMatchObject([{ kind: 'partial', landmark: 'html' }]);
  });

  test('ignores malformed lists of ranks', () => {
    for (const list of [
      '{',
      'null',
      '[null, 1, {"id": 5}]',
      '[{"id":"B0TEST0009","metadataMap":{"render.zg.rank":"x"}}]',
    ]) {
      expect(read(page(card({}), list.replaceAll('"', '&quot;'))).entries).toHaveLength(1);
    }
  });
});
