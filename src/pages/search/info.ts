/** The line above a list of results: "1-48 of over 10,000 results for "sweatshirt"". */
import type { SearchData } from '../../contract/data/search.ts';
import type { Page, PageBlock } from '../page.ts';

/** The counts in the line. */
export interface ResultInfo {
  range?: SearchData['results_range'];
  total?: number | undefined;
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

/** Digits with marks or blanks that group them. */
const NUMBER = '\\p{Nd}{1,3}(?:[.,\\u066c\\s]\\p{Nd}{3})+|\\p{Nd}+';
const DIGIT = /\p{Nd}/u;
const RANGE = new RegExp(`(${NUMBER})\\s?[-\\u2010-\\u2015~\\u301c\\uff5e]\\s?(${NUMBER})`, 'u');
/** The outer quotes. The keyword can contain further quotes. */
const QUOTED = /^["\u201c\u201d\u201e\u00ab\u300c](.*)["\u201c\u201d\u00bb\u300d]$/su;

/** Whether the page has a list with text but without results, and its line of results counts none. */
export function isEmptyList(page: Page): boolean {
  const list = page.marked('data-component-type', 's-search-results');
  return (resultInfo(page).total ?? 0) === 0 && list.text() !== undefined;
}

function readInfo(page: Page): ResultInfo {
  return countsIn(page.once(infoLine));
}

function infoLine(page: Page): PageBlock {
  const bar = page.marked('data-component-type', 's-result-info-bar');
  const line = bar.first('.s-breadcrumb');
  return [line, bar, page.at('s-result-count')].find(({ exists }) => exists) ?? line;
}

/** Reads the counts of such a line. */
export function countsIn(line: PageBlock): ResultInfo {
  const { count } = line.locale;
  const texts = [line.ownText() ?? '', ...line.texts('span:not(.a-color-state)')];
  const text = texts.find((text) => DIGIT.test(text)) ?? '';
  const [range, from, to] = RANGE.exec(text) ?? [];
  if (range === undefined) return { total: count(text) };
  const [first, last] = [count(from), count(to)];
  const shown = first !== undefined && last !== undefined ? { from: first, to: last } : undefined;
  return { range: shown, total: count(text.replace(range, ' ')) ?? last };
}

/** Returns the keyword or category of such a line. It is an element of its own, because it can contain numbers. */
export function keywordIn(line: PageBlock): string | undefined {
  return line.text('.a-color-state')?.replace(QUOTED, '$1').trim();
}
