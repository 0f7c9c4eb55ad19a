/** Reads the canonical URL of a page. */
import { detectPageType } from './detect.ts';

const CANONICAL = /<link[^>]{0,500}rel=["']canonical["'][^>]{0,2000}>/i;
const HREF = /href=["']([^"']{1,2000})["']/i;

/** Returns the URL of a page's canonical link. Returns `undefined` if there is none, or if it is not a page that can be read. */
export function urlOfPage(html: string): string | undefined {
  const href = HREF.exec(CANONICAL.exec(html)?.[0] ?? '')?.[1]?.replaceAll('&amp;', '&');
  return href !== undefined && detectPageType(href) !== undefined ? href : undefined;
}
