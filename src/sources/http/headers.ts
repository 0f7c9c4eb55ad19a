/** The headers of a request: a browser's, with those of the options. */
import type { Language } from '../../contract/codes.ts';
import type { MarketplaceInfo } from '../../locale/index.ts';
import type { RequestHeaders } from '../../options/request-headers.ts';
import { isTimestamp } from '../page-source.ts';
import { NAVIGATION, SCRIPT } from './identity.ts';

/**
 * A response header that only the testing kit sends: when its page was fetched, ISO 8601. Sites do not send it, and a site's own `date` is never
 * read: its clock can be wrong.
 */
export const FETCHED_AT = 'x-buybox-fetched-at';

/** Returns when a saved page was fetched; `undefined` for the page of a site. */
export const fetchedAtOf = ({ [FETCHED_AT]: value }: Readonly<Record<string, string>>): Date | undefined =>
  isTimestamp(value) ? new Date(value) : undefined;

/** Paths of fragments that the site's pages fetch by script. */
const FRAGMENT = /^\/(?:gp\/product\/ajax|gp\/aod\/ajax|portal-migration\/hz\/glow)\//;

/** Returns the headers of a browser. */
export function browserHeaders(url: URL, language: Language, marketplace: MarketplaceInfo): RequestHeaders {
  const tag = localeOf(language, marketplace).replace('_', '-');
  const base = tag.slice(0, 2);
  const languages = base === 'en' ? `${tag},en;q=0.9` : `${tag},${base};q=0.9,en;q=0.8`;
  const isFragment = FRAGMENT.test(url.pathname);
  return { ...(isFragment ? { ...SCRIPT, referer: `${url.origin}/` } : NAVIGATION), 'accept-language': languages };
}

/** Adds headers. Another `user-agent` removes the hints of the browser that it replaces: they would contradict it. */
export function withHeaders(base: RequestHeaders, own: RequestHeaders): RequestHeaders {
  const kept = Object.entries(base).filter(
    ([name]) => own['user-agent'] === undefined || !name.startsWith('sec-ch-ua'),
  );
  return { ...Object.fromEntries(kept), ...own };
}

/** Returns the site's locale for a language: on amazon.de `en_GB` for English and `de_DE` for its own language. */
export const localeOf = (language: Language, { locales }: MarketplaceInfo): string =>
  language === 'en' ? (locales.english ?? locales.native) : locales.native;
