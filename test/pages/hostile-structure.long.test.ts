/** Pages that repeat or nest the parts of each page type: twice as many take about twice as many steps. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ParseError } from '../../src/contract/errors.ts';
import { parsePage } from '../../src/entries/parse.ts';
import { explainPage } from '../../src/pages/index.ts';

const URLS = {
  product: 'https://www.amazon.com/dp/B0LANTERN1',
  search: 'https://www.amazon.com/s?k=lantern',
  offers: 'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0LANTERN1',
  reviews: 'https://www.amazon.com/product-reviews/B0LANTERN1',
  bestseller: 'https://www.amazon.com/gp/bestsellers/kitchen',
  category: 'https://www.amazon.com/b?node=12345',
  seller: 'https://www.amazon.com/sp?seller=A1B2C3D4E5F6G7',
} as const;

const asin = (at: number) => `B0${String(at).padStart(8, '0')}`;
const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const tile = (at: number) =>
  `<div data-component-type="s-search-result" data-asin="${asin(at)}"><h2><a href="/dp/${asin(at)}">T</a></h2><span class="a-price"><span class="a-offscreen">$1.00</span></span>`;
const list = (tiles: string) => `<span data-component-type="s-search-results">${tiles}</span>`;
const product = (parts: string) => `<div id="dp"><span id="productTitle">T</span>${parts}</div>`;

type Shape = [type: keyof typeof URLS, count: number, make: (count: number) => string];

/** Each shape takes square time in a reader that reads an entry, a row or a script once for each of its parts. */
const SHAPES: Record<string, Shape> = {
  'result tiles inside of tiles': ['search', 300, (count) => list(many(count, tile))],
  'result tiles next to blocks of other items': [
    'search',
    300,
    (count) => list(many(count, (at) => `${tile(at)}<div id="sims-${at}">x</div></div>`)),
  ],
  'dividing lines in a tile': [
    'search',
    2_000,
    (count) => list(`${tile(1)}${'<hr class="a-divider-normal">'.repeat(count)}`),
  ],
  'rows inside of rows of a tile': [
    'search',
    1_000,
    (count) =>
      list(`${tile(1)}${'<div class="a-row a-color-secondary"><span class="a-color-secondary">$2'.repeat(count)}`),
  ],
  'reviews inside of reviews': [
    'reviews',
    500,
    (count) =>
      `<div id="cm_cr-review_list">${many(count, (at) => `<div data-hook="review" id="R${asin(at)}"><b data-hook="review-body">x`)}`,
  ],
  'best-seller cards inside of cards': [
    'bestseller',
    500,
    (count) =>
      `<div id="zg-right-col"><h1>x</h1>${many(count, (at) => `<div id="gridItemRoot"><i class="zg-bdg-text">#${at + 1}</i><a href="/dp/${asin(at)}">x</a>`)}`,
  ],
  'best-seller lists inside of lists': [
    'bestseller',
    500,
    (count) =>
      `<div id="zg-right-col"><h1>x</h1>${many(count, (at) => `<div class="a-carousel-container"><a href="/gp/bestsellers/kitchen">x</a><div class="a-carousel-card"><a href="/dp/${asin(at)}">x</a>`)}`,
  ],
  'offers inside of offers': [
    'offers',
    300,
    (count) =>
      `<div id="aod-offer-list">${'<div id="aod-offer"><div id="aod-offer-soldBy">x</div><span class="a-price">$1</span>'.repeat(count)}`,
  ],
  'struck prices in one line of an offer': [
    'offers',
    2_000,
    (count) =>
      `<div id="aod-offer-list"><div id="aod-offer"><div id="aod-price-1"><p>${'x<i class="a-price" data-a-strike="true">$1</i>'.repeat(count)}`,
  ],
  'tables inside of tables of a seller': [
    'seller',
    500,
    (count) => `<div id="seller-name">x</div>${'<table><tr><td>'.repeat(count)}`,
  ],
  'elements inside of each other in a field': [
    'product',
    5_000,
    (count) => product(`<div id="centerCol">${'<span>'.repeat(count)}x`),
  ],
  'elements with the same id': [
    'product',
    2_000,
    (count) => product('<div id="price"><i class="a-price">$1</i></div>'.repeat(count)),
  ],
  'lists inside of lists of a product': [
    'product',
    1_000,
    (count) => product(`<div id="feature-bullets">${'<ul><li>x'.repeat(count)}`),
  ],
  'rows of choices inside of rows': [
    'product',
    500,
    (count) =>
      product(
        `<div id="twister">${many(count, (at) => `<div id="variation_size_name"><ul><li data-asin="${asin(at)}"><img alt="x">`)}`,
      ),
  ],
  'markers of embedded JSON': [
    'product',
    4_000,
    (count) => product(`<script>${'"colorImages":{'.repeat(count)}</script>`),
  ],
  'links inside of a category tree that was not closed': [
    'category',
    2_000,
    (count) =>
      `<div id="departments">${many(count, (at) => `<ul><li id="n/${12345 + at}"><a href="/b?node=${at}"><span>x`)}`,
  ],
  'headings inside of each other on a page of nothing': ['product', 800, (count) => '<h1><i>x'.repeat(count)],
};

const requestedAt = new Date('2026-11-20T12:00:00Z');

afterEach(() => vi.restoreAllMocks());

/** Returns the looks at the clock while a page is read: one for each thousand steps. */
function looksAt(read: typeof parsePage | typeof explainPage, html: string, url: string): number {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  try {
    read(html, { url, requestedAt });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
  }
  const { length } = clock.mock.calls;
  clock.mockRestore();
  return length;
}

/** A page has steps that do not depend on the number of parts. */
const FIXED = 20;

describe.each(Object.entries(SHAPES))('%s', (_, [type, count, make]) => {
  it.each([
    ['parsePage', parsePage],
    ['explainPage', explainPage],
  ] as const)(
    'take %s linear steps',
    (_, read) => {
      const url = URLS[type];
      expect(looksAt(read, make(2 * count), url)).toBeLessThan(2.5 * looksAt(read, make(count), url) + FIXED);
    },
    60_000,
  );
});

describe('an entry inside of another entry', () => {
  it('is an entry of its own, on a page of results', () => {
    const { data } = parsePage(list(`${tile(1)}${tile(2)}</div></div>${tile(3)}</div>`), {
      url: URLS.search,
      requestedAt,
    });
    expect(data).toMatchObject({ shallow_parts: [{ asin: asin(1) }, { asin: asin(2) }, { asin: asin(3) }] });
  });

  it('is a part of it, on a page of reviews', () => {
    const review = (id: string) => `<div data-hook="review" id="${id}"><b data-hook="review-body">x</b>`;
    const html = `<div id="cm_cr-review_list">${review('RLANTERN001')}${review('RLANTERN002')}</div></div>${review('RLANTERN003')}</div></div>`;
    const { data } = parsePage(html, { url: URLS.reviews, requestedAt });
    expect(data).toMatchObject({ entries: [{ review_id: 'RLANTERN001' }, { review_id: 'RLANTERN003' }] });
  });
});

describe('a page beyond a limit', () => {
  it('is an error that names the limit, not a cut list', () => {
    const html = list(many(1_001, (at) => `${tile(at)}</div>`));
    const read = () => parsePage(html, { url: URLS.search, requestedAt });
    expect(read).toThrow(ParseError);
    expect(read).toThrow(
      `html: the page ${URLS.search} has more than 1000 entries: no page of a marketplace has. Check that it is complete and unchanged.`,
    );
  });

  it('is an error for repeated formatting elements', () => {
    const html = product(many(1_000, (at) => `<p><b id="b${at}">`));
    expect(() => parsePage(html, { url: URLS.product, requestedAt })).toThrow(/more than \d+ elements: no page/);
  });

  it.each([
    [
      'rows of the Buy Box',
      `<div id="buybox"><div class="a-accordion">${many(101, (at) => `<div data-a-accordion-row-name="r${at}">$1</div>`)}`,
    ],
    ['dimensions of variations', `<script>"variationValues":{${many(51, (at) => `"d${at}":["x"],`)}}</script>`],
  ])('is an error for too many %s', (what, html) => {
    expect(() => parsePage(product(html), { url: URLS.product, requestedAt })).toThrow(what);
  });

  it('is read if it has as many tiles as a long list', () => {
    const { data } = parsePage(list(many(300, (at) => `${tile(at)}</div>`)), { url: URLS.search, requestedAt });
    expect(data).toMatchObject({ shallow_parts: { length: 300 } });
  });
});

describe('explainPage', () => {
  it('reads JSON that is nested deep', () => {
    const json = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const html = product(`<script>'colorImages': { 'initial': ${json}}</script>`);
    expect(explainPage(html, { url: URLS.product, requestedAt }).found).toBe(true);
  });

  it('shows no value that is not in the data, because it is not a finite number', () => {
    const html = `<div id="aod-offer-list"><div id="aod-offer"><div id="aod-offer-soldBy">x</div><p>Only ${'9'.repeat(2_000)} left in stock</p></div></div>`;
    const { fields } = explainPage(html, { url: URLS.offers, requestedAt });
    const numbers = fields.map(({ value }) => value).filter((value) => typeof value === 'number');
    expect(numbers.every(Number.isFinite)).toBe(true);
  });
});

describe('work that no cap of a part ends', () => {
  const lines = (count: number) =>
    list(
      `${tile(1)}<div data-cy="price-recipe">${'<span class="a-price a-text-price" data-a-strike="true">$2</span><i class="a-color-secondary">$3</i>'.repeat(count)}`,
    );

  it('ends at the limit of steps', () => {
    const context = { url: URLS.search, requestedAt, parseTimeoutMs: 1_000_000 };
    expect(() => parsePage(lines(100), context)).not.toThrow();
    expect(() => parsePage(lines(1_500), context)).toThrow(
      expect.objectContaining({
        code: 'PARSER_ERROR',
        message: expect.stringMatching(/more than \d+ steps of reading/),
      }),
    );
  });
});
