/** A reviews page as the site builds it, with invented values. */

import { parsePage, type Review, type ReviewsData } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';

export interface ReviewMarkup {
  id?: string;
  date?: string;
  /** The line with the variation and the badges. */
  strip?: string;
  votes?: string;
  stars?: string;
  rest?: string;
}

/** One review. */
export function review({
  id = 'R1KETTLE000001',
  date = '',
  strip = '',
  votes = '',
  rest = '',
  ...parts
}: ReviewMarkup = {}) {
  const stars =
    parts.stars ??
    markup`
      <i data-hook="review-star-rating" class="a-icon a-icon-star a-star-4 review-rating">
        <span class="a-icon-alt">4.0 out of 5 stars</span>
      </i>
    `;
  return `<div id="${id}" data-hook="review"><div data-hook="genome-widget"><a href="/gp/profile/amzn1.account.ANN/ref=cm_cr?ie=UTF8" class="a-profile"><span class="a-profile-name">Ann</span></a></div>
    <a data-hook="review-title" href="/gp/customer-reviews/${id}/ref=x?ASIN=B0KETTLE01">${stars}<span class="a-letter-space"></span><span>Boils well</span></a>
    <span data-hook="review-date">${date}</span><div class="review-format-strip">${strip}</div>
    <span data-hook="review-body"><span>Quick and quiet.<br>Looks nice.</span></span>${rest}
    ${votes && `<span data-hook="helpful-vote-statement">${votes}</span>`}</div>`;
}

export interface PageOptions {
  lang?: string;
  suffix?: string;
  path?: string;
  pager?: string;
  reviews?: string;
}

/** Returns the data of a page. */
export function read({
  lang = 'en-us',
  suffix = 'com',
  path = '/product-reviews/B0KETTLE01',
  pager = '',
  reviews = review(),
}: PageOptions = {}): ReviewsData {
  const html = `<!doctype html><html lang="${lang}"><body><div id="cm_cr-product_info"><h1><a data-hook="product-link" href="/Kettle/dp/B0KETTLE01/ref=x">Copper Kettle</a></h1>
    <span data-hook="rating-out-of-text">4.6 out of 5</span><div data-hook="total-review-count">10,073 global ratings</div></div>
    <div id="cm_cr-review_list">${reviews}</div>${pager && `<div id="cm_cr-pagination_bar"><ul class="a-pagination">${pager}</ul></div>`}</body></html>`;
  const page = parsePage(html, {
    url: `https://www.amazon.${suffix}${path}`,
    requestedAt: new Date('2026-03-02T18:00:00Z'),
  });
  if (page.page_type !== 'reviews' || !page.found) throw new Error('no reviews');
  return page.data;
}

/** Returns the only review of a page. */
export function only(markup: ReviewMarkup, options: PageOptions = {}): Review {
  const [entry] = read({ ...options, reviews: review(markup) }).entries;
  if (entry === undefined) throw new Error('no review');
  return entry;
}
