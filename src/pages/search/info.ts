/** The list of results as a page describes it: the line above it, its page numbers, and the widgets between its tiles. */
import type { SearchData } from '../../contract/data/search.ts';
import { mentions, plainNumber } from '../../locale/index.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import { type DetectedPage, detectPageType } from '../urls/detect.ts';

/** The counts in the line above the results: "1-48 of over 10,000 results for "sweatshirt"". */
export interface ResultInfo {
  range?: SearchData['results_range'];
  total?: number | undefined;
  /** The text with the counts. Absent if the line has none. */
  text?: string;
}

/** Returns the counts. They are read once per page. */
export const resultInfo = (page: Page): ResultInfo => page.once(readInfo);

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

const readInfo = (page: Page): ResultInfo => countsIn(page.once(infoLine));

export function infoLine(page: Page): PageBlock {
  const bar = page.marked('data-component-type', 's-result-info-bar');
  const line = bar.first('.s-breadcrumb');
  return withoutOtherItems([line, bar, page.at('s-result-count')].find(({ exists }) => exists) ?? line);
}

/** Filters in the bar of mobile pages: "Under $10". */
const FILTERS = 'a, button, select, [class*="sf-rib"]';

/** Reads the counts of such a line. The keyword and filters are left out, because they can contain numbers. */
export function countsIn(line: PageBlock): ResultInfo {
  const { counts, prices, words } = line.locale;
  const shown = line.without(line.find(`${KEYWORD}, ${FILTERS}`));
  const text = [shown.ownText() ?? '', ...shown.texts('span')].find(
    (text) => (DIGIT.test(text) && prices(text).length === 0) || mentions(text, words.search.oneResult),
  );
  if (text === undefined) return {};
  return { text, ...(DIGIT.test(text) ? partsOf(counts(text), RANGE.test(text)) : { total: 1 }) };
}

/**
 * Finds the range and the total by their order: both ends are at most the total, which is last in most languages, "1-16 of 148", "1 a 16 de 148",
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
export const keywordIn = (line: PageBlock): string | undefined => line.text(KEYWORD)?.replace(QUOTED, '$1').trim();

const EXACT_TOTAL = /"totalResultCount"\s*:\s*(\d+)/;

/** Returns the number of results in the page's own data, which is exact, else the one in the line: "over 3,000". */
export function totalResults(page: Page): number | undefined {
  const exact = plainNumber(page.scriptValue('"totalResultCount"', EXACT_TOTAL));
  return exact ?? resultInfo(page).total ?? (isEmptyList(page) ? 0 : undefined);
}

/** Returns the current page number, 1 first. */
export function currentPage(page: Page): number {
  const shown = page.once(pagination).text('.s-pagination-selected', '.a-selected', '.pagnCur');
  return page.locale.count(shown) ?? detectedPage(page)?.page ?? 1;
}

/**
 * Returns the last page number, which can be in the pagination without a link. A list with one page has no pagination. `undefined` if the
 * pagination is missing although there are more results.
 */
export function lastPage(page: Page): number | undefined {
  const strip = page.once(pagination);
  const { range, total } = resultInfo(page);
  const hasMore = range !== undefined && total !== undefined && range.to < total;
  if (!strip.exists && hasMore) return undefined;
  const numbers = strip
    .all('*')
    .flatMap((item) => (item.children().exists ? [] : (item.text() ?? [])))
    .filter((text) => WHOLE.test(text))
    .map((text) => page.locale.count(text) ?? 1);
  // Mobile pages have only a link to the next page.
  if (numbers.length === 0 && strip.has(NEXT)) return undefined;
  return Math.max(currentPage(page), ...numbers);
}

const NEXT = '.a-last a[href], a.s-pagination-next[href], a[href*="page="]';
const WHOLE = /^\p{Nd}[\p{Nd}.,\s]*$/u;
/** `#pagn`: Seen 2015 to 2018. */
const STRIP = '.s-pagination-container, .s-pagination-strip, .a-pagination, #pagn';

function pagination(page: Page): PageBlock {
  const places = [widgets(page, 'PAGINATION'), page.marked('data-component-type', 's-pagination')];
  const place = places.find((one) => one.has(STRIP)) ?? page;
  return withoutOtherItems(place.find(STRIP).first());
}

/** Returns the widgets of a template, whose slots have an empty ASIN. They can be in a column of the slot. Seen 2020 to 2021. */
export function widgets(
  page: Page,
  template: 'PAGINATION' | 'TOP_BANNER_MESSAGE' | 'MESSAGING' | 'VISUAL_NAVIGATION' | 'TEXT_REFORMULATION',
): PageBlock {
  const slots = page.marked('data-asin', '').children();
  const named = `[class*="template=${template}"]` as const;
  const found = slots.filter(named);
  return found.exists ? found : slots.filter('.sg-col-inner').children().filter(named);
}

/** Returns the facts in the page's URL. `undefined` if its page type is unknown. They are read once per page. */
export const detectedPage = (page: Page): DetectedPage | undefined => page.once(detect);

const detect = (page: Page): DetectedPage | undefined => detectPageType(page.url);
