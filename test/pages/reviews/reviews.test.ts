import { describe, expect, test } from 'vitest';
import { ParseError, parsePage, parseReviews } from '../../../src/parse.ts';
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

test('is found without reviews', () => {
  expect(read({ reviews: '<div>No matching reviews</div>' }).entries).toEqual([]);
});

test('returns each review once', () => {
  expect(read({ reviews: review() + review() }).entries).toHaveLength(1);
});

test('throws ParseError for other pages', () => {
  const parse = () =>
    parsePage('<html><body><p>Hello</p></body></html>', { url: 'https://www.amazon.com/product-reviews/B0KETTLE01' });
  expect(parse).toThrow(ParseError);
});
