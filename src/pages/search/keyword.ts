/** The keyword of a search: as shown, as typed, and corrected ("Showing results for X. Search instead for Y"). */
import { fold } from '../../locale/index.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { detectedPage, infoLine, keywordIn, widgets } from './info.ts';

/** Returns the keyword in the line. */
export const shownKeyword = (page: Page): string | undefined => keywordIn(page.once(infoLine));

/** Returns the keyword in the search box. */
export const typedKeyword = (page: Page): string | undefined => page.at('twotabsearchtextbox').attr('value');

/** The typed keyword, and the one that was searched instead. */
interface Correction {
  typed: string;
  searched: string;
}

/** Returns the correction. A banner that names the typed keyword, in a link or in its text, shows that there is one. */
export const correction = (page: Page): Correction | undefined => page.once(readCorrection);

function readCorrection(page: Page): Correction | undefined {
  const typed = detectedPage(page)?.keyword;
  if (typed === undefined) return undefined;
  const banner = banners(page).find((block) => names(block, typed));
  if (banner === undefined) return undefined;
  const shown = shownKeyword(page) ?? typed;
  const searched = [shown, ...keywords(banner)].find((keyword) => !isSameKeyword(keyword, typed));
  return searched === undefined ? undefined : { typed, searched };
}

const names = (banner: PageBlock, keyword: string): boolean =>
  keywords(banner).some((linked) => isSameKeyword(linked, keyword)) ||
  fold(banner.text() ?? '').includes(fold(keyword));

function banners(page: Page): PageBlock[] {
  const places = [
    widgets(page, 'TOP_BANNER_MESSAGE'),
    widgets(page, 'MESSAGING'),
    page.marked('data-component-type', 's-corrected-search-results'),
  ];
  return places.flatMap((place) => place.entries());
}

/** Returns the keywords of the links to searches. */
export const keywords = (block: PageBlock): string[] =>
  block.attrs('href', 'a[href*="k="]').flatMap((href) => {
    const url = block.absolute(href);
    return url === undefined ? [] : (new URL(url).searchParams.get('k')?.trim() ?? []);
  });

/** Everything but letters, digits and accents: a URL has plus signs for blanks, and the page can quote its keyword. */
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu;

/** Whether two keywords are the same search. Case, accents, blanks and punctuation make no difference. */
export const isSameKeyword = (one: string, other: string): boolean => squashed(one) === squashed(other);

/** Whether two keywords share more than half of the words of the shorter one: "laptop" and "laptop 15 inch". */
export function isSimilarKeyword(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = [...words].filter((word) => others.has(word));
  return 2 * shared.length > Math.min(words.size, others.size);
}

function squashed(keyword: string): string {
  // A keyword of punctuation only is compared as it is.
  return fold(keyword).replace(SEPARATORS, '') || fold(keyword);
}

/** The words of a keyword, also in languages without blanks between words. */
function wordsOf(keyword: string): Set<string> {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(fold(keyword));
  return new Set([...segments].filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment));
}
