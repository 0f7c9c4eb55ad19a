import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';

/** A list of results with the markup of 2017. */
const list = (tile: string, pages = '') =>
  `<html lang="en-us"><body><h2 id="s-result-count">1-16 of 812 results for <span class="a-color-state">"teapot"</span></h2>
   <ul><li id="result_0" data-asin="B0AAAAAAA1" class="s-result-item"><div class="a-row"><a href="/Teapot/dp/B0AAAAAAA1"><h2>Teapot</h2></a></div>${tile}</li></ul>
   <div id="pagn">${pages}</div></body></html>`;
const money = (text: string, nextToPrice = '') =>
  markup`
    <div class="a-row">
      <a href="/Teapot/dp/B0AAAAAAA1">
        <span class="a-offscreen">${text}</span>
        <span class="sx-price">
          <sup>$</sup>
          <span class="sx-price-whole">18</span>
          <sup>50</sup>
        </span>
      </a>${nextToPrice}</div>
  `;

function entry(tile: string) {
  const { data } = parseSearch(list(tile), { url: 'https://www.amazon.com/s?k=teapot' });
  return data?.shallow_parts[0];
}

describe('a list of results of 2017', () => {
  it('has a price next to its parts, and a struck price in the same row', () => {
    const struck =
      '<span aria-label="Suggested Retail Price: $20.00" class="a-color-secondary a-text-strike">$20.00</span>';
    expect(entry(money('$18.50', struck))).toMatchObject({
      price: 18.5,
      currency: 'USD',
      promotion: { deal: null, list_price: { amount: 20, label: null, savings_amount: 1.5, savings_percent: 8 } },
    });
  });

  it.each([
    ['a label', '<span aria-label="$1,212.49" class="a-color-base">', '</span>'],
    ['parts alone', '', ''],
  ])('has a price as %s', (_, before, after) => {
    const parts = markup`
        <span class="sx-price">
          <sup class="sx-price-currency">$</sup>
          <span class="sx-price-whole">1,212</span>
          <sup class="sx-price-fractional">49</sup>
        </span>
      `;
    const row = `<div class="a-row"><a href="/Teapot/dp/B0AAAAAAA1">${before}${parts}${after}</a></div>`;
    expect(entry(row)).toMatchObject({ price: 1212.49, currency: 'USD' });
  });

  it('has a range', () => {
    const ranged = entry(money('$9.99 - $12.99'));
    expect(ranged).toMatchObject({ price_min: 9.99, price_max: 12.99, promotion: null });
    expect(ranged).not.toHaveProperty('price');
  });

  it('has the price to buy of items that a membership includes or that can be rented', () => {
    const row = (price: string, words: string) =>
      markup`
        <div class="a-row">
          <a href="/Teapot/dp/B0AAAAAAA1">
            <span class="a-color-price s-price">${price}</span>
          </a>
          <span>${words}</span>
        </div>
      `;
    expect(entry(`${row('$0.00', 'with a membership')}${row('$3.99', 'to buy')}`)).toMatchObject({ price: 3.99 });
    expect(entry(`${row('$0.00', 'with a membership')}${row('$3.99', 'a month')}`)).not.toHaveProperty('price');
    expect(entry(`${row('$1.99', 'to rent')}${row('$3.99', 'to buy')}`)).toMatchObject({ price: 3.99 });
    expect(entry(row('$1.99', 'to rent'))).not.toHaveProperty('price');
    expect(entry(row('$0.00', 'with a membership'))).not.toHaveProperty('price');
    expect(entry(row('$0.00', ''))).toMatchObject({ price: 0, currency: 'USD' });
  });

  it('has the count of other offers after their price', () => {
    const offers = markup`
        <div class="a-row">
          <a href="/gp/offer-listing/B0AAAAAAA1">
            <span class="a-color-base">$15.00</span> (12 used & new offers)</a>
        </div>
      `;
    const tile = entry(`${money('$18.50')}${offers}`);
    expect(tile).toMatchObject({ price: 18.5, offers_count: 12, offers_from_price: 15 });
  });

  it('does not read other offers as purchases', () => {
    const offers = markup`
        <div class="a-row a-color-secondary">こちらからもご購入いただけます <a href="/gp/offer-listing/B0AAAAAAA1">
            <span class="a-color-base">￥5,150</span> (12点の新品)</a>
        </div>
      `;
    const bought = '<div class="a-row"><span class="a-color-secondary">過去1か月で200点以上購入されました</span></div>';
    const read = (tile: string) =>
      parseSearch(list(tile).replace('en-us', 'ja-jp'), { url: 'https://www.amazon.co.jp/s?k=x' }).data
        ?.shallow_parts[0];
    expect(read(offers)).not.toHaveProperty('bought_past_month');
    expect(read(offers + bought)).toMatchObject({ bought_past_month: 200, offers_count: 12, offers_from_price: 5150 });
  });

  it('has page numbers, the last one without a link', () => {
    const pages =
      '<span class="pagnCur">2</span><span class="pagnLink"><a>3</a></span><span class="pagnDisabled">20</span>';
    const { data } = parseSearch(list('', pages), { url: 'https://www.amazon.com/s?k=teapot' });
    expect(data).toMatchObject({ current_page: 2, last_page_number: 20, total_results_count: 812 });
  });

  it('leaves out advertisements, which have a heading above their title', () => {
    const heading = '<h5 class="a-color-tertiary s-sponsored-list-header s-sponsored-header">Gesponsert</h5>';
    const { data } = parseSearch(list(heading), { url: 'https://www.amazon.com/s?k=teapot' });
    expect(data).toMatchObject({ shallow_parts: [], sponsored_count: 1 });
  });

  it('has best sellers', () => {
    const badge = (id: string) =>
      `<a id="${id}" class="a-badge" data-a-badge-type="status"><span class="a-badge-label">Best Seller</span></a>`;
    expect(entry(badge('BESTSELLER_B0AAAAAAA1'))).toMatchObject({ is_best_seller: true, badges: ['Best Seller'] });
    expect(entry(badge('OTHER_B0AAAAAAA1'))).toMatchObject({ is_best_seller: false });
  });

  it('is found and empty if a heading says so', () => {
    const heading = '<h1 id="noResultsTitle">Your search <span>"teapots"</span> did not match any products.</h1>';
    const empty = `<html lang="en-us"><body><div id="centerPlus">${heading}</div></body></html>`;
    const { found, data } = parseSearch(empty, { url: 'https://www.amazon.com/s?k=teapots' });
    expect({ found, data }).toMatchObject({ found: true, data: { shallow_parts: [], total_results_count: 0 } });
    expect(() => parseSearch(empty.replace('noResultsTitle', 'x'), { url: 'https://www.amazon.com/s?k=t' })).toThrow(
      'is not a search page: it has no s-search-results.',
    );
  });
});
