/** Detects the page type and the facts that a URL contains. */
import type { MarketplaceCode, PageType } from '../contract/codes.ts';
import { type MarketplaceInfo, marketplaceOfHost } from '../locale/index.ts';

/** The page type and the facts that a URL contains. */
export interface DetectedPage {
  /** The page type. */
  page_type: PageType;
  /** The marketplace of the host. */
  marketplace: MarketplaceCode;
  /** The product's ASIN, in capital letters. */
  asin?: string;
  /** The keyword of a search. */
  keyword?: string;
  /** The browse node of a category. */
  node?: string;
  /** The seller's id. */
  seller_id?: string;
  /** The page number, 1 first. Absent if the URL has none. */
  page?: number;
  /** The URL without tracking parameters, `ref` tail and slug. */
  canonical_url: string;
}

type Facts = Omit<DetectedPage, 'page_type' | 'marketplace' | 'canonical_url'>;

interface Pattern {
  type: PageType;
  /** Tested on the path without language prefix and `ref` tail. Its named groups are facts. */
  path: RegExp;
  /** A further condition on the query. */
  query?: (query: URLSearchParams) => boolean;
  /** Returns path and query of the canonical URL. */
  canonical: (facts: Facts, query: URLSearchParams, path: string) => string;
}

/** An ASIN, in any case. An ISBN-10 has digits and an X at most. */
const ASIN = '(?<asin>[A-Z0-9]{10})(?=/|$)';
/** An ASIN where any word of ten letters is possible: every ASIN has a digit. */
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
/** The id of a store page is enough. The words before it do not matter. */
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

/** The first pattern that matches wins. The path of an offers or reviews page can contain that of the product. */
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

/** `/-/en/`, `/-/zh_TW/`, or `/-/` without a language, where the path can begin with two letters. */
const LANGUAGE_PREFIX = /^\/-(?:\/(?!(?:dp|gp|sp)\/)[a-z]{2}(?:[-_][a-z]{2})?)?(?=\/)/i;
const REF_TAIL = /\/ref=.*$/;

/** The facts that the URLs of each page type contain. Other parts of the query are tracking. */
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
 * Returns the page type, the marketplace and the facts of a URL. `undefined` for a URL of another site or of a page type that this library does
 * not read. Also `undefined` for short links: only a request can resolve them.
 */
export function detectPageType(pageUrl: string | URL): DetectedPage | undefined {
  if (!URL.canParse(String(pageUrl))) return undefined;
  const url = new URL(pageUrl);
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

/** Returns the origin of a marketplace's site: `https://www.amazon.de`. */
export function origin(marketplace: MarketplaceInfo): string {
  return `https://www.${marketplace.domain}`;
}

/** Returns the browse node in a link. */
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

/** Returns the ASIN in a link. */
export function asinOfHref(href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  return (/(?:\/|%2F)(?:dp|gp\/product|gp%2Fproduct|product-reviews|gp\/aw\/d)(?:\/|%2F)([A-Z0-9]{10})(?=[/?&%#]|$)/.exec(
    href,
  ) ?? /[?&]asin=([A-Z0-9]{10})(?=[&#]|$)/i.exec(href))?.[1];
}

/** Returns the seller id in a link. */
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

/** Returns the page number in a query. The older offer listing has the index of the first offer instead, ten per page. */
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

/** Returns the browse node in a query: `node=`, else the last one of `rh=n:1,n:2`, else `bbn=`. */
function nodeOf(query: URLSearchParams): string | undefined {
  const node = query.get('node') ?? '';
  if (/^\d+$/.test(node)) return node;
  const nodes = [...(query.get('rh') ?? '').matchAll(/(?:^|,)n:!?(\d+)/g)];
  return nodes.at(-1)?.[1] ?? (/^\d+$/.test(query.get('bbn') ?? '') ? (query.get('bbn') ?? undefined) : undefined);
}

/** Returns the query of a canonical URL: the `added` parameters, then the `names` that are kept from the old query. */
function keep(
  query: URLSearchParams,
  names: readonly string[],
  added: Record<string, string | number | undefined> = {},
): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(added)) if (value !== undefined) kept.set(name, String(value));
  for (const name of names) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
