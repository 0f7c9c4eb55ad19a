import { describe, expect, it } from 'vitest';
import {
  BadRequestError,
  detectPageType,
  ParseError,
  parsePage,
  parseProduct,
  parseReviews,
} from '../../src/entries/parse.ts';
import { markup } from '../markup.ts';

const ASIN = 'B0KETTLE01';

/** Returns the message of the error that a page causes. */
function messageOf(read: () => unknown, type: new (...given: never[]) => Error): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(type);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

describe('the URL of a page that is not a page type', () => {
  it.each([
    ['/', 'the home page'],
    ['/ref=nav_logo', 'the home page'],
    ['/-/en/', 'the home page'],
    ['/gp/customer-reviews/R1KETTLE000001', 'a single review'],
    [`/gp/customer-reviews/R1KETTLE000001/ref=x?ie=UTF8&ASIN=${ASIN}`, 'a single review'],
    ['/portal/customer-reviews/srp/-/R1KETTLE000001', 'a single review'],
    ['/portal/customer-reviews/R1KETTLE000001', 'a single review'],
    ['/-/de/gp/customer-reviews/R1KETTLE000001', 'a single review'],
    ['/review/R1KETTLE000001', 'a single review'],
    [`/gp/aw/review/${ASIN}/R1KETTLE000001`, 'a single review'],
    [`/gp/customer-reviews/widgets/popover?asin=${ASIN}`, 'a part of a reviews page'],
    [`/review/create-review?asin=${ASIN}`, 'a form for writing a review'],
    [`/ask/questions/asin/${ASIN}`, 'a page of questions and answers'],
    ['/deals?ref_=nav', 'a deals page'],
    ['/gp/goldbox/', 'a deals page'],
    ['/events/spring', 'a deals page'],
    ['/promotion/psp/A1ABCDEF', 'a deals page'],
    ['/hz/wishlist/ls/1ABCDEF', 'a wish list or registry'],
    ['/gp/registry/wishlist/1ABCDEF', 'a wish list or registry'],
    ['/gp/cart/view.html', 'the shopping cart or the checkout'],
    ['/cart', 'the shopping cart or the checkout'],
    ['/ap/signin', 'a sign-in page'],
    ['/gp/profile/amzn1.account.X', "a shopper's profile"],
    ['/gp/css/order-history', 'an account page'],
    ['/gp/help/customer/display.html?nodeId=1', 'a help page'],
    ['/gift-cards', 'a page of gift cards'],
    ['/A-Writer/e/B0WRITER01', "an author's page"],
    ['/shop/some-creator', "an influencer's page"],
    ['/gp/video/storefront', 'a page of Prime Video'],
    ['/gp/site-directory', 'the directory of departments'],
    ['/s?ref=nb_sb_noss', 'a search without a keyword'],
    ['/b/?ie=UTF8', 'a category without a browse node'],
    ['/sp?ie=UTF8', "a seller's profile without a seller"],
  ])('%s is named: %s', (path, name) => {
    const url = `https://www.amazon.de${path}`;
    expect(detectPageType(url)).toBeUndefined();
    const read = () => parsePage('<html></html>', { url: `https://www.amazon.de/dp/${ASIN}`, requestedUrl: url });
    expect(messageOf(read, BadRequestError)).toBe(
      `url: "${url}" is ${name}, which is not supported: expected the full URL of a product, search, offers, seller, category, best-seller, storefront or reviews page.`,
    );
  });

  it.each(['https://www.example.com/gp/cart', 'https://www.amazon.de/unheard-of', 'nowhere'])(
    '%s is not named',
    (url) => {
      expect(messageOf(() => parsePage('<html></html>', { url }), BadRequestError)).toContain(
        `url: "${url}" is not a supported page of a supported marketplace: `,
      );
    },
  );

  it.each([
    [`/gp/customer-reviewsX/y?asin=${ASIN}`, 'product'],
    [`/product-reviews/${ASIN}`, 'reviews'],
    ['/gift-cards/b?node=1234567', 'category'],
    ['/stores/author/B0WRITER01/about', 'storefront'],
    ['/stores/A.-Writer/author/B0WRITER01', 'storefront'],
    ['/s?srs=1234567011', 'search'],
    ['/stores/Author-Supplies/page/01234567-89AB-CDEF-0123-456789ABCDEF', 'storefront'],
    ['/deals/b?node=1234567', 'category'],
    [`/Shop-Light/dp/${ASIN}`, 'product'],
  ])('%s is a page type: %s', (path, type) => {
    expect(detectPageType(`https://www.amazon.de${path}`)?.page_type).toBe(type);
  });
});

describe('the HTML of a page that is not a page type', () => {
  const url = `https://www.amazon.com/dp/${ASIN}`;
  const page = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`;
  const script = (type: string) => `<script>var ue_pty = "${type}";</script>`;

  it.each([
    ['its own name for its type', page(script('Gateway')), 'the home page'],
    ['the name of another type', page(script('Search')), 'a search page'],
    ['the name of another type', page(script('OfferListing')), 'an offers page'],
    ['an id', page('<div id="wl-list-info">Ideas</div>'), 'a wish list or registry'],
    ['an id', page('<div id="cr-customer-review"><div data-hook="review"></div></div>'), 'a single review'],
    [
      'its canonical link',
      page('', `<link rel="canonical" href="https://www.amazon.com/ask/questions/Tx1">`),
      'a page of questions and answers',
    ],
  ])('is named from %s', (_, html, name) => {
    expect(messageOf(() => parseProduct(html, { url }), ParseError)).toMatch(
      `the HTML of ${url} is ${name}, not a product page: it has no `,
    );
  });

  it('is named from the URL after a redirect', () => {
    const home = { url: 'https://www.amazon.com/ref=x', requestedUrl: url };
    expect(messageOf(() => parsePage(page('<p>Welcome</p>'), home), ParseError)).toBe(
      'the HTML of https://www.amazon.com/ref=x is the home page, not a product page: it has no #dp, no title or ASIN.',
    );
  });

  it('is not named if nothing says what it is', () => {
    for (const html of [page(script('Detail')), page(script('Unheard-Of')), page('<p>Welcome</p>')])
      expect(messageOf(() => parseProduct(html, { url }), ParseError)).toMatch(
        `of ${url} is not a product page: it has`,
      );
  });

  it('is a single review even if it is read as a reviews page', () => {
    const html = page(markup`
      <div id="cm_cr-review_list">
        <div id="cr-customer-review">
          <div id="R1KETTLE000001" data-hook="review"><span data-hook="review-body">Boils well</span></div>
        </div>
      </div>
    `);
    const reviews = { url: `https://www.amazon.com/product-reviews/${ASIN}` };
    expect(messageOf(() => parseReviews(html, reviews), ParseError)).toContain(
      ' is a single review, not a reviews page',
    );
    expect(parseReviews(html.replace('cr-customer-review', 'x'), reviews).data?.entries).toHaveLength(1);
  });
});
