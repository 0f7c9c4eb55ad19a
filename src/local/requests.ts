/** Builds the URL of the page that a call requests. */
import type { Language, MarketplaceCode } from '../contract/codes.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { FullParams } from '../contract/marketplace.ts';
import { assertLanguage, assertMarketplace } from '../contract/validate.ts';
import { type MarketplaceInfo, marketplaces } from '../locale/index.ts';
import {
  type DetectedPage,
  describePage,
  detectOrThrow,
  endpointPage,
  isRefusalUrl,
  isShortLink,
  origin,
} from '../pages/index.ts';
import { localeOf } from '../sources/http/headers.ts';

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

/** Returns the page that a call requests. @throws BadRequestError `UNSUPPORTED_URL`, or if another parameter does not fit the URL (`scrape`) */
export function targetPage(name: EndpointName, given: FullParams<EndpointName>): TargetPage {
  if (name === 'scrape') return scrapedPage(given as FullParams<'scrape'>);
  const params = given as FullParams<'product'>;
  const { language } = params;
  const marketplace = marketplaces[params.marketplace];
  const { facts, path, query } = endpointPage(name, params);
  return {
    url: inLanguage(`${origin(marketplace)}${path}`, query, marketplace, language),
    detected: describePage(endpoints[name].responses[0], marketplace, facts, query),
    marketplace,
    language,
  };
}

/** Returns the page that a short link leads to, and any other page unchanged. @throws BadRequestError `UNSUPPORTED_URL` if it cannot be read */
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
  const locale = localeOf(language, marketplace);
  if (locale !== marketplace.locales.native) parameters.set('language', locale);
  return parameters.size === 0 ? base : `${base}?${parameters}`;
}
