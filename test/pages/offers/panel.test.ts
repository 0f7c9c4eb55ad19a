import { describe, expect, test } from 'vitest';
import type { OffersData } from '../../../src/entries/parse.ts';
import { ParseError, parseOffers, parsePage } from '../../../src/entries/parse.ts';
import { offer, panel } from './page.ts';

const main = (query = '') =>
  `https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTCASE&pc=dp&experienceId=aodAjaxMain${query}`;

function read(html: string, query = '', url = main(query)): OffersData {
  const { data } = parseOffers(html, { url });
  if (data === null) throw new Error('not found');
  return data;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => offer(index + 1));
const amazon = { seller: 'Amazon.com', sellerId: '' };

describe('the all-offers panel', () => {
  test('has the pinned offer first and once, although the sticky header repeats it', () => {
    const data = read(panel(offer(0, { price: '$18.50' }), many(2)));
    expect(data.product_sellers_info.map(({ is_pinned, price }) => [is_pinned, price])).toEqual([
      [true, 18.5],
      [false, 20],
      [false, 20],
    ]);
  });

  test('has the facts of the item', () => {
    expect(read(panel(offer(0), []))).toMatchObject({
      asin: 'B0TESTCASE',
      title: 'Desk Lamp',
      image_url: 'https://img.example/lamp.jpg',
      rating: 4.3,
      reviews: 1085,
      page_index: 0,
    });
  });

  test('has counts of the page, with the operator as fulfilled by itself', () => {
    const data = read(panel(offer(0, amazon), [offer(1, { fulfilled: true }), offer(2), offer(3)]));
    expect(data).toMatchObject({ fba_count: 2, fbm_count: 2, sold_by_amazon: true });
    expect(read(panel(undefined, many(3)))).toMatchObject({ fba_count: 0, fbm_count: 3, sold_by_amazon: false });
  });

  test.each([
    ['fifteen offers', offer(0), 10, 14, 2, 15],
    ['128 others', offer(0), 10, 128, 13, 129],
    ['exactly ten others', offer(0), 10, 10, 1, 11],
    ['a pinned offer alone', offer(0), 0, 0, 1, 1],
    ['no pinned offer', undefined, 3, 3, 1, 3],
    ['none', undefined, 0, 0, 0, 0],
  ])('has the totals of %s', (_, pinned, shown, count, pages, total) => {
    const data = read(panel(pinned, many(shown), count));
    expect(data).toMatchObject({ total_pages: pages, total_offers_count: total });
  });

  test('omits a count that the page does not show', () => {
    const without = read(panel(offer(0), many(2)).replace(/<input[^>]*aod-total-offer-count[^>]*>/, ''));
    expect(without).not.toHaveProperty('total_pages');
    expect(without).not.toHaveProperty('total_offers_count');
  });

  test('has no pinned offer and no number of offers after the first page', () => {
    const data = read(panel(offer(0), many(4), 14), '&pageno=2');
    expect(data).toMatchObject({ page_index: 1, product_sellers_info: { length: 4 } });
    expect(data.product_sellers_info.some(({ is_pinned }) => is_pinned)).toBe(false);
    expect(data.total_pages).toBe(2);
    expect(data).not.toHaveProperty('total_offers_count');
  });

  test('is found with no offers if a later page is empty', () => {
    const html = '<input type="hidden" name="" value="0" id="aod-total-offer-count"/><div role="list"></div>';
    const page = parsePage(html, { url: main('&isonlyrenderofferlist=true&pageno=3') });
    expect(page).toMatchObject({
      page_type: 'offers',
      found: true,
      data: { asin: 'B0TESTCASE', page_index: 2, product_sellers_info: [], fba_count: 0, fbm_count: 0 },
    });
  });

  test('has no totals if there is only the list', () => {
    expect(read(panel(undefined, many(2)), '&isonlyrenderofferlist=true')).not.toHaveProperty('total_offers_count');
  });

  test('ignores a filter in the URL', () => {
    const used = offer(1, { heading: 'Used - Good' });
    const data = read(panel(undefined, [used]), '&filters=%7B%22all%22%3Atrue%2C%22usedGood%22%3Atrue%7D');
    expect(data).toMatchObject({ total_offers_count: 1, product_sellers_info: [{ condition: 'used_good' }] });
  });

  test('has no pinned offer if that block shows only the item', () => {
    expect(read(panel(undefined, many(1))).product_sellers_info.map(({ is_pinned }) => is_pinned)).toEqual([false]);
  });

  test('is read on a product page', () => {
    const html = `<html lang="en-us"><body><div id="dp"><span id="productTitle">Desk Lamp</span>
      <div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$99.00</span></span></div></div>
      ${panel(offer(0, { price: '$18.50' }), many(1))}
      <div id="sims"><span class="a-price"><span class="a-offscreen">$7.00</span></span></div></body></html>`;
    const data = read(html, '', 'https://www.amazon.com/dp/B0TESTCASE?aod=1&th=1');
    expect(data.product_sellers_info.map(({ price }) => price)).toEqual([18.5, 20]);
  });

  test('throws ParseError for a product page without the panel', () => {
    const html = '<html><body><div id="dp"><span id="productTitle">Desk Lamp</span></div></body></html>';
    expect(() => parseOffers(html, { url: 'https://www.amazon.com/dp/B0TESTCASE?aod=1' })).toThrow(ParseError);
  });

  test('returns the offers of a truncated panel', () => {
    const html = panel(offer(0), many(3), 3);
    const cut = html.slice(0, html.lastIndexOf('id="aod-offer"') - 5);
    expect(read(cut).product_sellers_info).toHaveLength(3);
  });
});
