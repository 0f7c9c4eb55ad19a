/** Detects the page type, marketplace and subject of a URL. Loads no parser. */
import type { MarketplaceCode } from '../../contract/codes.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { PageType } from '../../contract/page-types.ts';
import { shown } from '../../contract/shown.ts';
// Not from index.ts, which loads the words of all languages.
import { ordinalNumber } from '../../locale/exact-numbers.ts';
import { type MarketplaceInfo, marketplaceOfHost } from '../../locale/marketplaces.ts';
import { sitePath } from './site.ts';
import { unsupportedPath, unsupportedUrl } from './unsupported.ts';

/** The page of a URL, as returned by `detectPageType`. */
export interface DetectedPage {
  /** Type of the page. */
  page_type: PageType;
  /** Marketplace of the page. */
  marketplace: MarketplaceCode;
  /** ASIN of the product, in upper case. */
  asin?: string;
  /** Search keyword. */
  keyword?: string;
  /** Browse node. */
  node?: string;
  /** Seller id. */
  seller_id?: string;
  /** Page number, starting at 1. Absent if the URL has none. */
  page?: number;
  /** The URL without tracking parameters, `ref` tail and product name. */
  canonical_url: string;
}

/** The facts that a URL states about its page. */
export type PageFacts = Omit<DetectedPage, 'page_type' | 'marketplace' | 'canonical_url'>;

interface Pattern {
  type: PageType;
  /** Matches the path without its language prefix and `ref` tail. Named groups become facts. */
  path: RegExp;
  /** Parameters that the query must have in addition. */
  query?: (query: URLSearchParams) => boolean;
  /** @default the canonical URL of the type */
  canonical?: Canonical;
}

/** Returns the path and query of the canonical URL. */
type Canonical = (facts: PageFacts, query: URLSearchParams, path: string) => string;

/** An ASIN in upper or lower case; ISBN-10s are ASINs too. */
const ASIN = '(?<asin>[A-Z0-9]{10})(?=/|$)';
/** An ASIN where any word of ten letters is possible: an ASIN has at least one digit. */
const ASIN_WITH_DIGIT = '(?<asin>(?=[A-Z]*\\d)[A-Z0-9]{10})(?=/|$)';
const path = (source: string) => new RegExp(source, 'i');
const has =
  (...names: string[]) =>
  (query: URLSearchParams) =>
    names.some((name) => (query.get(name) ?? '') !== '');
const hasNode = (query: URLSearchParams) => nodeOf(query) !== undefined;

const product: Canonical = ({ asin }) => `/dp/${asin}`;
const productPattern = (source: string): Pattern => ({ type: 'product', path: path(source) });
const offers: Canonical = ({ asin, page }, query) =>
  `/gp/product/ajax/aodAjaxMain/${keep(query, ['filters'], { asin, pc: 'dp', experienceId: 'aodAjaxMain', pageno: page })}`;
const LIST = /\/(zgbs|bestsellers|new-releases|movers-and-shakers|most-wished-for|most-gifted)(\/[^/]+)?(\/\d+)?/i;
const listPath: Canonical = ({ page }, query, path) => {
  const [, list = '', alias = '', node = ''] = LIST.exec(path) ?? [];
  const name = list.toLowerCase() === 'zgbs' ? 'bestsellers' : list.toLowerCase();
  return `/gp/${name}${alias}${node}${keep(query, [], { pg: page })}`;
};
const STORE_PAGE = /\/page\/([0-9a-f-]{36})(?:\/|$)/i;
/** The identifier alone names a page of a store, whatever words precede it. */
const storePath: Canonical = ({ page }, query, path) => {
  const id = STORE_PAGE.exec(path)?.[1];
  return `${id === undefined ? path : `/stores/page/${id.toUpperCase()}`}${keep(query, [], { page })}`;
};
const sellerProducts: Canonical = ({ seller_id, page }, query) => `/s${keep(query, [], { me: seller_id, page })}`;
const bestsellerPattern = (source: string): Pattern => ({
  type: 'bestseller',
  path: path(`${source}(?:/[^/]+(?:/(?<node>\\d{4,}))?)?(?:/|$)`),
});
const seller: Canonical = ({ seller_id }) => `/sp?seller=${seller_id}`;
const search: Canonical = ({ keyword, page }, query) =>
  `/s${keep(query, ['i', 'srs', 'rh', 'bbn', 'low-price', 'high-price', 's', 'me', 'node'], { k: keyword, page })}`;
const category: Canonical = ({ node, page }, query) =>
  query.has('rh') || query.has('bbn')
    ? `/s${keep(query, ['i', 'bbn', 'rh', 'low-price', 'high-price', 's', 'node'], { page })}`
    : `/b${keep(query, [], { node })}`;

const reviews: Canonical = ({ asin, page }, query) =>
  `/product-reviews/${asin}${keep(query, ['filterByStar', 'reviewerType', 'sortBy', 'formatType', 'mediaType'], { pageNumber: page })}`;

/** The canonical URLs of all page types. */
const CANONICAL: Readonly<Record<PageType, Canonical>> = {
  product,
  search,
  offers,
  seller,
  category,
  reviews,
  bestseller: listPath,
  storefront: storePath,
};

/** The patterns in the order in which they are tried: URLs of offers and reviews contain the path of a product. */
const PATTERNS: readonly Pattern[] = [
  { type: 'reviews', path: path(`/(?:product-reviews|gp/aw/cr)/${ASIN}`) },
  { type: 'offers', path: path(`/(?:offer-listing|gp/aw/ol)/${ASIN}`) },
  { type: 'offers', path: path(`/dp/${ASIN}/aod/?$`) },
  { type: 'offers', path: path('^/gp/(?:product/ajax(?:/aodAjaxMain)?/?$|aod/ajax)'), query: has('asin') },
  { type: 'offers', path: path(`/(?:dp|gp/product|gp/aw/d)/${ASIN}`), query: (query) => query.get('aod') === '1' },
  productPattern(`/(?:dp|gp/product|gp/aw/d|dp/product)/${ASIN}`),
  productPattern(`^/(?:product|d|o/asin|exec/obidos/asin|exec/obidos/tg/detail/-)/${ASIN_WITH_DIGIT}`),
  bestsellerPattern('^/(?:[^/]+/)?(?:bestsellers|new-releases|movers-and-shakers|most-wished-for|most-gifted)'),
  bestsellerPattern('^/(?:[^/]+/)?zgbs'),
  { type: 'seller', path: path('^/(?:sp|gp/aag/main|gp/help/seller/at-a-glance\\.html)/?$'), query: has('seller') },
  { type: 'storefront', path: path('^/stores(?:/|$)') },
  { type: 'storefront', path: /^\/shops\/(?<seller_id>A[A-Z0-9]{9,})\/?$/, canonical: sellerProducts },
  {
    type: 'storefront',
    path: path('^/(?:s|gp/browse\\.html)/?$'),
    query: (query) => has('me')(query) && !has('k', 'field-keywords')(query),
    canonical: sellerProducts,
  },
  { type: 'category', path: path('^/(?:[^/]+/)?b(?:/|$)'), query: hasNode },
  { type: 'category', path: path('^/(?:[^/]+/)?b/(?:[^/]+/)?(?<node>\\d{4,})/?$') },
  { type: 'category', path: path('^/gp/browse\\.html$'), query: hasNode },
  {
    type: 'category',
    path: path('^/(?:(?:[^/]+/)?s|gp/aw/s|gp/search)/?$'),
    query: (query) => keywordOf(query) === undefined && hasNode(query),
  },
  {
    type: 'search',
    path: path('^/(?:(?:[^/]+/)?s|gp/aw/s|gp/search|mn/search)/?$'),
    query: (query) => keywordOf(query) !== undefined || ['rh', 'i', 'srs'].some((name) => query.has(name)),
  },
];

/** Any other path with `?asin=` that is not of an unsupported page. */
const PRODUCT_QUERY: Pattern = {
  ...productPattern(''),
  query: (query) => /^[A-Z0-9]{10}$/i.test(query.get('asin') ?? ''),
};

/** The facts that URLs of each type can state. Other query parameters only record how the shopper got there. */
const FACTS: Readonly<Record<PageType, readonly (keyof PageFacts)[]>> = {
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
 * Detects the page type, marketplace and subject of a URL. Returns `undefined` if the URL is not a page that this library reads, and for short
 * links, which only a request can resolve.
 */
export function detectPageType(url: string | URL): DetectedPage | undefined {
  if (!URL.canParse(String(url))) return undefined;
  const parsed = new URL(url);
  const { protocol, hostname, searchParams } = parsed;
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const marketplace = marketplaceOfHost(hostname);
  if (marketplace === undefined) return undefined;
  const path = sitePath(parsed);
  const isProductQuery = path === '/' || unsupportedPath(path) === undefined;
  const patterns = isProductQuery ? [...PATTERNS, PRODUCT_QUERY] : PATTERNS;
  for (const { type, path: pattern, query, canonical = CANONICAL[type] } of patterns) {
    const match = pattern.exec(path);
    if (match === null || query?.(searchParams) === false) continue;
    const facts = factsOf(match.groups ?? {}, searchParams, type);
    return detectedPage(type, marketplace, facts, canonical(facts, searchParams, path));
  }
  return undefined;
}

/** Returns what `detectPageType` would return for a URL that is built from these facts and this query. */
export const describePage = (
  type: Exclude<PageType, 'bestseller' | 'storefront'>,
  marketplace: MarketplaceInfo,
  facts: PageFacts,
  query: URLSearchParams,
): DetectedPage => detectedPage(type, marketplace, facts, CANONICAL[type](facts, query, ''));

const detectedPage = (
  page_type: PageType,
  marketplace: MarketplaceInfo,
  facts: PageFacts,
  canonical: string,
): DetectedPage => ({
  page_type,
  marketplace: marketplace.code,
  ...facts,
  canonical_url: `${origin(marketplace)}${canonical}`,
});

/** Returns the origin of a marketplace's site. */
export const origin = (marketplace: MarketplaceInfo): string => `https://www.${marketplace.domain}`;

function factsOf(groups: Record<string, string | undefined>, query: URLSearchParams, type: PageType): PageFacts {
  const facts: { [Key in keyof PageFacts]-?: PageFacts[Key] | undefined } = {
    asin: (groups.asin ?? query.get('asin') ?? query.get('ASIN') ?? '').toUpperCase(),
    keyword: keywordOf(query),
    node: groups.node ?? nodeOf(query),
    seller_id: groups.seller_id ?? query.get(type === 'seller' ? 'seller' : 'me') ?? undefined,
    page: pageOf(query),
  };
  return Object.fromEntries(FACTS[type].flatMap((name) => (facts[name] ? [[name, facts[name]]] : [])));
}

/** Returns the page number of a query. The old offer listing has the index of its first offer instead, with ten offers per page. */
function pageOf(query: URLSearchParams): number | undefined {
  for (const name of ['page', 'pageno', 'pageNumber', 'pg']) {
    const page = ordinalNumber(query.get(name));
    if (page !== undefined) return page;
  }
  const start = ordinalNumber(query.get('startIndex'));
  return start !== undefined ? Math.floor(start / 10) + 1 : undefined;
}

function keywordOf(query: URLSearchParams): string | undefined {
  for (const name of ['k', 'field-keywords', 'keywords']) {
    const keyword = query.get(name)?.trim();
    if (keyword) return keyword;
  }
  return undefined;
}

/** Returns `node=`, else the last node of `rh=n:1,n:2`, else `bbn=`. */
export function nodeOf(query: URLSearchParams): string | undefined {
  const node = query.get('node') ?? '';
  if (/^\d+$/.test(node)) return node;
  const nodes = [...(query.get('rh') ?? '').matchAll(/(?:^|,)n:!?(\d+)/g)];
  return nodes.at(-1)?.[1] ?? (/^\d+$/.test(query.get('bbn') ?? '') ? (query.get('bbn') ?? undefined) : undefined);
}

/** Returns the query of a canonical URL: the given values, then the named parameters of the original query. */
function keep(
  query: URLSearchParams,
  names: readonly string[],
  values: Record<string, string | number | undefined> = {},
): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) kept.set(name, String(value));
  for (const name of names) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}

/** The most characters of a URL in a message. */
const LONGEST_URL = 300;

/** Detects the page of a URL. @throws BadRequestError `UNSUPPORTED_URL` if it is not a page that can be read */
export function detectOrThrow(url: string): DetectedPage {
  const detected = detectPageType(url);
  if (detected !== undefined) return detected;
  const kind = unsupportedUrl(url);
  const what =
    kind === undefined ? 'not a supported page of a supported marketplace' : `${kind}, which is not supported`;
  throw new BadRequestError(
    `url: ${shown(url, LONGEST_URL)} is ${what}: expected the full URL of a product, search, offers, seller, category, best-seller, storefront or reviews page.`,
    { code: 'UNSUPPORTED_URL', parameter: 'url' },
  );
}
