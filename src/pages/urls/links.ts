/** Facts that links on a page name, and the canonical URL of a page. */
import { detectPageType, nodeOf } from './detect.ts';

/** Returns the browse node that a link names. */
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

/** Whether a value is an ASIN. */
export const isAsin = (value: unknown): value is string => typeof value === 'string' && /^[A-Z0-9]{10}$/.test(value);

/** Returns the ASIN that a link names. */
export function asinOfHref(href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  return (/(?:\/|%2F)(?:dp|gp\/product|gp%2Fproduct|product-reviews|gp\/aw\/d)(?:\/|%2F)([A-Z0-9]{10})(?=[/?&%#]|$)/.exec(
    href,
  ) ?? /[?&]asin=([A-Z0-9]{10})(?=[&#]|$)/i.exec(href))?.[1];
}

/** Returns the seller id that a link names. */
export const sellerOfHref = (href: string | undefined): string | undefined =>
  /[?&](?:seller|me|merchant|smid|m)=([A-Z0-9]{10,})(?=[&#]|$)/.exec(href ?? '')?.[1];

const LINK = /<link[^<>]*>/gi;
const CANONICAL = /rel=["']canonical["']/i;
const HREF = /href=["']([^"']{1,2000})["']/i;

/** Returns the URL of a page's canonical link. Returns `undefined` if there is none, or if it is not a page that can be read. */
export function urlOfPage(html: string): string | undefined {
  const link = html.match(LINK)?.find((tag) => CANONICAL.test(tag));
  const href = HREF.exec(link ?? '')?.[1]?.replaceAll('&amp;', '&');
  return href !== undefined && detectPageType(href) !== undefined ? href : undefined;
}

/** A URL of a resized image has its size between two dots: `I/41x._AC_US40_.jpg`. */
const SIZE = /(\/I\/[^/.]+)\.[^/]+(\.\w+)$/;

/** Returns the URL of the original image. */
export const originalImageUrl = (url: string): string => url.replace(SIZE, '$1$2');
