/** Builds the URL of the page that a call requests. */
import type { CategorySort, Language, MarketplaceCode, OfferConditionFilter } from '../contract/codes.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { FullParams } from '../contract/marketplace.ts';
import { assertLanguage, assertMarketplace } from '../contract/validate.ts';
import { type MarketplaceInfo, marketplaces } from '../locale/index.ts';
import {
  type DetectedPage,
  describePage,
  detectOrThrow,
  isRefusalUrl,
  isShortLink,
  origin,
  type PageFacts,
} from '../pages/index.ts';

/** The page that a call requests. */
export interface TargetPage {
  /** Its URL on the marketplace's site, with the requested language. */
  url: string;
  /** The same values that `detectPageType(url)` returns. */
  detected: DetectedPage;
  marketplace: MarketplaceInfo;
  language: Language;
  /** The fields that the caller asked for. @default all */
  fields?: readonly string[] | undefined;
  /** Fields that the backend needs in addition. */
  alsoRead?: readonly string[] | undefined;
}

type Query = Record<string, string | number | undefined>;

/** The page of an endpoint: what its URL states, and the URL itself. */
interface EndpointPage {
  facts: PageFacts;
  path: string;
  query: Query;
}

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

/** The page of each endpoint. */
const ENDPOINT_PAGES: {
  [Name in Exclude<EndpointName, 'scrape'>]: (params: FullParams<Name>) => EndpointPage;
} = {
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

/**
 * Returns the page that a call requests.
 *
 * @throws BadRequestError `UNSUPPORTED_URL`, or if `marketplace` or `language` does not fit the URL (`scrape`)
 */
export function targetPage<Name extends EndpointName>(name: Name, params: FullParams<Name>): TargetPage {
  if (name === 'scrape') return scrapedPage(params as FullParams<'scrape'>);
  return endpointPage(name, params as FullParams<'product'>);
}

function endpointPage(name: Exclude<EndpointName, 'scrape'>, params: FullParams<'product'>): TargetPage {
  const { language } = params;
  const marketplace = marketplaces[params.marketplace];
  const pageOf = ENDPOINT_PAGES[name] as (params: FullParams<'product'>) => EndpointPage;
  const { facts, path, query } = pageOf(params);
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) parameters.set(key, String(value));
  return {
    url: inLanguage(`${origin(marketplace)}${path}`, parameters, marketplace, language),
    detected: describePage(endpoints[name].responses[0], marketplace, facts, parameters),
    marketplace,
    language,
  };
}

/**
 * Returns the page that a short link leads to, and any other page unchanged.
 *
 * @param resolve Returns the URL after redirects.
 * @throws BadRequestError `UNSUPPORTED_URL` if that is not a page that can be read
 */
export async function resolveShortLink(
  page: TargetPage,
  resolve: (page: TargetPage) => Promise<string>,
): Promise<TargetPage> {
  if (!isShortLink(page.url)) return page;
  const url = await resolve(page);
  // Read again as it is, so that the error is the site's refusal and not the URL.
  return isRefusalUrl(url) ? page : { ...page, ...scrapedPage({ url, language: page.language }) };
}

function scrapedPage({ url, marketplace: expected, language }: FullParams<'scrape'>): TargetPage {
  if (isShortLink(url)) return shortLink(url, expected ?? 'us', language);
  const detected = detectOrThrow(url);
  if (expected !== undefined) assertMarketplace(detected.marketplace, expected);
  assertLanguage(detected.marketplace, language);
  const marketplace = marketplaces[detected.marketplace];
  const { origin, pathname, searchParams } = new URL(detected.canonical_url);
  return {
    url: inLanguage(`${origin}${pathname}`, searchParams, marketplace, language),
    detected,
    marketplace,
    language,
  };
}

/** The page of a short link is known only after a request. Until then the type is a placeholder. */
function shortLink(url: string, code: MarketplaceCode, language: Language): TargetPage {
  const { hostname, pathname } = new URL(url);
  const canonical_url = `https://${hostname}${pathname}`;
  const detected: DetectedPage = { page_type: 'product', marketplace: code, canonical_url };
  return { url: canonical_url, detected, marketplace: marketplaces[code], language };
}

/** Adds the query, and the language if the site has several and the requested one is not its own. */
function inLanguage(base: string, query: URLSearchParams, marketplace: MarketplaceInfo, language: Language): string {
  const parameters = new URLSearchParams(query);
  const { native, english } = marketplace.locales;
  if (language === 'en' && english !== undefined && english !== native) parameters.set('language', english);
  return parameters.size === 0 ? base : `${base}?${parameters}`;
}

/** Page 1 has no page number in its URL. */
function laterPage(page: number): { page?: number } {
  return page > 1 ? { page } : {};
}
