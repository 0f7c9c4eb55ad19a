/** Mobile pages, as the site serves them and as a browser saves them, with invented values. */
import { describe, expect, it } from 'vitest';
import { parseProduct, parseSearch } from '../../src/entries/parse.ts';

/** The words that scripts of the site write into the root of a saved page. */
const LAYOUTS = [
  ['as served', 'a-no-js a-touch a-mobile'],
  ['as a browser saves it', 'a-touch a-mobile a-js a-audio a-video a-canvas a-ember'],
] as const;

const URL = 'https://www.amazon.com/dp/B0KETTLE01';
const requestedAt = new Date('2026-03-02T18:00:00Z');

function product(names: string, body: string, lang = 'en-us', url = URL) {
  const html = `<html class="${names}" lang="${lang}"><body><h1 id="title">Copper Kettle</h1>${body}</body></html>`;
  const parsed = parseProduct(html, { url, requestedAt });
  if (!parsed.found) throw new Error('not found');
  return parsed.data;
}

const cart =
  '<form id="addToCart"><input id="ASIN" value="B0KETTLE01"><input id="add-to-cart-button" type="submit"></form>';
const box = (content = '') => `<div id="mobile_buybox_feature_div"><div id="buybox">${content}${cart}</div></div>`;

describe.each(LAYOUTS)('a mobile product page, %s', (_, names) => {
  it('has the count of ratings on the label of a part of the link', () => {
    const count = '<span aria-label="215 Reviews"> (215) </span>';
    const link = `<a id="acrCustomerReviewLink"><span aria-hidden="true">4.2</span> <i class="a-icon-alt">4.2 out of 5 stars</i> ${count}</a>`;
    expect(product(names, link + box())).toMatchObject({ rating: 4.2, reviews: 215 });
    const block = '<span data-hook="total-rating-count">215 global ratings</span>';
    expect(product(names, block + box()).reviews).toBe(215);
    expect(product(names, link.replace('215 Reviews', '215 件のレビュー') + box(), 'ja-jp').reviews).toBe(215);
  });

  it('has all pictures of its gallery, also those that a script loads later, and no films', () => {
    const later = (id: number) =>
      `<li class="a-carousel-card"><div class="a-manually-loaded" data-a-hires="https://images.example/I/k${id}._AC_SL900_.jpg"></div></li>`;
    const film = '<li class="a-carousel-card video-card"><img src="https://images.example/I/film.jpg"></li>';
    const gallery = `<div id="imageBlock_feature_div"><ol><li class="a-carousel-card"><img id="main-image" src="https://images.example/I/k1._SL90_.jpg"></li>${later(2)}${film}${later(3)}</ol></div>`;
    const { images, images_count } = product(names, gallery + box());
    expect([images?.length, images_count]).toEqual([3, 3]);
  });

  it('has an overview in columns and ranks in a list', () => {
    const row = (key: string, name: string, value: string) =>
      `<div class="a-row po-${key}"><div class="a-column a-span5">${name}</div><div class="a-column a-span7">${value}</div></div>`;
    const overview = `<div id="productOverview_feature_div">${row('material', 'Material', 'Copper')}${row('color', 'Colour', 'Red')}</div>`;
    const bullets = `<ul id="productDetails_detailBullets_sections"><li><span class="a-text-bold">Best Sellers Rank:</span>
      <span><div>- #32,702 in Kitchen (<a href="/gp/bestsellers/kitchen/ref=x">See Top 100 in Kitchen</a>)</div>
      <div>- #198 <a href="/gp/bestsellers/kitchen/1698/ref=y">Kettles</a></div></span></li>
      <li><span class="a-text-bold">Date First Available:</span> <span>April 12, 2012</span></li></ul>`;
    expect(product(names, overview + bullets + box())).toMatchObject({
      overview: [
        { name: 'Material', value: 'Copper' },
        { name: 'Colour', value: 'Red' },
      ],
      material: 'Copper',
      bsr: 32702,
      bsr_ranks: [
        { rank: 32702, category: 'Kitchen' },
        { rank: 198, category: 'Kettles' },
      ],
      category: { name: 'Kitchen' },
      date_first_available: '2012-04-12',
    });
  });

  it('has other sellers in a card without a known id', () => {
    const card = (id: string) => `<div id="${id}"><a href="/gp/offer-listing/B0KETTLE01/ref=dp_daodi_NEW?condition=NEW">
      <span>Lowest price: new</span> <span class="a-price"><span class="a-offscreen">$14.30</span></span></a>
      <a href="/gp/offer-listing/B0KETTLE01/ref=dp_olp_NEW_mbc?condition=NEW">3 new offers</a></div>`;
    for (const id of ['dynamic-aod', 'olpDiv', 'anything'])
      expect(product(names, card(id) + box())).toMatchObject({ new_from_price: 14.3, sellers_all: 3 });
    const other = card('x').replaceAll('B0KETTLE01/', 'B0TEAPOT01/');
    expect(product(names, other + box())).not.toHaveProperty('new_from_price');
  });

  it('has items bought together in a block that only the name of its widget tells', () => {
    const components = JSON.stringify({ '2': { price: { displayString: '$14.99' } } }).replaceAll('"', '&quot;');
    const card = `<div cel_widget_id="p13n-mobile-sims-fbt_x"><div class="cardRoot" data-price-totals="{}" data-components="${components}"><a href="/Teapot/dp/B0TEAPOT01">Teapot</a></div></div>`;
    expect(product(names, card + box()).frequently_bought_together).toEqual([
      { asin: 'B0TEAPOT01', title: 'Teapot', price: 14.99 },
    ]);
  });

  it('has the label of a dimension next to its value', () => {
    const twister = `<div id="twister_feature_div"><div id="inline-twister-row-color_name"><div id="inline-twister-dim-title-color_name">
      <div><span class="a-size-base inline-twister-mini-right-padding"> Colour: </span><span class="inline-twister-dim-title-value">Grey</span></div></div></div></div>`;
    expect(product(names, twister + box()).variation_dimensions).toEqual([
      { key: 'color_name', name: 'Colour', values: ['Grey'] },
    ]);
  });

  it('has no trail in a card of related pages, but in its block of breadcrumbs', () => {
    const trail = '<a class="a-link-normal" href="/b?node=284507">Kitchen</a>';
    const block = (name: string) => `<div id="breadcrumb_feature_div"><div class="${name}">${trail}</div></div>`;
    expect(product(names, block('trail') + box()).breadcrumbs).toMatchObject([{ name: 'Kitchen', node_id: '284507' }]);
    expect(product(names, block('_seo-breadcrumb-mobile-card_x') + box())).not.toHaveProperty('breadcrumbs');
  });
});

describe.each(LAYOUTS)('a mobile page of a book of 2018, %s', (_, names) => {
  const row = (name: string, heading: string, amount: string, active = '') =>
    `<div class="a-box ${active}" data-a-accordion-row-name="${name}"><h5><div>${heading}</div><span class="header-price">${amount}</span></h5></div>`;
  const price = `<div id="newPitchPriceWrapper_feature_div"><div><span class="price-info-superscript">$</span> <span class="price-large">21</span>
    <span class="price-info-superscript">11</span> <span><span class="a-text-strike">$34.95</span></span> <span class="a-text-italic">Save $13.84 (40%)</span></div></div>`;
  const facts = `<div id="availability">In Stock.</div><div id="fast-track-message">Want it <b>Friday, March 6?</b> Order within 4 hrs 42 mins.</div>
    <div id="merchant-info">Ships from and sold by Amazon.com. Gift-wrap available.</div>`;
  const byline =
    '<div id="byline"><a id="bylineContributor" href="/kindle-dbs/author/ref=x?author=Ann">Ann Writer</a></div>';
  const format = '<span id="mediaMatrixButton">Format <strong class="dimension-label">Paperback</strong></span>';
  const ships =
    '<div id="unifiedLocation_feature_div"><div id="locationUX"><span>Ship to: </span><a class="lux-location-label">Norway</a></div></div>';
  const details = `<div id="productDetails_secondary_view_div"><table class="prodDetTable"><tr><th>Book length</th><td>330</td></tr><tr><th>Best Sellers Rank</th><td>147710</td></tr></table></div>`;
  const rows = `<div class="a-accordion">${row('usedAccordionRow', 'Buy Used', '$17.99')}${row('newAccordionRow', 'Buy New', '$21.11', 'a-accordion-active')}</div>`;

  it('describes the open row outside of the Buy Box', () => {
    expect(product(names, byline + price + facts + format + ships + details + box(rows))).toMatchObject({
      bb_price: 21.11,
      promotion: { list_price: { amount: 34.95, label: null, savings_amount: 13.84, savings_percent: 40 } },
      availability_text: 'In Stock.',
      seller: { name: 'Amazon.com', is_amazon: true },
      ships_from: 'Amazon.com',
      delivery: [{ kind: 'standard', date_min: '2026-03-06', is_free: null }],
      delivery_location: 'Norway',
      contributors: [{ name: 'Ann Writer' }],
      format: 'Paperback',
      pages: 330,
      bsr: 147710,
    });
    expect(product(names, byline + box(rows))).not.toHaveProperty('brand');
  });

  it('describes no row if a subscription is open', () => {
    const closed = `<div class="a-accordion">${row('snsAccordionRow', 'Subscribe', '$20.00', 'a-accordion-active')}${row('newAccordionRow', 'Buy New', '$21.11')}</div>`;
    expect(product(names, facts + box(closed))).not.toHaveProperty('availability_text');
  });
});

describe.each(LAYOUTS)('a mobile page of results, %s', (_, names) => {
  const swatch = (asin: string) =>
    `<div><a href="/Kettle/dp/${asin}/ref=x"><div class="s-color-swatch-outer-circle"></div></a></div>`;
  const tile = `<div data-component-type="s-search-result" data-asin="B0KETTLE01"><div data-cy="title-recipe"><h2><span>Kettle</span></h2></div>
    <div data-cy="reviews-block"><div class="a-row"><span>4.7</span> <i class="a-icon a-icon-star-small" aria-label="4.7 out of 5 stars"><span class="a-icon-alt">4.7 out of 5 stars</span></i>
      <span><div><span aria-label="2,970 ratings">(2,970)</span></div></span></div></div>
    <div data-cy="price-recipe"><div class="a-row"><span class="a-price"><span class="a-offscreen">$30.00</span></span></div></div>
    <div data-cy="delivery-recipe"><div class="a-row a-color-secondary"><span aria-label="Delivery Tue, Mar 17"><span>Delivery </span><span>Tue, Mar 17</span></span></div>
      <div class="a-row a-color-secondary"><span>Ships to Spain</span></div></div>
    <div class="s-color-swatch-container">${swatch('B0KETTLE01')}${swatch('B0KETTLE02')}</div></div>`;
  const slot = (template: string, content: string) =>
    `<div data-asin=""><div class="sg-col-inner"><div class="celwidget slot=MAIN template=${template} x">${content}</div></div></div>`;
  const related = '<a href="/s?k=teapot">teapot</a><a href="/s?k=tea+set">tea set</a><a href="#">Previous</a>';
  const next =
    '<ul class="a-pagination"><li class="a-disabled">Previous</li><li class="a-last"><a href="/s?k=kettle&page=2">Next</a></li></ul>';
  const page = (script = '') => {
    const bar =
      '<span data-component-type="s-result-info-bar"><div class="sf-rib-element"><a href="#"><span>Under $10</span></a></div></span>';
    const html = `<html class="${names}" lang="en-us"><body>${bar}<span data-component-type="s-search-results">${tile}${slot('TEXT_REFORMULATION', related)}${slot('PAGINATION', next)}</span>${script}</body></html>`;
    const parsed = parseSearch(html, { url: 'https://www.amazon.com/s?k=kettle', requestedAt });
    if (!parsed.found) throw new Error('not found');
    return parsed;
  };

  it('has the fields of its tiles', () => {
    expect(page().data.shallow_parts).toMatchObject([
      {
        reviews: 2970,
        rating: 4.7,
        delivery: [{ kind: 'standard', date_min: '2026-03-17', is_free: null, text: 'Delivery Tue, Mar 17' }],
        sampled_variation_asins: ['B0KETTLE02'],
        advertised_variation_count: 2,
      },
    ]);
    expect(page().data.related_searches).toEqual(['teapot', 'tea set']);
  });

  it('has no total from a filter, but the exact one of its data, and no last page', () => {
    const { data, gaps } = page();
    expect(data).not.toHaveProperty('total_results_count');
    expect(data).not.toHaveProperty('last_page_number');
    expect(gaps).toMatchObject([{ landmark: 's-result-info-bar', kind: 'missing' }]);
    expect(page('<script>x({"totalResultCount":41686,"asinOnPageCount":18})</script>').data.total_results_count).toBe(
      41686,
    );
  });
});
