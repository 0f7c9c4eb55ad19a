/** The address that a page names as its own. */
import { detectPageType } from './detect.ts';

const CANONICAL = /<link[^>]{0,500}rel=["']canonical["'][^>]{0,2000}>/i;
const HREF = /href=["']([^"']{1,2000})["']/i;

/** The address of a page's canonical link, when it is a page that can be read; `undefined` when the page names none. */
export function urlOfPage(html: string): string | undefined {
  const href = HREF.exec(CANONICAL.exec(html)?.[0] ?? '')?.[1]?.replaceAll('&amp;', '&');
  return href !== undefined && detectPageType(href) !== undefined ? href : undefined;
}
