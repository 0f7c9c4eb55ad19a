/** Endpoint and parameters -> the marketplace's own address (facts of its URL patterns). */
import type { CategorySort, Language, MarketplaceCode, OfferConditionFilter } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { FullParams } from '../contract/marketplace.ts';
import { assertLanguage, assertMarketplace } from '../contract/validate.ts';
import { type MarketplaceInfo, marketplaces } from '../locale/index.ts';
import { addressOf, type DetectedPage, isShortLink, origin } from '../pages/index.ts';

/** The page that a call is about. */
export interface WantedPage {
  /** Its address at the marketplace's site, in the language asked for. */
  url: string;
  /** What that address says. */
  address: DetectedPage;
  marketplace: MarketplaceInfo;
  language: Language;
}

type Query = Record<string, string | number | undefined>;

/** The filters of the all-offers panel that come nearest to a condition; what they let through is filtered again. */
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

/** The page of each endpoint: its type and its address at the marketplace's site. */
const ADDRESSES: {
  [Name in Exclude<EndpointName, 'scrape'>]: (params: FullParams<Name>) => { path: string; query: Query };
} = {
  // The two parameters make the site pick the variation itself: without them its Buy Box can be missing.
  product: ({ asin }) => ({ path: `/dp/${asin}`, query: { th: 1, psc: 1 } }),
  search: ({ keyword, page }) => ({ path: '/s', query: { k: keyword, page: beyondFirst(page) } }),
  offers: ({ asin, condition, page }) => {
    const filters = PANEL_FILTERS[condition];
    return {
      path: '/gp/product/ajax/aodAjaxMain/',
      query: {
        asin,
        pc: 'dp',
        experienceId: 'aodAjaxMain',
        pageno: beyondFirst(page),
        // What the site's own panel asks for when a shopper scrolls on.
        isonlyrenderofferlist: page > 1 ? 'true' : undefined,
        filters: filters === undefined ? undefined : JSON.stringify(filters),
      },
    };
  },
  seller: ({ sellerId }) => ({ path: '/sp', query: { seller: sellerId } }),
  category: ({ node, page, min_price, max_price, sort }) => ({
    path: '/s',
    query: {
      rh: `n:${node}`,
      'low-price': min_price,
      'high-price': max_price,
      s: SORTS[sort],
      page: beyondFirst(page),
    },
  }),
};

/**
 * The page that a call wants.
 *
 * @throws BadRequestError `UNSUPPORTED_URL`, or a `marketplace` that is not the URL's (`scrape`)
 */
export function wantedPage<Name extends EndpointName>(name: Name, params: FullParams<Name>): WantedPage {
  if (name === 'scrape') return scrapedPage(params as FullParams<'scrape'>);
  const { marketplace: code, language } = params as FullParams<'product'>;
  const marketplace = marketplaces[code];
  const addressFor = ADDRESSES[name as 'product'] as (params: FullParams<Name>) => { path: string; query: Query };
  const { path, query } = addressFor(params);
  return wanted(`${origin(marketplace)}${path}`, query, marketplace, language);
}

/**
 * The page that a short link leads to; any other page as it is.
 *
 * @param resolve Gives the address after redirects.
 * @throws BadRequestError `UNSUPPORTED_URL` when that is no page that can be read
 */
export async function resolveShortLink(
  page: WantedPage,
  resolve: (page: WantedPage) => Promise<string>,
): Promise<WantedPage> {
  if (!isShortLink(page.url)) return page;
  return scrapedPage({ url: await resolve(page), language: page.language });
}

function scrapedPage({ url, marketplace: expected, language }: FullParams<'scrape'>): WantedPage {
  if (isShortLink(url)) return shortLink(url, expected ?? 'us', language);
  const { marketplace: code, canonical_url } = addressOf(url);
  if (expected !== undefined) assertMarketplace(code, expected);
  assertLanguage(code, language);
  const marketplace = marketplaces[code];
  const canonical = new URL(canonical_url);
  return wanted(
    `${canonical.origin}${canonical.pathname}`,
    Object.fromEntries(canonical.searchParams),
    marketplace,
    language,
  );
}

/** What a short link is about is known when it was followed; until then it stands for itself. */
function shortLink(url: string, code: MarketplaceCode, language: Language): WantedPage {
  const { hostname, pathname } = new URL(url);
  const canonical_url = `https://${hostname}${pathname}`;
  const address: DetectedPage = { page_type: 'product', marketplace: code, canonical_url };
  return { url: canonical_url, address, marketplace: marketplaces[code], language };
}

function wanted(base: string, query: Query, marketplace: MarketplaceInfo, language: Language): WantedPage {
  const url = `${base}${encode(query, marketplace, language)}`;
  return { url, address: addressOf(url), marketplace, language };
}

/** The query with the language that the page is wanted in, where the site has several. */
function encode(query: Query, marketplace: MarketplaceInfo, language: Language): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const { native, english } = marketplace.locales;
  if (language === 'en' && english !== undefined && english !== native) parameters.set('language', english);
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function beyondFirst(page: number): number | undefined {
  return page > 1 ? page : undefined;
}
