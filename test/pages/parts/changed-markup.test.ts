import { describe, expect, it } from 'vitest';
import { FOREIGN_BLOCKS } from '../../../checks/mutation/foreign.ts';
import { parseBestseller, parseOffers, parseReviews, parseSearch, parseSeller } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import * as offers from '../offers/page.ts';
import * as product from '../product/page.ts';
import * as reviews from '../reviews/page.ts';
import * as search from '../search/markup.ts';

const requestedAt = new Date('2026-03-02T18:00:00Z');

const searchPage = (options: search.PageMarkup) =>
  parseSearch(search.page(options), { url: 'https://www.amazon.com/s?k=kettle', requestedAt });
const searchData = (options: search.PageMarkup) => searchPage(options).data;

const offersPage = (content: string) =>
  parseOffers(content, { url: 'https://www.amazon.com/dp/B0TESTCASE?aod=1', requestedAt });

describe.each(FOREIGN_BLOCKS.filter(({ isTile }) => isTile !== true))('a $name', ({ html }) => {
  it('inside a tile gives the tile no price, rating or struck price', () => {
    const tile = search.tile({ reviews: html, price: html + search.priceRow(search.price('$20.00')) });
    expect(searchData({ tiles: [tile] })?.shallow_parts).toMatchObject([{ price: 20, promotion: null }]);
    expect(searchData({ tiles: [tile] })?.shallow_parts[0]).not.toHaveProperty('rating');
  });

  it('inside the prices and the Buy Box of a product is not read', () => {
    const centre = product.prices(html + product.price('$', '20', '00'));
    expect(product.read({ centre, box: html + product.cart() })).toMatchObject({ bb_price: 20, promotion: null });
  });

  it('inside an offer is not read', () => {
    const { data } = offersPage(offers.panel(undefined, [`${html}${offers.offer(1)}`]));
    expect(data?.product_sellers_info).toMatchObject([{ price: 20, name: 'Lamp House' }]);
    expect(data?.product_sellers_info[0]).not.toHaveProperty('list_price');
  });

  it('inside a card of a best-seller list is not an entry, and its price is not read', () => {
    const card = markup`
      <div class="a-carousel-container"><h2>Lamps</h2><a href="/gp/bestsellers/lamps">See more</a><ol class="a-carousel">
        <li class="a-carousel-card"><div data-asin="B0LANTERN1"><span class="zg-bdg-text">#1</span>${html}
          <a href="/dp/B0LANTERN1">Lantern</a></div></li></ol></div>`;
    const page = `<html><body><div id="zg"><h1>Best Sellers</h1>${card}</div></body></html>`;
    const { data } = parseBestseller(page, { url: 'https://www.amazon.com/gp/bestsellers', requestedAt });
    expect(data?.sections?.[0]?.entries).toMatchObject([{ rank: 1, asin: 'B0LANTERN1' }]);
    expect(data?.sections?.[0]?.entries[0]).not.toHaveProperty('price');
  });
});

it('an advertisement in the pagination is not a page number', () => {
  const pagination = `<div class="s-pagination-container"><a>2</a><span>7</span>${FOREIGN_BLOCKS[1]?.html}</div>`;
  expect(searchData({ pagination })?.last_page_number).toBe(7);
});

it('an advertisement in the line of results is not a count', () => {
  const [carousel] = FOREIGN_BLOCKS;
  expect(searchData({ info: `${carousel?.html}12 results for` })?.total_results_count).toBe(12);
});

it('a seller that is twice in the table of the Buy Box has its name once', () => {
  const cell = (name: string) => `<div class="tabular-buybox-text">${name}</div>`;
  const line = (label: string, content: string) =>
    `<div class="tabular-buybox-text" tabular-attribute-name="${label}">${content}</div>`;
  const table = line('Ships from', cell('Lamp House')) + line('Sold by', cell('Lamp House') + cell('Lamp House'));
  const box = `<div id="tabular-buybox">${table}</div>${product.cart()}`;
  expect(product.read({ box })).toMatchObject({ seller: { name: 'Lamp House' }, ships_from: 'Lamp House' });
});

it('a label with an element more around it is not the shipper', () => {
  const line = (label: string, name: string) => `<div class="a-row">${label}<span>${name}</span></div>`;
  const head = (label: string) =>
    `<div id="sfsb_accordion_head">${line(label, 'Amazon.com')}${line('<span>Sold by:</span>', 'Lamp House')}</div>`;
  for (const label of ['<span>Ships from:</span>', '<span><span>Ships from:</span></span>']) {
    expect(product.read({ box: head(label) + product.cart() })).toMatchObject({ ships_from: 'Amazon.com' });
  }
});

describe('an empty twin', () => {
  it('of a tile is not an entry', () => {
    const twin = '<div data-asin="B0AAAAAAA1" data-component-type="s-search-result"></div>';
    const data = searchData({ tiles: [twin, search.tile()] });
    expect(data?.shallow_parts.map(({ title }) => title)).toEqual(['Blue Kettle']);
  });

  it('of a part of a tile does not hide the part', () => {
    const twin = `<div data-cy="price-recipe"></div>`;
    const tile = search.tile({ badges: twin, price: search.priceRow(search.price('$20.00')) });
    expect(searchData({ tiles: [tile] })?.shallow_parts).toMatchObject([{ price: 20 }]);
  });

  it('of a review does not replace the review', () => {
    const twin = '<div id="R1KETTLE000001" data-hook="review"></div>';
    expect(reviews.read({ reviews: twin + reviews.review() }).entries).toMatchObject([{ rating: 4 }]);
  });

  it('of the pagination does not hide the last page', () => {
    const strip = '<div class="s-pagination-container"></div>';
    const filled = '<div class="s-pagination-container"><a class="s-pagination-item">2</a><span>7</span></div>';
    expect(searchData({ pagination: strip + filled })?.last_page_number).toBe(7);
  });
});

describe('a part under another name', () => {
  it('of the fraction of a price does not cut the price', () => {
    const amount = product.price('$', '34', '99').replace('a-price-fraction', 'x-fraction');
    expect(product.read({ centre: product.prices(amount), box: product.cart() }).bb_price).toBe(34.99);
  });

  it('of the availability line does not put a late item in stock', () => {
    const line =
      '<div id="availability_feature_div"><div id="x-line">In stock on March 20, 2026. Order it now.</div></div>';
    const data = product.read({ box: product.cart(line) });
    expect(data.is_backorder).toBe(true);
    expect(data.in_stock).toBe(false);
  });

  it('of the lowest price of 30 days does not make it the list price', () => {
    const line =
      '<span class="x-basis">Niedrigster Preis der letzten 30 Tage: <span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">€27,99</span></span></span>';
    const centre = product.prices(`${product.price('€', '24', '99')}<div id="corePrice_x">${line}</div>`);
    const { promotion } = product.read({ centre, box: product.cart(), lang: 'de-de' }, 'de');
    expect(promotion).toMatchObject({ list_price: null, lowest_price_30_days: { amount: 27.99 } });
  });

  it('of the struck price of a tile leaves it struck', () => {
    const struck = search.struck('List:', '$25.00').replace('class="a-price a-text-price"', 'class="x"');
    const tile = search.tile({ price: search.priceRow(search.price('$20.00'), struck) });
    expect(searchData({ tiles: [tile] })?.shallow_parts[0]?.list_price).toBe(25);
  });

  it('of the prices of the middle column leaves the price', () => {
    const centre = product.prices(product.price('$', '20', '00')).replace('id="apex_desktop"', 'id="x"');
    expect(product.read({ centre, box: product.cart() }).bb_price).toBe(20);
  });

  it('of the page numbers leaves the last page', () => {
    const pagination = '<div class="s-pagination-container"><em>1</em><div><b>2</b></div><section>7</section></div>';
    expect(searchData({ pagination })?.last_page_number).toBe(7);
  });

  it('of an older list leaves its offers, and their pages open', () => {
    const offer = '<div class="olpOffer"><span class="olpOfferPrice">$12.50</span></div>';
    const list = (content: string) => `<html><body><div id="olpProduct"><h1>Lamp</h1></div>${content}</body></html>`;
    const read = (content: string) => offersPage(list(content)).data;
    const [named, renamed] = ['olpOfferList', 'x'].map((id) => `<div id="${id}">${offer}</div>`);
    expect(read(`${named}`)).toMatchObject({ product_sellers_info: [{ price: 12.5 }], total_pages: 1 });
    expect(read(`${renamed}`)).toMatchObject({ product_sellers_info: [{ price: 12.5 }] });
    expect(read(`${renamed}`)).not.toHaveProperty('total_pages');
    const next = '<a href="/gp/offer-listing/B0TESTCASE?startIndex=10">Next</a>';
    expect(read(`${named}${next}`)).not.toHaveProperty('total_pages');
  });

  it('of the badge of a deal leaves the deal', () => {
    const badge = '<span class="x-badge" data-a-badge-type="deal"><span>Limited time deal</span></span>';
    const tile = search.tile({ price: badge + search.priceRow(search.price('$20.00')) });
    expect(searchData({ tiles: [tile] })?.shallow_parts[0]?.promotion?.deal?.kind).toBe('limited_time');
  });

  it('of the price to subscribe does not make the unit price the price', () => {
    const unit = (classes: string) =>
      `<span>(<span class="a-price ${classes}"><span class="a-offscreen">$1.77</span></span> / fluid ounce)</span>`;
    const content = (classes: string) => `<div id="corePrice_feature_div">${unit(classes)}</div>`;
    expect(product.read({ box: content('a-text-price') + product.cart() })).not.toHaveProperty('bb_price');
  });

  it('of the struck price of a product leaves the promotion open', () => {
    const saving = '<span class="savingsPercentage">-21%</span>';
    const lost = product.prices(saving + product.price('$', '20', '00') + '<span class="x">M.R.P.: $25.30</span>');
    expect(product.read({ centre: lost, box: product.cart() })).not.toHaveProperty('promotion');
    const none = product.prices(product.price('$', '20', '00'));
    expect(product.read({ centre: none, box: product.cart() }).promotion).toBeNull();
  });

  it('of the struck price of a tile leaves the promotion open', () => {
    const read = (nextToPrice: string) =>
      searchData({ tiles: [search.tile({ price: search.priceRow(search.price('$20.00'), nextToPrice) })] });
    const hidden = '<span class="a-offscreen">List: $25.00</span>';
    expect(read(hidden)?.shallow_parts[0]).not.toHaveProperty('promotion');
    expect(read('<span>(20% off)</span>')?.shallow_parts[0]).not.toHaveProperty('promotion');
    expect(read('')?.shallow_parts[0]?.promotion).toBeNull();
  });

  it('of the pinned offer leaves the number of offers open, with a gap', () => {
    const renamed = offers.panel(offers.offer(1), [offers.offer(2)]).replace('id="aod-pinned-offer"', 'id="x-pinned"');
    const { data, gaps } = offersPage(renamed);
    expect(data?.product_sellers_info).toHaveLength(1);
    expect(data).not.toHaveProperty('total_offers_count');
    expect(gaps).toMatchObject([{ landmark: 'aod-pinned-offer', kind: 'partial' }]);
    const whole = offersPage(offers.panel(offers.offer(1), [offers.offer(2)]));
    expect(whole).toMatchObject({ data: { total_offers_count: 2 }, gaps: [] });
  });

  it('of the statement of votes leaves the votes', () => {
    const rest = '<div class="x_helpful-votes-container_y"><span>14 people found this helpful</span></div>';
    expect(reviews.read({ reviews: reviews.review({ rest }) }).entries[0]?.helpful_votes).toBe(14);
  });

  it('of the votes of a review does not make them 0', () => {
    const rest = '<span class="cr-vote-text">14 people found this helpful</span>';
    expect(reviews.read({ reviews: reviews.review({ rest }) }).entries[0]?.helpful_votes).toBe(14);
  });
});

describe('parts in another order or without their wrapper', () => {
  const row = (stars: number, share: number) =>
    `<tr><td>${stars} star</td><td><div class="a-meter" aria-label="${share}%"></div></td></tr>`;

  it('keep the shares of the stars', () => {
    const [five, four, three, two, one] = [row(5, 60), row(4, 20), row(3, 10), row(2, 6), row(1, 4)];
    const elsewhere = `<table id="histogramTable">${four}${five}${three}${one}${two}</table>`;
    expect(product.read({ elsewhere }).rating_histogram).toEqual({ '5': 60, '4': 20, '3': 10, '2': 6, '1': 4 });
  });

  it('keep the shares of the stars that only the links name', () => {
    const linked = (stars: string, share: number) =>
      `<tr><td><a href="/product-reviews/B0KETTLE01?filterByStar=${stars}_star"><div class="a-meter" aria-label="${share}%"></div></a></td></tr>`;
    const rows = [linked('one', 4), linked('two', 6), linked('three', 10), linked('four', 20), linked('five', 60)];
    const elsewhere = `<table id="histogramTable">${rows.join('')}</table>`;
    expect(product.read({ elsewhere }).rating_histogram).toEqual({ '5': 60, '4': 20, '3': 10, '2': 6, '1': 4 });
  });

  it('keep the rows of a Buy Box apart', () => {
    const box = (classes: string) =>
      product
        .rows(
          product.row('primeAccordionRow', product.price('$', '15', '00') + product.cart(), true),
          product.row('newAccordionRow', product.price('$', '20', '00') + product.cart()),
        )
        .replace('a-box-group a-accordion', classes);
    expect(product.read({ box: box('a-box-group a-accordion') }).bb_price).toBe(20);
    expect(product.read({ box: box('x-group') }).bb_price).toBe(20);
  });

  it('keep a price for members apart from the price', () => {
    const main = search.priceRow(search.price('$15.00'), '', 'Exclusive Prime price');
    const renamed = main.replace('a-color-secondary', 'x-secondary');
    const data = searchData({ tiles: [search.tile({ price: renamed })] });
    expect(data?.shallow_parts[0]).toMatchObject({ prime_price: 15 });
    expect(data?.shallow_parts[0]).not.toHaveProperty('price');
  });
});

describe('a part that is gone', () => {
  it('of the Buy Box gives the percentage to one reference price only', () => {
    const line = (label: string, amount: string) => product.struck(label, amount);
    const centre = product.prices(
      `<span class="savingsPercentage">-33 %</span>${line('UVP:', '€30,00')}${line('Niedrigster Preis der letzten 30 Tage:', '€22,00')}`,
    );
    const { promotion } = product.read({ centre, lang: 'de-de' }, 'de');
    expect(promotion).toMatchObject({
      list_price: { amount: 30, savings_percent: 33 },
      lowest_price_30_days: { amount: 22, savings_percent: null },
    });
  });

  it('of a seller is a gap', () => {
    const html = markup`<html><body><div id="page-section-seller-header"></div>
      <script type="a-state" data-a-state='{"key":"spp-page-var-page-state"}'>{"sellerID":"A1LARKMOOR0001"}</script></body></html>`;
    const url = 'https://www.amazon.com/sp?seller=A1LARKMOOR0001';
    expect(parseSeller(html, { url }).gaps.map(({ landmark }) => landmark)).toContain('name');
  });

  it('of the line of results leaves the number of results open, with a gap', () => {
    const { data, gaps } = searchPage({ info: '', keyword: 'kettle' });
    expect(data).not.toHaveProperty('total_results_count');
    expect(gaps).toMatchObject([{ landmark: 's-result-info-bar' }]);
  });

  it.each([
    ['', true],
    ['<div id="olpOfferList"><div class="x"></div></div>', true],
    ['<div id="olpOfferList">There are currently no offers.</div>', false],
  ])('of an older list of offers (%s) is a gap if nothing is left of it', (list, isGap) => {
    const { data, gaps } = offersPage(`<html><body><div id="olpProduct"><h1>Desk Lamp</h1></div>${list}</body></html>`);
    expect(data?.product_sellers_info).toEqual([]);
    expect(gaps.some(({ landmark }) => landmark === 'aod-offer')).toBe(isGap);
    expect(data?.total_offers_count).toBe(isGap ? undefined : 0);
  });

  it.each([
    ['', true],
    ['<div>No reviews match your current selections.</div>', false],
  ])('of the reviews page (%s) is a gap if nothing is left of its list', (list, isGap) => {
    const html = `<html><body><div id="cm_cr-product_info"><a data-hook="product-link" href="/dp/B0KETTLE01">Kettle</a></div>
      <div id="cm_cr-review_list">${list}</div></body></html>`;
    const { gaps } = parseReviews(html, { url: 'https://www.amazon.com/product-reviews/B0KETTLE01' });
    expect(gaps.some(({ landmark }) => landmark === 'review')).toBe(isGap);
  });

  it("of an offer's link does not make its feedback the seller", () => {
    const nameless = offers.offer(1).replace('Lamp House </a>', '</a>');
    expect(offersPage(offers.panel(undefined, [nameless])).data?.product_sellers_info[0]).not.toHaveProperty('name');
  });

  it('of the ids of the offers leaves their number open, with a gap', () => {
    const renamed = offers.panel(offers.offer(1), [], 0).replace('id="aod-pinned-offer"', 'id="x-pinned"');
    const { data, gaps } = offersPage(renamed);
    expect(data?.product_sellers_info).toEqual([]);
    expect(data).not.toHaveProperty('total_offers_count');
    expect(data).not.toHaveProperty('total_pages');
    expect(gaps.map(({ landmark }) => landmark)).toContain('aod-offer');
  });
});
