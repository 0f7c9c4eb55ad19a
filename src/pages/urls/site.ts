/** URLs of the site: their paths without what differs between URLs of the same page, and the operator's short links, which only a request can resolve. */
import { marketplaceOfHost } from '../../locale/marketplaces.ts';

/** `/-/en/`, `/-/zh_TW/`, and a bare `/-/`, after which the path itself can begin with two letters. */
const LANGUAGE_PREFIX = /^\/-(?:\/(?!(?:dp|gp|sp)\/)[a-z]{2}(?:[-_][a-z]{2})?)?(?=\/)/i;
const REF_TAIL = /\/ref=.*$/s;

/** Returns the path without its language prefix and its `ref` tail. */
export const sitePath = ({ pathname }: URL): string =>
  pathname.replace(LANGUAGE_PREFIX, '').replace(REF_TAIL, '') || '/';

/** Returns a part of a URL, decoded: `%2B` is `+`. A part that is not encoded correctly stays as it is. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const SHORT_LINK_HOSTS = new Set(['amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.com', 'a.co']);

/** Whether a host is one of the short-link hosts. */
export const isShortLinkHost = (host: string): boolean =>
  SHORT_LINK_HOSTS.has(host.toLowerCase().replace(/^www\./, ''));

/** Whether a URL is a short link. */
export function isShortLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && isShortLinkHost(hostname);
}

export function pathOnSite(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  return marketplaceOfHost(parsed.hostname) === undefined ? undefined : sitePath(parsed);
}
