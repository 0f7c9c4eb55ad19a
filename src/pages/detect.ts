/** URL -> page type, and what the URL says of the page. */
import type { MarketplaceCode, PageType } from '../contract/codes.ts';
import { type MarketplaceInfo, marketplaceOfHost } from '../locale/index.ts';

/** What a URL says of its page (design §4, `detectPageType`). */
export interface DetectedPage {
  /** What kind of page it is. */
  page_type: PageType;
  /** The site that it is of. */
  marketplace: MarketplaceCode;
  /** The product, in capital letters. */
  asin?: string;
  /** What is searched for. */
  keyword?: string;
  /** Browse node. */
  node?: string;
  /** The seller's token. */
  seller_id?: string;
  /** 1 first; absent when the URL names none. */
  page?: number;
  /** Without tracking, the `ref` tail and the slug. */
  canonical_url: string;
}

type Facts = Omit<DetectedPage, 'page_type' | 'marketplace' | 'canonical_url'>;

interface Pattern {
  type: PageType;
  /** Matched against the path without its language prefix and `ref` tail; named groups become facts. */
  path: RegExp;
  /** What the query must say beside. */
  query?: (query: URLSearchParams) => boolean;
  /** Path and query of the canonical address. */
  canonical: (facts: Facts, query: URLSearchParams, path: string) => string;
}

/** An ASIN, in either case; ISBN-10s are digits with an X at most. */
const ASIN = '(?<asin>[A-Z0-9]{10})(?=/|$)';
/** The same where any word of ten letters could stand: no ASIN is without a digit. */
const ASIN_WITH_DIGIT = '(?<asin>(?=[A-Z]*\\d)[A-Z0-9]{10})(?=/|$)';
const path = (source: string) => new RegExp(source, 'i');
const has =
  (...names: string[]) =>
  (query: URLSearchParams) =>
    names.some((name) => (query.get(name) ?? '') !== '');

const product = ({ asin }: Facts) => `/dp/${asin}`;
const productPattern = (source: string): Pattern => ({ type: 'product', path: path(source), canonical: product });
const offers = ({ asin, page }: Facts, query: URLSearchParams) =>
  `/gp/product/ajax/aodAjaxMain/${keep(query, ['filters'], { asin, pc: 'dp', experienceId: 'aodAjaxMain', pageno: page })}`;
const LIST = /\/(zgbs|bestsellers|new-releases|movers-and-shakers|most-wished-for|most-gifted)(\/[^/]+)?(\/\d+)?/i;
const listPath = (_: Facts, query: URLSearchParams, path: string) => {
  const [, list = '', alias = '', node = ''] = LIST.exec(path) ?? [];
  const name = list.toLowerCase() === 'zgbs' ? 'bestsellers' : list.toLowerCase();
  return `/gp/${name}${alias}${node}${keep(query, ['pg'])}`;
};
const STORE_PAGE = /\/page\/([0-9a-f-]{36})(?:\/|$)/i;
/** A store's page is told by its identifier, whatever the words before it. */
const storePath = (_: Facts, __: URLSearchParams, path: string) => {
  const page = STORE_PAGE.exec(path)?.[1];
  return page === undefined ? path : `/stores/page/${page.toUpperCase()}`;
};
const bestsellerPattern = (source: string): Pattern => ({
  type: 'bestseller',
  path: path(`${source}(?:/[^/]+(?:/(?<node>\\d{4,}))?)?(?:/|$)`),
  canonical: listPath,
});
const seller = ({ seller_id }: Facts) => `/sp?seller=${seller_id}`;
const category = ({ node, page }: Facts, query: URLSearchParams) =>
  query.has('rh') || query.has('bbn')
    ? `/s${keep(query, ['i', 'bbn', 'rh', 'low-price', 'high-price', 's'], { page })}`
    : `/b${keep(query, [], { node })}`;
const samePath = (_: Facts, __: URLSearchParams, path: string) => path;

/** The patterns in the order in which they are tried: a page of offers or reviews has a product's address in its own. */
const PATTERNS: readonly Pattern[] = [
  {
    type: 'reviews',
    path: path(`/product-reviews/${ASIN}`),
    canonical: ({ asin, page }, query) =>
      `/product-reviews/${asin}${keep(query, ['filterByStar', 'reviewerType', 'sortBy', 'formatType', 'mediaType'], { pageNumber: page })}`,
  },
  { type: 'reviews', path: path('^/(?:gp/customer-reviews|portal/customer-reviews)/'), canonical: samePath },
  { type: 'offers', path: path(`/offer-listing/${ASIN}`), canonical: offers },
  { type: 'offers', path: path(`/dp/${ASIN}/aod/?$`), canonical: offers },
  {
    type: 'offers',
    path: path('^/gp/(?:product/ajax(?:/aodAjaxMain)?/?$|aod/ajax)'),
    query: has('asin'),
    canonical: offers,
  },
  {
    type: 'offers',
    path: path(`/(?:dp|gp/product|gp/aw/d)/${ASIN}`),
    query: (query) => query.get('aod') === '1',
    canonical: offers,
  },
  productPattern(`/(?:dp|gp/product|gp/aw/d|dp/product)/${ASIN}`),
  productPattern(`^/(?:product|d|o/asin|exec/obidos/asin|exec/obidos/tg/detail/-)/${ASIN_WITH_DIGIT}`),
  bestsellerPattern('^/(?:[^/]+/)?(?:bestsellers|new-releases|movers-and-shakers|most-wished-for|most-gifted)'),
  bestsellerPattern('^/(?:[^/]+/)?zgbs'),
  {
    type: 'seller',
    path: path('^/(?:sp|gp/aag/main|gp/help/seller/at-a-glance\\.html)/?$'),
    query: has('seller'),
    canonical: seller,
  },
  { type: 'storefront', path: path('^/stores(?:/|$)'), canonical: storePath },
  {
    type: 'storefront',
    path: /^\/shops\/(?<seller_id>A[A-Z0-9]{9,})\/?$/,
    canonical: ({ seller_id }) => `/s?me=${seller_id}`,
  },
  {
    type: 'storefront',
    path: path('^/(?:s|gp/browse\\.html)/?$'),
    query: (query) => has('me')(query) && !has('k', 'field-keywords')(query),
    canonical: ({ seller_id, page }) => `/s${keep(new URLSearchParams(), [], { me: seller_id, page })}`,
  },
  { type: 'category', path: path('^/(?:[^/]+/)?b(?:/|$)'), query: has('node'), canonical: category },
  { type: 'category', path: path('^/(?:[^/]+/)?b/(?:[^/]+/)?(?<node>\\d{4,})/?$'), canonical: category },
  { type: 'category', path: path('^/gp/browse\\.html$'), query: has('node'), canonical: category },
  {
    type: 'category',
    path: path('^/(?:(?:[^/]+/)?s|gp/aw/s|gp/search)/?$'),
    query: (query) => keywordOf(query) === undefined && nodeOf(query) !== undefined,
    canonical: category,
  },
  {
    type: 'search',
    path: path('^/(?:(?:[^/]+/)?s|gp/aw/s|gp/search|mn/search)/?$'),
    query: (query) => keywordOf(query) !== undefined || query.has('rh') || query.has('i'),
    canonical: ({ keyword, page }, query) =>
      `/s${keep(query, ['i', 'rh', 'bbn', 'low-price', 'high-price', 's', 'me'], { k: keyword, page })}`,
  },
  {
    type: 'product',
    path: path('^/(?!(?:ap|hz|deals|review|cart|gp/(?:cart|goldbox|help|profile|registry))(?:/|$))'),
    query: (query) => /^[A-Z0-9]{10}$/i.test(query.get('asin') ?? ''),
    canonical: product,
  },
];

/** `/-/en/`, `/-/zh_TW/`, and a bare `/-/`, behind which the path itself can begin with two letters. */
const LANGUAGE_PREFIX = /^\/-(?:\/(?!(?:dp|gp|sp)\/)[a-z]{2}(?:[-_][a-z]{2})?)?(?=\/)/i;
const REF_TAIL = /\/ref=.*$/;

/** What the addresses of each type say of their page; the rest of a query is a trace of the way that the shopper came. */
const FACTS: Readonly<Record<PageType, readonly (keyof Facts)[]>> = {
  product: ['asin'],
  offers: ['asin', 'page'],
  reviews: ['asin', 'page'],
  search: ['keyword', 'node', 'seller_id', 'page'],
  category: ['node', 'page'],
  bestseller: ['node', 'page'],
  storefront: ['seller_id', 'page'],
  seller: ['seller_id'],
};

/**
 * What page a URL names: its type, marketplace and what it is about; `undefined` for what is no page of the marketplace that this library
 * reads. Short links are `undefined` too: they are resolved by a request.
 */
export function detectPageType(address: string | URL): DetectedPage | undefined {
  if (!URL.canParse(String(address))) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const marketplace = marketplaceOfHost(url.hostname);
  if (marketplace === undefined) return undefined;
  const path = url.pathname.replace(LANGUAGE_PREFIX, '').replace(REF_TAIL, '') || '/';
  for (const pattern of PATTERNS) {
    const match = pattern.path.exec(path);
    if (match === null || pattern.query?.(url.searchParams) === false) continue;
    const facts = factsOf(match.groups ?? {}, url.searchParams, pattern.type);
    return {
      page_type: pattern.type,
      marketplace: marketplace.code,
      ...facts,
      canonical_url: `${origin(marketplace)}${pattern.canonical(facts, url.searchParams, path)}`,
    };
  }
  return undefined;
}

/** The address of a marketplace's site. */
export function origin(marketplace: MarketplaceInfo): string {
  return `https://www.${marketplace.domain}`;
}

/** The browse node that an address on a page names. */
export function nodeOfHref(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href, 'https://www.amazon.com')) return undefined;
  const url = new URL(href, 'https://www.amazon.com');
  return (
    nodeOf(url.searchParams) ??
    /\/b\/(?:[^/]+\/)?(\d{4,})(?:\/|$)/.exec(url.pathname)?.[1] ??
    /\/(?:zgbs|bestsellers|new-releases|movers-and-shakers|most-wished-for|most-gifted)\/[^/]+\/(\d{4,})(?:\/|$)/.exec(
      url.pathname,
    )?.[1]
  );
}

/** The ASIN that an address on a page names. */
export function asinOfHref(href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  return (/(?:\/|%2F)(?:dp|gp\/product|gp%2Fproduct|product-reviews|gp\/aw\/d)(?:\/|%2F)([A-Z0-9]{10})(?=[/?&%#]|$)/.exec(
    href,
  ) ?? /[?&]asin=([A-Z0-9]{10})(?=[&#]|$)/i.exec(href))?.[1];
}

/** The seller token that an address on a page names. */
export function sellerOfHref(href: string | undefined): string | undefined {
  return /[?&](?:seller|me|merchant|smid|m)=([A-Z0-9]{10,})(?=[&#]|$)/.exec(href ?? '')?.[1];
}

function factsOf(groups: Record<string, string | undefined>, query: URLSearchParams, type: PageType): Facts {
  const facts: { [Key in keyof Facts]-?: Facts[Key] | undefined } = {
    asin: (groups.asin ?? query.get('asin') ?? query.get('ASIN') ?? '').toUpperCase(),
    keyword: keywordOf(query),
    node: groups.node ?? nodeOf(query),
    seller_id: groups.seller_id ?? query.get('seller') ?? query.get('me') ?? undefined,
    page: pageOf(query),
  };
  return Object.fromEntries(FACTS[type].flatMap((name) => (facts[name] ? [[name, facts[name]]] : [])));
}

/** The page that a query names; the older listing of offers counts from its first offer, ten a page. */
function pageOf(query: URLSearchParams): number | undefined {
  for (const name of ['page', 'pageno', 'pageNumber', 'pg']) {
    const page = Number(query.get(name) ?? '');
    if (Number.isInteger(page) && page > 0) return page;
  }
  const start = Number(query.get('startIndex') ?? '');
  return Number.isInteger(start) && start > 0 ? Math.floor(start / 10) + 1 : undefined;
}

function keywordOf(query: URLSearchParams): string | undefined {
  for (const name of ['k', 'field-keywords', 'keywords']) {
    const keyword = query.get(name)?.trim();
    if (keyword) return keyword;
  }
  return undefined;
}

/** `node=`, else the last node of `rh=n:1,n:2`, else `bbn=`. */
function nodeOf(query: URLSearchParams): string | undefined {
  const node = query.get('node') ?? '';
  if (/^\d+$/.test(node)) return node;
  const nodes = [...(query.get('rh') ?? '').matchAll(/(?:^|,)n:!?(\d+)/g)];
  return nodes.at(-1)?.[1] ?? (/^\d+$/.test(query.get('bbn') ?? '') ? (query.get('bbn') ?? undefined) : undefined);
}

/** The query of a canonical address: what is kept of the old one, and what is said anew. */
function keep(
  query: URLSearchParams,
  names: readonly string[],
  said: Record<string, string | number | undefined> = {},
): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(said)) if (value !== undefined) kept.set(name, String(value));
  for (const name of names) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
