/** A corrected spelling of the keyword: "Showing results for X. Search instead for Y". */
import type { Page, PageBlock } from '../page.ts';
import { detectedPage } from './detected.ts';
import { shownKeyword } from './info.ts';
import { widgets } from './widgets.ts';

/** The typed keyword, and the one that was searched instead. */
export interface Correction {
  typed: string;
  searched: string;
}

/** Returns the correction. A banner with a link to the typed keyword shows that there is one. */
export function correction(page: Page): Correction | undefined {
  return page.once(readCorrection);
}

function readCorrection(page: Page): Correction | undefined {
  const typed = detectedPage(page)?.keyword;
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

/** Returns the keywords of the links to searches. */
export function keywords(block: PageBlock): string[] {
  return block.attrs('href', 'a[href*="k="]').flatMap((href) => {
    const url = block.absolute(href);
    return url === undefined ? [] : (new URL(url).searchParams.get('k')?.trim() ?? []);
  });
}

function isSame(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

function normalized(keyword: string): string {
  return keyword.toLowerCase().replace(/\s+/g, ' ').trim();
}
