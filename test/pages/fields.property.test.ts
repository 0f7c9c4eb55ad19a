import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldPaths } from '../../src/contract/fields.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import {
  BadRequestError,
  detectPageType,
  type PageContext,
  parsePage,
  parseProduct,
  parseSearch,
} from '../../src/entries/parse.ts';
import { rows, textOf } from '../fixtures/fixture.ts';
import { runsOf } from '../runs.ts';
import { expectSame, fieldsOf, readableFixtures } from './some-fields.ts';

describe('a page that is read with some fields', () => {
  it.each(readableFixtures)('%s gives the values of the whole page', (_, page) => {
    const { page_type } = page.all;
    fc.assert(
      fc.property(fieldsOf(page_type), (fields) => expectSame(page, fields)),
      runsOf(15),
    );
    expect(parsePage(page.html, { ...page.context, fields: fieldPaths(page_type) }).gaps).toEqual(page.all.gaps);
  });

  it('has fixture pages of every type', () => {
    const types = rows.filter(({ status }) => status === 200).map(({ url }) => detectPageType(url)?.page_type);
    expect(new Set(types)).toEqual(new Set(PAGE_TYPES));
  });
});

const url = 'https://www.amazon.com/dp/B0LANTERN1';
const lantern = textOf('product/us-lantern.html');
const search = textOf('search/us-camping-lantern.html');
const searchUrl = 'https://www.amazon.com/s?k=camping+lantern';

describe('parsePage with fields', () => {
  it('returns them in the given order, after what identifies the data', () => {
    const { data } = parsePage(lantern, { url, fields: ['bb_price', 'title', 'brand.name'] });
    expect(JSON.stringify(data)).toBe(
      '{"asin":"B0LANTERN1","bb_price":34.99,"title":"Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green)","brand":{"name":"Larkmoor"}}',
    );
  });

  it('returns the entries of a list with some of their fields', () => {
    const { data } = parseSearch(search, { url: searchUrl, fields: ['shallow_parts.price'] });
    expect(Object.keys(data ?? {})).toEqual(['current_page', 'shallow_parts']);
    expect(data?.shallow_parts.length).toBe(5);
    for (const entry of data?.shallow_parts ?? []) expect(Object.keys(entry).join()).toMatch(/^asin(?:,price)?$/);
  });

  it('reports no gap of a field that is not wanted, and every other', () => {
    const bare = lantern
      .replaceAll('customerReviews', 'x')
      .replaceAll('reviewsMedley', 'x')
      .replaceAll('customer-reviews_feature_div', 'x');
    const gapsOf = (fields?: ['rating'] | ['title', 'bb_price']) =>
      parseProduct(bare, { url, fields }).gaps.map(({ landmark }) => landmark);
    expect(gapsOf()).toEqual(['#customerReviews']);
    expect(gapsOf(['rating'])).toEqual(['#customerReviews']);
    expect(gapsOf(['title', 'bb_price'])).toEqual([]);
  });

  it('throws for a page without a required landmark', () => {
    expect(() => parsePage('<html><body>x</body></html>', { url, fields: ['title'] })).toThrow('not a product page');
  });

  it.each([
    [['titel'], '"titel" is not a field of product. Did you mean "title"?'],
    [['brand.nam'], '"brand.nam" is not a field of product. Did you mean "brand.name"?'],
    [['deal_id'], '"deal_id" is not a field of product. Did you mean "promotion.deal.deal_id"?'],
    [['shallow_parts.title'], '"shallow_parts.title" is not a field of product.'],
    [['__proto__'], '"__proto__" is not a field of product.'],
    [['title.x'], '"title.x" is not a field of product.'],
    [[''], '"" is not a field of product.'],
    [[], 'the list is empty: expected at least one field name. Leave it out for all fields.'],
    ['title', '"title" is not a list: expected a list of field names such as ["title", "brand.name"].'],
    [[5], '5 is not a string: expected a list of field names such as ["title", "brand.name"].'],
    [null, 'null is not a list'],
    [Array.from({ length: 301 }, () => 'title'), '301 names are too many: expected at most 300.'],
  ])('rejects the fields %.100j', (fields, message) => {
    for (const read of [parsePage, parseProduct] as ((html: string, context: PageContext) => unknown)[]) {
      const call = () => read(lantern, { url, fields } as PageContext);
      expect(call).toThrow(BadRequestError);
      expect(call).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER', parameter: 'fields' }));
      expect(call).toThrow(`fields: ${message}`);
    }
  });

  it('accepts repeated fields, and fields inside of another one', () => {
    const fields = ['brand.name', 'title', 'brand', 'title'] as const;
    const { data } = parseProduct(lantern, { url, fields });
    expect(data).toEqual(parseProduct(lantern, { url, fields: ['title', 'brand'] }).data);
    expect(Object.keys(data?.brand ?? {})).toContain('url');
  });

  it('reads the values of a map by any name', () => {
    const { data } = parseProduct(lantern, { url, fields: ['selected_variation.color_name'] });
    expect(Object.keys(data?.selected_variation ?? {})).toEqual(['color_name']);
  });
});

describe('a list of a product that is longer than any of a real page', () => {
  const asin = (at: number) => `B0${String(at).padStart(8, '0')}`;
  const list = (count: number, part: (at: number) => string, between = ',') =>
    Array.from({ length: count }, (_, at) => part(at)).join(between);
  const src = (at: number) => `https://m.media-amazon.com/images/I/${at}.jpg`;
  const ids = (count: number) => `[${list(count, (at) => `&quot;${asin(at)}:&quot;`)}]`;
  const row = (at: number) => `<tr><th>Label ${at}</th><td>Value</td></tr>`;
  const late = (json: string) =>
    `<script>P.register('ImageBlockBTF', function(){ jQuery.parseJSON('${json}') })</script>`;

  it.each<[what: string, most: number, make: (count: number) => string]>([
    [
      'images',
      1_000,
      (count) => `<script>'colorImages': { 'initial': [${list(count, (at) => `{"hiRes":"${src(at)}"}`)}] }</script>`,
    ],
    [
      'images',
      1_000,
      (count) => `<script>'imageGalleryData': [${list(count, (at) => `{"mainUrl":"${src(at)}"}`)}]</script>`,
    ],
    [
      'images',
      1_000,
      (count) => `<div id="altImages">${list(count, (at) => `<li class="item"><img src="${src(at)}"></li>`, '')}</div>`,
    ],
    [
      'images',
      1_000,
      (count) =>
        `<div id="image-block">${list(count, (at) => `<img class="product-image" src="${src(at)}">`, '')}</div>`,
    ],
    ['videos', 1_000, (count) => late(`{"videos":[${list(count, (at) => `{"url":"${src(at)}"}`)}]}`)],
    [
      'related_asins',
      1_000,
      (count) => `<div data-a-carousel-options="{&quot;ajax&quot;:{&quot;id_list&quot;:${ids(count)}}}"></div>`,
    ],
    [
      'comparison_asins',
      1_000,
      (count) => `<div id="HLCXComparisonTable">${list(count, (at) => `<a href="/dp/${asin(at)}">x</a>`, '')}</div>`,
    ],
    [
      'specifications',
      1_000,
      (count) => `<div id="prodDetails"><table class="prodDetTable">${list(count, row, '')}</table></div>`,
    ],
    [
      'aplus_image_urls',
      1_000,
      (count) =>
        `<div id="aplus_feature_div"><div class="aplus-module">${list(count, (at) => `<img src="${src(at)}">`, '')}</div></div>`,
    ],
    [
      'whats_in_the_box',
      1_000,
      (count) => `<ul id="witb-content-list">${list(count, (at) => `<li>Part ${at}</li>`, '')}</ul>`,
    ],
    [
      'variations',
      10_000,
      (count) => `<script>"dimensionValuesDisplayData": {${list(count, (at) => `"${asin(at)}":["x"]`)}}</script>`,
    ],
    [
      'values of a dimension',
      10_000,
      (count) => `<script>"variationValues": {"size":[${list(count, (at) => `"size ${at}"`)}]}</script>`,
    ],
  ])('is an error: %s, more than %i', (what, most, make) => {
    const read = (count: number) =>
      parseProduct(`<div id="dp"><span id="productTitle">T</span>${make(count)}</div>`, { url });
    const message = expect.stringMatching(
      new RegExp(`${what}.* has more than ${most} |has more than ${most} .*${what}`),
    );
    expect(() => read(most + 1)).toThrow(expect.objectContaining({ code: 'PARSER_ERROR', message }));
    expect(JSON.stringify(read(most - 1).data).length).toBeGreaterThan(most);
  });
});
