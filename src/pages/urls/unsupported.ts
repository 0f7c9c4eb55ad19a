/** Names the pages of the site that have no page type, for messages of errors. */
import type { PageType } from '../../contract/page-types.ts';
import { pathOnSite } from './site.ts';

interface Kind {
  /** The name of the page, with its article. */
  name: string;
  /** Matches the path from its beginning up to a slash or its end. */
  path: string;
  /** The page types in the site's own measuring script. */
  measured?: readonly string[];
  /** Ids that only such a page has. */
  ids?: readonly string[];
}

export const SINGLE_REVIEW_ID = 'cr-customer-review';

/** The kinds, tried in this order. */
export const KINDS: readonly Kind[] = [
  {
    name: 'the home page',
    path: '$|gp/(?:homepage|aw/h)\\.html|gp/aw/h',
    measured: ['Gateway', 'home'],
    ids: ['gw-layout'],
  },
  { name: 'a form for writing a review', path: '(?:gp/)?review/(?:create-review|review-your-purchases)' },
  {
    name: 'a single review',
    path: '(?:gp|portal)/customer-reviews(?:/srp/-)?/R[A-Z0-9]+|(?:gp/(?:aw/)?)?review(?:/[A-Z0-9]{10})?/R[A-Z0-9]+',
    ids: [SINGLE_REVIEW_ID],
  },
  { name: 'a part of a reviews page', path: '(?:gp|portal)/customer-reviews|review|hz/reviews-render' },
  { name: 'a page of questions and answers', path: '(?:gp/)?ask' },
  {
    name: 'a deals page',
    path: '(?:gp/)?(?:deals|deal|goldbox|coupons)|promotion|events|prime-?day|black-?friday',
    measured: ['Goldbox'],
  },
  {
    name: 'a wish list or registry',
    path: 'hz/wishlist|(?:gp/)?(?:wishlist|registry|registries)|(?:baby|wedding)-reg(?:istry)?',
    ids: ['wishlist-page', 'wl-list-info'],
  },
  {
    name: 'the shopping cart or the checkout',
    path: '(?:gp/)?(?:aw/c|cart|buy|checkout)',
    measured: ['ShoppingCart'],
    ids: ['sc-active-cart', 'activeCartViewForm'],
  },
  { name: 'a sign-in page', path: 'ap', measured: ['AuthenticationPortal'] },
  { name: "a shopper's profile", path: '(?:gp/)?profile' },
  {
    name: 'an account page',
    path: '(?:gp/)?(?:css|your-?account|your-orders|yourstore|history|legacy)|hz/(?:mycd|history|feedback|orders)',
  },
  { name: 'a help page', path: '(?:gp/)?help|hz/contact-us', ids: ['help-gateway-wrapper'] },
  { name: 'a page of gift cards', path: '(?:gp/)?gift-cards|gc|asv' },
  { name: "an author's page", path: 'author|(?:[^/]+/)?e/[A-Z0-9]{10}' },
  { name: "an influencer's page", path: 'shop|live|ideas|vdp|posts' },
  { name: 'a page of Prime Video', path: '(?:gp/)?video|prime-?video', measured: ['ATVDetail'] },
  { name: 'a page of music', path: '(?:gp/)?(?:music|dmusic)' },
  { name: 'a page of a grocery store', path: 'alm|fmc|afx' },
  { name: 'the directory of departments', path: 'gp/site-directory' },
];

/** Pages of a page type whose URL lacks what identifies them. */
const INCOMPLETE: readonly Kind[] = [
  { name: 'a search without a keyword', path: 's|gp/search|gp/aw/s' },
  { name: 'a category without a browse node', path: 'b|gp/browse\\.html' },
  { name: "a seller's profile without a seller", path: 'sp|gp/aag/main' },
];

const kinds = patternsOf(KINDS);
const incomplete = patternsOf(INCOMPLETE);

function patternsOf(rows: readonly Kind[]) {
  return rows.map(({ name, path }) => ({ name, path: new RegExp(`^/(?:${path})(?=/|$)`, 'i') }));
}

/** The names that the site gives to the pages that this library reads. */
export const MEASURED: Readonly<Record<string, PageType>> = {
  Detail: 'product',
  Search: 'search',
  OfferListing: 'offers',
  zeitgeist: 'bestseller',
  CustomerReviews: 'reviews',
};

/** Returns what a page with this path is, such as "a single review". `undefined` for any other path. */
export const unsupportedPath = (path: string): string | undefined => kinds.find((row) => row.path.test(path))?.name;

/** Returns what the page of a URL is that has no page type. `undefined` if its path does not tell, and on other sites. */
export function unsupportedUrl(url: string): string | undefined {
  const path = pathOnSite(url);
  if (path === undefined) return undefined;
  return unsupportedPath(path) ?? incomplete.find((row) => row.path.test(path))?.name;
}
