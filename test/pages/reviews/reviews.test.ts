import { describe, expect, test } from 'vitest';
import { ParseError, parsePage, parseReviews } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { read, review } from './page.ts';

test('returns the product and its totals', () => {
  expect(read()).toMatchObject({
    asin: 'B0KETTLE01',
    title: 'Copper Kettle',
    rating: 4.6,
    reviews: 10073,
    current_page: 1,
    entries: [{ review_id: 'R1KETTLE000001' }],
  });
});

describe('the page number', () => {
  const next = '<li class="a-last"><a href="?pageNumber=4">Next page</a></li>';
  const end = '<li class="a-disabled a-last">Next page</li>';
  const number = (n: number, names = '') => `<li class="${names}"><a>${n}</a></li>`;

  test.each([
    ['the address says which', '?pageNumber=3', next, 3, undefined],
    ['the button for the next one is greyed on the last', '?pageNumber=3', end, 3, 3],
    ['older pages number them', '', number(1) + number(2, 'a-selected') + number(9) + next, 2, 9],
    ['nothing is said', '', '', 1, undefined],
  ])('%s', (_, query, pager, current, last) => {
    const data = read({ path: `/product-reviews/B0KETTLE01${query}`, pager });
    expect([data.current_page, data.last_page_number]).toEqual([current, last]);
  });
});

test('reads the product from links if the URL does not name it', () => {
  const html = `<div id="cm_cr-review_list">${review()}</div>`;
  expect(parseReviews(html, { url: 'https://www.amazon.com/saved.html' }).data?.asin).toBe('B0KETTLE01');
});

test('reads a page of 2015, with classes instead of hooks', () => {
  const html = markup`
    <html lang="en-us"><body>
      <div id="cm_cr-product_info">
        <span class="arp-rating-out-of-text">4.6 out of 5 stars</span><span class="totalReviewCount">1,234</span>
        <div class="product-title"><h1><a href="/Kettle/dp/B0KETTLE01/ref=cm_cr_pr_product_top">Copper Kettle</a></h1></div>
      </div>
      <div id="cm_cr-review_list">
        <div id="R1KETTLE000001" class="a-section review">
          <div class="a-row helpful-votes-count"><span class="review-votes">12 of 15 people found the following review helpful</span></div>
          <a href="/gp/customer-reviews/R1KETTLE000001/ref=cm_cr_pr_rvw_ttl"><i class="a-icon a-star-4 review-rating"><span class="a-icon-alt">4</span></i></a>
          <a class="review-title" href="/gp/customer-reviews/R1KETTLE000001/ref=cm_cr_pr_rvw_ttl">Boils well</a>
          <span class="review-byline"><span>By</span> <a class="author" href="/gp/pdp/profile/A1/ref=cm_cr_pr_pdp">Ann</a></span>
          <span class="review-date">on March 4, 2015</span>
          <div class="review-data">
            <a href="/product-reviews/B0KETTLE01/ref=cm_cr_pr_rvw_fmt?formatType=current_format">Color: Red</a>
            <span data-action="reviews:show-avp"><a>Verified Purchase</a></span>
          </div>
          <span class="review-text">Quick and quiet.</span>
          <div class="review-comment"><a class="author" href="/gp/pdp/profile/A2">Bo</a></div>
        </div>
      </div>
    </body></html>
  `;
  const page = parsePage(html, { url: 'https://www.amazon.com/product-reviews/B0KETTLE01' });
  expect(page.data).toEqual({
    asin: 'B0KETTLE01',
    title: 'Copper Kettle',
    rating: 4.6,
    reviews: 1234,
    current_page: 1,
    entries: [
      {
        review_id: 'R1KETTLE000001',
        title: 'Boils well',
        text: 'Quick and quiet.',
        rating: 4,
        author: 'Ann',
        author_url: '/gp/pdp/profile/A1/ref=cm_cr_pr_pdp',
        date: '2015-03-04',
        verified_purchase: true,
        helpful_votes: 12,
        variant: 'Color: Red',
        is_vine: false,
      },
    ],
  });
  expect(page.gaps).toEqual([]);
});

test('reads the rating of a mobile page', () => {
  const html = markup`
    <html lang="en-us"><body>
      <span data-hook="average-stars-rating-text">4.6 out of 5</span>
      <div id="cm_cr-review_list">${review()}</div>
    </body></html>
  `;
  expect(parsePage(html, { url: 'https://www.amazon.com/product-reviews/B0KETTLE01' }).data).toMatchObject({
    rating: 4.6,
  });
});

test('is found without reviews', () => {
  expect(read({ reviews: '<div>No matching reviews</div>' }).entries).toEqual([]);
});

test('has a gap if the reviews below a heading are in no block of a review', () => {
  const html = (list: string) => `<html lang="en-us"><body><a data-hook="product-link" href="/dp/B0KETTLE01">Kettle</a>
    <div id="cm_cr-review_list">${list}</div></body></html>`;
  const gaps = (list: string) =>
    parsePage(html(list), { url: 'https://www.amazon.com/product-reviews/B0KETTLE01' }).gaps;
  expect(gaps('<h3 data-hook="arp-local-reviews-header">From the United States</h3>')).toMatchObject([
    { landmark: 'review', kind: 'missing' },
  ]);
  expect(gaps('<div>No matching reviews</div>')).toEqual([]);
});

test('returns each review once', () => {
  expect(read({ reviews: review() + review() }).entries).toHaveLength(1);
});

test('throws ParseError for other pages', () => {
  const parse = () =>
    parsePage('<html><body><p>Hello</p></body></html>', { url: 'https://www.amazon.com/product-reviews/B0KETTLE01' });
  expect(parse).toThrow(ParseError);
});
