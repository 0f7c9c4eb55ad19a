/** A spelling that was searched instead of what was typed: "Showing results for X. Search instead for Y". */
import type { Page, PageBlock } from '../page.ts';
import { addressOfPage } from './detected.ts';
import { shownKeyword } from './info.ts';
import { widgets } from './widgets.ts';

/** What was typed, and what was searched. */
export interface Correction {
  typed: string;
  searched: string;
}

/** Read once a page; told by the link that goes back to what was typed. No page of the corpus shows one. */
export function correction(page: Page): Correction | undefined {
  return page.once(readCorrection);
}

function readCorrection(page: Page): Correction | undefined {
  const typed = addressOfPage(page)?.keyword;
  if (typed === undefined) return undefined;
  const banner = banners(page).find((block) => keywords(block).some((keyword) => isSame(keyword, typed)));
  if (banner === undefined) return undefined;
  const shown = shownKeyword(page) ?? typed;
  const searched = [shown, ...keywords(banner)].find((keyword) => !isSame(keyword, typed));
  return searched === undefined ? undefined : { typed, searched };
}

function banners(page: Page): PageBlock[] {
  const places = [
    widgets(page, 'TOP_BANNER_MESSAGE'),
    widgets(page, 'MESSAGING'),
    page.marked('data-component-type', 's-corrected-search-results'),
  ];
  return places.flatMap((place) => place.all());
}

/** The keywords of the links to searches. (A link within the page would name the page's own.) */
export function keywords(block: PageBlock): string[] {
  return block.attrs('href', 'a[href*="k="]').flatMap((href) => {
    const url = block.absolute(href);
    return url === undefined ? [] : (new URL(url).searchParams.get('k')?.trim() ?? []);
  });
}

function isSame(one: string, other: string): boolean {
  return plainly(one) === plainly(other);
}

function plainly(keyword: string): string {
  return keyword.toLowerCase().replace(/\s+/g, ' ').trim();
}
