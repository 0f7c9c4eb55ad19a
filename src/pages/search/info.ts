/** The line above a list of results: "1-48 of over 10,000 results for "sweatshirt"". */
import type { SearchData } from '../../contract/data/search.ts';
import { mentions } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { withoutOtherItems } from '../shared/other-items.ts';

/** The counts in the line. */
export interface ResultInfo {
  range?: SearchData['results_range'];
  total?: number | undefined;
  /** The text with the counts. Absent if the line has none. */
  text?: string;
}

/** Returns the counts. They are read once per page. */
export function resultInfo(page: Page): ResultInfo {
  return page.once(readInfo);
}

/** Returns the keyword in the line. */
export function shownKeyword(page: Page): string | undefined {
  return keywordIn(page.once(infoLine));
}

/** Returns the keyword in the search box. */
export function typedKeyword(page: Page): string | undefined {
  return page.at('twotabsearchtextbox').attr('value');
}

const DIGIT = /\p{Nd}/u;
const RANGE = /\p{Nd}\s?[-\u2010-\u2015~\u301c\uff5e]\s?\p{Nd}/u;
const KEYWORD = '.a-color-state';
/** The outer quotes. The keyword can contain further quotes. */
const QUOTED = /^["\u201c\u201d\u201e\u00ab\u300c](.*)["\u201c\u201d\u00bb\u300d]$/su;

const TILE = '[data-component-type="s-search-result"]';

/** Whether the page has a list with text but without results, and its line of results counts none. A heading that says so: Seen 2018. */
export function isEmptyList(page: Page): boolean {
  const list = page.marked('data-component-type', 's-search-results');
  const { total, text } = resultInfo(page);
  const isNone = total === 0 || (text === undefined && !list.has(TILE));
  return isNone && (list.text() !== undefined || page.at('noResultsTitle').exists);
}

function readInfo(page: Page): ResultInfo {
  return countsIn(page.once(infoLine));
}

function infoLine(page: Page): PageBlock {
  const bar = page.marked('data-component-type', 's-result-info-bar');
  const line = bar.first('.s-breadcrumb');
  return withoutOtherItems([line, bar, page.at('s-result-count')].find(({ exists }) => exists) ?? line);
}

/** Reads the counts of such a line. The keyword is left out, because it can contain numbers. */
export function countsIn(line: PageBlock): ResultInfo {
  const { counts, words } = line.locale;
  const shown = line.without(line.find(KEYWORD));
  const text = [shown.ownText() ?? '', ...shown.texts('span')].find(
    (text) => DIGIT.test(text) || mentions(text, words.search.oneResult),
  );
  if (text === undefined) return {};
  return { text, ...(DIGIT.test(text) ? partsOf(counts(text), RANGE.test(text)) : { total: 1 }) };
}

/**
 * Tells the range from the total by their order: both ends are at most the total, which is last in most languages, "1-16 of 148", "1 a 16 de 148",
 * and first in others: "検索結果 148 のうち 1-16件". One number is the total. Two are a range only with a dash.
 */
function partsOf([first, second, third]: readonly number[], hasRange: boolean): ResultInfo {
  if (first === undefined || second === undefined) return { total: first };
  if (third === undefined) return hasRange && first <= second ? { range: { from: first, to: second } } : {};
  if (first <= second && second <= third) return { range: { from: first, to: second }, total: third };
  if (second <= third && third <= first) return { range: { from: second, to: third }, total: first };
  return {};
}

/** Returns the keyword or category of such a line. It is an element of its own, because it can contain numbers. */
export function keywordIn(line: PageBlock): string | undefined {
  return line.text(KEYWORD)?.replace(QUOTED, '$1').trim();
}
