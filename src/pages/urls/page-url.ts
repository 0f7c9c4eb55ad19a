/** Builds the URLs of pages. Loads no parser. */
import {
  type CategorySort,
  LIST_TYPES,
  type ListType,
  type MarketplaceCode,
  type OfferConditionFilter,
} from '../../contract/codes.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { FullParams, Params } from '../../contract/marketplace.ts';
import type { ParameterTable } from '../../contract/parameter.ts';
import { parameters } from '../../contract/params.ts';
import { checkedParams, validateParams } from '../../contract/validate.ts';
import { marketplaces } from '../../locale/marketplaces.ts';
import { detectOrThrow, origin, type PageFacts } from './detect.ts';

/** The page of an endpoint: what its URL states, and the URL itself. */
export interface EndpointPage {
  facts: PageFacts;
  path: string;
  query: URLSearchParams;
}

/** The name of an endpoint that is not called with a URL. */
export type PageEndpoint = Exclude<EndpointName, 'scrape'>;

type Query = Record<string, string | number | undefined>;
type Build<Given> = (params: Given) => { facts: PageFacts; path: string; query: Query };

/** The filter of the all-offers panel that is closest to each condition. Its offers are filtered again by their exact condition. */
const PANEL_FILTERS: Record<OfferConditionFilter, Record<string, true> | undefined> = {
  all: undefined,
  new: { all: true, new: true },
  used: { all: true, used: true },
  used_like_new: { all: true, usedLikeNew: true },
  used_very_good: { all: true, usedVeryGood: true },
  used_good: { all: true, usedGood: true },
  used_acceptable: { all: true, usedAcceptable: true },
  collectible: { all: true, collectible: true },
};

const SORTS: Record<CategorySort, string | undefined> = {
  featured: undefined,
  price_asc: 'price-asc-rank',
  price_desc: 'price-desc-rank',
  rating: 'review-rank',
  newest: 'date-desc-rank',
  best_sellers: 'exact-aware-popularity-rank',
};

const ENDPOINT_PAGES: { [Name in PageEndpoint]: Build<FullParams<Name>> } = {
  // With these two parameters the site selects the variation itself. Without them the Buy Box can be missing.
  product: ({ asin }) => ({ facts: { asin }, path: `/dp/${asin}`, query: { th: 1, psc: 1 } }),
  search: ({ keyword, page }) => ({
    facts: { keyword: keyword.trim(), ...laterPage(page) },
    path: '/s',
    query: { k: keyword, ...laterPage(page) },
  }),
  offers: ({ asin, condition, page }) => {
    const filters = PANEL_FILTERS[condition];
    return {
      facts: { asin, ...laterPage(page) },
      path: '/gp/product/ajax/aodAjaxMain/',
      query: {
        asin,
        pc: 'dp',
        experienceId: 'aodAjaxMain',
        pageno: laterPage(page).page,
        // The site's own panel sends this when a shopper scrolls down.
        isonlyrenderofferlist: page > 1 ? 'true' : undefined,
        filters: filters === undefined ? undefined : JSON.stringify(filters),
      },
    };
  },
  seller: ({ sellerId }) => ({ facts: { seller_id: sellerId }, path: '/sp', query: { seller: sellerId } }),
  category: ({ node, page, min_price, max_price, sort }) => ({
    facts: { node, ...laterPage(page) },
    path: '/s',
    query: { rh: `n:${node}`, 'low-price': min_price, 'high-price': max_price, s: SORTS[sort], ...laterPage(page) },
  }),
};

/** Returns the page of an endpoint. */
export function endpointPage(name: PageEndpoint, params: FullParams<'product'>): EndpointPage {
  const { query, ...page } = (ENDPOINT_PAGES[name] as Build<FullParams<'product'>>)(params);
  return { ...page, query: queryOf(query) };
}

/** Page 1 has no page number in its URL. */
const laterPage = (page: number): { page?: number } => (page > 1 ? { page } : {});

function queryOf(values: Query): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query;
}

/** The path of each best-seller list. */
const LIST_PATHS: Record<ListType, string> = {
  best_sellers: 'bestsellers',
  new_releases: 'new-releases',
  movers_and_shakers: 'movers-and-shakers',
  most_wished_for: 'most-wished-for',
  gift_ideas: 'most-gifted',
};

/** The ratings that a page of reviews can be limited to. */
const REVIEW_STARS = ['one_star', 'two_star', 'three_star', 'four_star', 'five_star', 'positive', 'critical'] as const;
const REVIEW_SORTS = ['helpful', 'recent'] as const;

const { marketplace, asin } = parameters.product;
const { page } = parameters.search;

const TABLES = {
  bestseller: {
    list: {
      type: 'choice',
      description: 'The list.',
      default: 'best_sellers',
      values: LIST_TYPES,
      messages: { type: `is not a list: expected one of ${LIST_TYPES.join(', ')}` },
    },
    department: {
      type: 'text',
      description: 'The department.',
      isOptional: true,
      pattern: /^[a-z\d][a-z\d-]*$/i,
      maxLength: 50,
      messages: { type: 'is not a string', pattern: 'is not a department: expected one such as "kitchen"' },
    },
    node: { ...parameters.category.node, isOptional: true },
    page,
    marketplace,
  },
  storefront: {
    sellerId: { ...parameters.seller.sellerId, isOptional: true },
    store: storeParameter(),
    page,
    marketplace,
  },
  reviews: {
    asin,
    star: {
      type: 'choice',
      description: 'Only reviews with this rating.',
      isOptional: true,
      values: REVIEW_STARS,
      messages: { type: `is not a rating: expected one of ${REVIEW_STARS.join(', ')}` },
    },
    sort: {
      type: 'choice',
      description: 'The order of the reviews.',
      isOptional: true,
      values: REVIEW_SORTS,
      messages: { type: `is not an order: expected one of ${REVIEW_SORTS.join(', ')}` },
    },
    page,
    marketplace,
  },
} as const satisfies Record<string, ParameterTable>;

function storeParameter() {
  return {
    type: 'text',
    description: 'Id of a page of a store.',
    isOptional: true,
    pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
    messages: { type: 'is not a string', pattern: 'is not the id of a store: expected a UUID' },
  } as const;
}

/** A page of a best-seller list. */
export interface BestsellerPageParams {
  /** Marketplace code. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** The list. @default 'best_sellers' */
  list?: ListType | undefined;
  /** The department, as in the URLs of the site: `kitchen`. @default all departments */
  department?: string | undefined;
  /** A browse node of the department: `bsr_ranks[].url` of a product has both. @default the whole department */
  node?: string | undefined;
  /** Page number, starting at 1. @default 1 */
  page?: number | undefined;
}

/** A page of the products of a seller, or of a brand's store. */
export type StorefrontPageParams = {
  /** Marketplace code. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** Page number, starting at 1. @default 1 */
  page?: number | undefined;
} & (
  | {
      /** The seller. */
      sellerId: string;
      store?: undefined;
    }
  | {
      /** Id of a page of a brand's store, a UUID: it is in its URL, after `/page/`. */
      store: string;
      sellerId?: undefined;
    }
);

/** A page of the reviews of a product. */
export interface ReviewsPageParams {
  /** ASIN of the product. */
  asin: string;
  /** Marketplace code. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** Only reviews with this rating. @default all */
  star?: (typeof REVIEW_STARS)[number] | undefined;
  /** The order of the reviews. @default that of the site */
  sort?: (typeof REVIEW_SORTS)[number] | undefined;
  /** Page number, starting at 1. @default 1 */
  page?: number | undefined;
}

/** The parameters of an endpoint that decide the URL of its page. */
export type PageParams<Name extends PageEndpoint> = Omit<Params<Name>, 'language'>;

/**
 * URLs of pages, for `scrape`, for links and for `parsePage`. Each is canonical: without a language and without what only tracks shoppers.
 *
 * @throws BadRequestError `INVALID_PARAMETER` with the parameter's name
 * @example
 * pageUrl.product({ asin: 'B0LANTERN1' }) // 'https://www.amazon.com/dp/B0LANTERN1'
 * pageUrl.bestseller({ marketplace: 'uk', department: 'kitchen', list: 'new_releases', page: 2 })
 * // 'https://www.amazon.co.uk/gp/new-releases/kitchen?pg=2'
 */
export const pageUrl = {
  /** Returns the URL of a product. */
  product: (params: PageParams<'product'>): string => endpointUrl('product', params),
  /** Returns the URL of a page of search results. */
  search: (params: PageParams<'search'>): string => endpointUrl('search', params),
  /** Returns the URL of a page of the offers of a product. */
  offers: (params: PageParams<'offers'>): string => endpointUrl('offers', params),
  /** Returns the URL of the profile of a seller. */
  seller: (params: PageParams<'seller'>): string => endpointUrl('seller', params),
  /** Returns the URL of a page of a browse node. */
  category: (params: PageParams<'category'>): string => endpointUrl('category', params),
  /** Returns the URL of a page of a best-seller list. */
  bestseller(params: BestsellerPageParams): string {
    const { list, department, node, page, marketplace } = checked('bestseller', params);
    if (node !== undefined && department === undefined)
      throw invalid(
        'department: missing: expected that of the node, such as "kitchen". `bsr_ranks[].url` of a product has both.',
      );
    const path = ['/gp', LIST_PATHS[list as ListType], department, node].filter((part) => part !== undefined).join('/');
    return siteUrl(marketplace, path, { pg: laterPage(page).page });
  },
  /** Returns the URL of a page of the products of a seller, or of a brand's store. */
  storefront(params: StorefrontPageParams): string {
    const { sellerId, store, page, marketplace } = checked('storefront', params);
    if ((sellerId === undefined) === (store === undefined))
      throw invalid('sellerId: or store: expected one of them.', 'sellerId');
    return store === undefined
      ? siteUrl(marketplace, '/s', { me: sellerId, ...laterPage(page) })
      : siteUrl(marketplace, `/stores/page/${store}`, laterPage(page));
  },
  /** Returns the URL of a page of the reviews of a product. The site shows most of them only to shoppers who are signed in. */
  reviews(params: ReviewsPageParams): string {
    const { asin, star, sort, page, marketplace } = checked('reviews', params);
    const query = { filterByStar: star, sortBy: sort, pageNumber: laterPage(page).page };
    return siteUrl(marketplace, `/product-reviews/${asin}`, query);
  },
} as const;

function endpointUrl<Name extends PageEndpoint>(name: Name, params: PageParams<Name>): string {
  const full = validateParams(name, params as Params<Name>) as FullParams<'product'>;
  const { path, query } = endpointPage(name, full);
  return canonicalUrl(full.marketplace, path, query);
}

const siteUrl = (marketplace: string | undefined, path: string, query: Query): string =>
  canonicalUrl(marketplace as MarketplaceCode, path, queryOf(query));

const canonicalUrl = (marketplace: MarketplaceCode, path: string, query: URLSearchParams): string =>
  detectOrThrow(`${origin(marketplaces[marketplace])}${path}?${query}`).canonical_url;

const checked = (name: keyof typeof TABLES, params: object) =>
  checkedParams(TABLES[name], params) as { page: number } & Partial<Record<string, string>>;

const invalid = (message: string, parameter = 'department'): BadRequestError =>
  new BadRequestError(message, { parameter });
