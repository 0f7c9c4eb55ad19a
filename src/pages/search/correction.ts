/** A corrected spelling of the keyword: "Showing results for X. Search instead for Y". */
import { fold } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { detectedPage } from './detected.ts';
import { shownKeyword } from './info.ts';
import { isSameKeyword } from './keyword.ts';
import { widgets } from './widgets.ts';

/** The typed keyword, and the one that was searched instead. */
export interface Correction {
  typed: string;
  searched: string;
}

/** Returns the correction. A banner that names the typed keyword, in a link or in its text, shows that there is one. */
export function correction(page: Page): Correction | undefined {
  return page.once(readCorrection);
}

function readCorrection(page: Page): Correction | undefined {
  const typed = detectedPage(page)?.keyword;
  if (typed === undefined) return undefined;
  const banner = banners(page).find((block) => names(block, typed));
  if (banner === undefined) return undefined;
  const shown = shownKeyword(page) ?? typed;
  const searched = [shown, ...keywords(banner)].find((keyword) => !isSameKeyword(keyword, typed));
  return searched === undefined ? undefined : { typed, searched };
}

function names(banner: PageBlock, keyword: string): boolean {
  return (
    keywords(banner).some((linked) => isSameKeyword(linked, keyword)) ||
    fold(banner.text() ?? '').includes(fold(keyword))
  );
}

function banners(page: Page): PageBlock[] {
  const places = [
    widgets(page, 'TOP_BANNER_MESSAGE'),
    widgets(page, 'MESSAGING'),
    page.marked('data-component-type', 's-corrected-search-results'),
  ];
  return places.flatMap((place) => place.entries());
}

/** Returns the keywords of the links to searches. */
export function keywords(block: PageBlock): string[] {
  return block.attrs('href', 'a[href*="k="]').flatMap((href) => {
    const url = block.absolute(href);
    return url === undefined ? [] : (new URL(url).searchParams.get('k')?.trim() ?? []);
  });
}
