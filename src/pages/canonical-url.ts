/** Reads the canonical URL of a page. */
import { detectPageType } from './detect.ts';

const LINK = /<link[^<>]*>/gi;
const CANONICAL = /rel=["']canonical["']/i;
const HREF = /href=["']([^"']{1,2000})["']/i;

/** Returns the URL of a page's canonical link. Returns `undefined` if there is none, or if it is not a page that can be read. */
export function urlOfPage(html: string): string | undefined {
  const link = html.match(LINK)?.find((tag) => CANONICAL.test(tag));
  const href = HREF.exec(link ?? '')?.[1]?.replaceAll('&amp;', '&');
  return href !== undefined && detectPageType(href) !== undefined ? href : undefined;
}
