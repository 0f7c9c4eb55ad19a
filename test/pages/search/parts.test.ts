import { describe, expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { parseSearch, type SearchResultEntry } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { delivery, page, price, priceRow, search, struck, tile } from './markup.ts';

const MARKS = [
  'image-container',
  'title-recipe',
  'reviews-block',
  'price-recipe',
  'delivery-recipe',
  'secondary-offer-recipe',
  'product-details-recipe',
];

const reviews = markup`
  <div class="a-row a-size-small">
    <span aria-label="4.3 out of 5 stars"><a><i class="a-icon a-icon-star-small"><span class="a-icon-alt">4.3 out of 5 stars</span></i></a></span>
    <span aria-label="1,998 ratings"><a class="s-underline-text">1,998</a></span>
  </div>
  <div class="a-row a-size-base"><span class="a-size-base a-color-secondary">300+ bought in past month</span></div>
`;
const coupon = markup`
  <span data-component-type="s-coupon-component">
    <span class="s-coupon-unclipped"><span class="s-coupon-highlight-color">Save 5%</span> with coupon</span>
  </span>
`;
const moreOffers = markup`
  <div class="a-row a-color-secondary"><span>More Buying Choices</span><br><span class="a-color-base">$43.96</span>
    <span data-action="s-show-all-offers-display"><a href="/gp/offer-listing/B0AAAAAAA1">(8 used &amp; new offers)</a></span></div>
`;
const specifications = markup`
  <div data-cy="product-details-recipe">
    <div class="s-product-specs-view">
      <div><span class="a-color-secondary">Brand</span><span>:</span> <span class="a-text-bold">Bolltek</span></div>
    </div>
  </div>
`;
/** Another variation and another offer, with prices, a picture, a rating and a stock of their own. */
const others = markup`
  <div class="s-color-swatch-container">
    <div class="s-color-swatch-outer-circle"><a href="/dp/B0AAAAAAA2"><img src="https://images.example/swatch.jpg">${price('$11.11')}</a></div>
  </div>
  <div data-cy="certification-recipe"><div class="a-popover-preload"><h2>Certified</h2></div><img src="https://images.example/leaf.jpg"></div>
  <div data-cy="add-to-cart"><button>Add to cart</button></div>
  <div data-cy="multi-offer-display">
    <h2>Another way to buy</h2><i class="a-icon-star-small"><span class="a-icon-alt">1.0 out of 5 stars</span></i>
    <div class="a-row">${price('$22.22')}${struck('List:', '$33.33')}</div>
    <i class="a-icon-prime"></i>${delivery('Delivery Sat, Mar 28', '', 'Only 2 left in stock.')}
    <a href="/gp/offer-listing/B0AAAAAAA1">(9 used offers)</a>
  </div>
`;

const whole = tile({
  reviews,
  price: priceRow(price('$49.95'), struck('List:', '$56.10'), coupon),
  delivery: delivery('FREE delivery Wed, Mar 11', '', 'Only 7 left in stock.'),
  offers: moreOffers,
  rest: `${specifications}${others}`,
});

/** Reads the tile once for each list of marks, without these marks. */
function withoutEach(lists: readonly (readonly string[])[], html: string): SearchResultEntry[] {
  const strip = (marks: readonly string[]) =>
    marks.reduce((text, mark) => text.replaceAll(` data-cy="${mark}"`, ''), html);
  const { shallow_parts } = search(page({ tiles: lists.map(strip) }));
  return shallow_parts.map((entry) => ({ ...entry, index_on_page: 1, position_overall: 1 }));
}

function without(marks: readonly string[], html: string): SearchResultEntry {
  const [first] = withoutEach([marks], html);
  if (first === undefined) throw new Error('the page has no organic tile');
  return first;
}

function details(html: string): string[] {
  return parseSearch(html, { url: 'https://www.amazon.com/s?k=kettle' }).gaps.map(({ detail }) => detail);
}

/** Every subset of a list. By day one of three, with none and all. */
function subsets<T>(list: readonly T[]): T[][] {
  const all = 2 ** list.length - 1;
  const given = Array.from({ length: all + 1 }, (_, bits) => bits).filter(
    (bits) => isNightly || (bits % all) % 3 === 0,
  );
  return given.map((bits) => list.filter((_, index) => (bits >> index) % 2 === 1));
}

describe('the parts of a tile', () => {
  it('are read from their marks', () => {
    expect(without([], whole)).toMatchObject({
      title: 'Blue Kettle',
      image_url: 'https://images.example/B0AAAAAAA1._AC_UY218_.jpg',
      brand: 'Bolltek',
      rating: 4.3,
      reviews: 1998,
      bought_past_month: 300,
      price: 49.95,
      list_price: 56.1,
      coupon: { unit: 'percent', value: 5 },
      shipping: 0,
      is_prime: null,
      delivery: [{ date_min: '2026-03-11', is_free: true }],
      stock_qty: 7,
      offers_count: 8,
      offers_from_price: 43.96,
    });
  });

  it('have the same values whichever of them are marked', () => {
    const all = subsets(MARKS);
    const entry = without([], whole);
    expect(withoutEach(all, whole)).toEqual(all.map(() => entry));
  });

  it('are found by the class that three of them have since 2022', () => {
    const classes = {
      image: 's-product-image-container',
      title: 's-title-instructions-style',
      price: 's-price-instructions-style',
    };
    const html = Object.entries(classes).reduce(
      (text, [name, value]) => text.replace(new RegExp(`data-cy="${name}-(?:container|recipe)"`), `class="${value}"`),
      whole,
    );
    const all = subsets(MARKS);
    const entry = without([], whole);
    expect(withoutEach(all, html)).toEqual(all.map(() => entry));
    // The whole part counts, as with its mark: not only the row of the price.
    const lowest =
      '<div class="a-row"><span class="a-color-secondary">Lowest:</span><span class="a-price a-text-price">€9.00</span></div>';
    const row = (attribute: string) => `<div ${attribute}>${priceRow(price('€8.00'))}${lowest}</div>`;
    for (const attribute of ['data-cy="price-recipe"', 'class="a-section puis-price-instructions-style"']) {
      const [first] = search(page({ tiles: [tile({ rest: row(attribute) })] }), { domain: 'amazon.de' }).shallow_parts;
      expect(first?.promotion?.lowest_price_30_days?.amount, attribute).toBe(9);
    }
  });

  it('are absent if the tile lacks them, whichever of the others are marked', () => {
    const bare = tile({ rest: others });
    const all = subsets(MARKS);
    const entry = without([], bare);
    expect(withoutEach(all, bare)).toEqual(all.map(() => entry));
    for (const field of ['brand', 'rating', 'reviews', 'price', 'list_price', 'delivery', 'stock_qty', 'in_stock'])
      expect(entry).not.toHaveProperty(field);
    expect(entry).toMatchObject({ is_prime: null, shipping: null, promotion: null, coupon: null });
  });

  it('are reported if no tile of a list has them', () => {
    const stars = '<div id="p_72-title">Customer Review</div>';
    const list = (length: number, one: (asin: string) => string, rest = '') =>
      details(page({ tiles: Array.from({ length }, (_, index) => one(`B0AAAAAAA${index}`)), rest }));
    const bare = (asin: string) => tile({ asin }).replace('<img', '<i');
    expect(list(8, bare, stars)).toEqual([
      'no result has a picture',
      'no result has a price',
      'no result has a rating',
    ]);
    expect(list(8, bare)).toEqual(['no result has a picture', 'no result has a price']);
    expect(list(7, bare, stars)).toEqual([]);
    const shown = (asin: string) =>
      asin === 'B0AAAAAAA7' ? tile({ asin, reviews, price: priceRow(price('$1.00')) }) : bare(asin);
    expect(list(8, shown, stars)).toEqual([]);
  });

  it('count offers as a price of a list', () => {
    const html = page({
      tiles: Array.from({ length: 8 }, (_, index) => tile({ asin: `B0AAAAAAA${index}`, offers: moreOffers })),
    });
    expect(details(html)).toEqual([]);
  });
});

describe('swatches', () => {
  const swatch = (asin: string, name = 's-color-swatch-outer-circle') =>
    `<div class="${name}"><a href="/Kettle/dp/${asin}"><span></span></a></div>`;
  const more = '<div><a class="s-color-swatch-link" href="/Kettle/dp/B0AAAAAAA1">+4</a></div>';
  const counted = (...swatches: string[]) => {
    const rest = `<div class="s-color-swatch-container">${swatches.join('')}</div>`;
    return search(page({ tiles: [tile({ rest })] })).shallow_parts[0];
  };

  it('are counted with those that the overflow counts', () => {
    const shown = [swatch('B0AAAAAAA1'), swatch('B0AAAAAAA2'), swatch('B0AAAAAAA3')];
    expect(counted(...shown)?.advertised_variation_count).toBe(3);
    expect(counted(...shown, more)?.advertised_variation_count).toBe(7);
    expect(counted()?.advertised_variation_count).toBeNull();
  });

  it('are not counted if one of them has lost its mark or its link', () => {
    const [one, two] = [swatch('B0AAAAAAA2'), swatch('B0AAAAAAA3')];
    for (const lost of [
      swatch('B0AAAAAAA4', 'other'),
      '<div class="s-color-swatch-outer-circle"><span></span></div>',
    ]) {
      const shown = counted(one, two, lost);
      expect(shown).not.toHaveProperty('advertised_variation_count');
      expect(shown).toMatchObject({ has_variation_swatches: true });
      expect(shown?.sampled_variation_asins).toEqual(expect.arrayContaining(['B0AAAAAAA2', 'B0AAAAAAA3']));
    }
  });
});

describe('a list that lost an end tag', () => {
  const tiles = [1, 2, 3, 4].map((at) =>
    tile({ asin: `B0AAAAAAA${at}`, title: `Kettle ${at}`, price: at === 1 ? '' : priceRow(price(`$${at}0.00`)) }),
  );
  const broken = (html: string, end: RegExp) => html.replace(end, '');

  it.each([
    ['of the first tile', () => broken(tiles[0] ?? '', /<\/div>$/) + tiles.slice(1).join('')],
    ['of a part of the first tile', () => broken(tiles[0] ?? '', /<\/div><\/div>$/) + tiles.slice(1).join('')],
    ['of each tile', () => tiles.map((one) => broken(one, /<\/div>$/)).join('')],
  ])('has all its tiles, each with its own values: %s', (_, html) => {
    const { shallow_parts } = search(page({ tiles: [html()] }));
    expect(shallow_parts.map(({ asin, title, price: amount }) => [asin, title, amount])).toEqual([
      ['B0AAAAAAA1', 'Kettle 1', undefined],
      ['B0AAAAAAA2', 'Kettle 2', 20],
      ['B0AAAAAAA3', 'Kettle 3', 30],
      ['B0AAAAAAA4', 'Kettle 4', 40],
    ]);
  });
});
