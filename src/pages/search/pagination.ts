/** The pagination of a list of results. */
import type { Page, PageBlock } from '../page.ts';
import { withoutOtherItems } from '../shared/other-items.ts';
import { detectedPage } from './detected.ts';
import { resultInfo } from './info.ts';
import { widgets } from './widgets.ts';

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
  return Math.max(currentPage(page), ...numbers);
}

const WHOLE = /^\p{Nd}[\p{Nd}.,\s]*$/u;
/** `#pagn`: Seen 2015 to 2018. */
const STRIP = '.s-pagination-container, .s-pagination-strip, .a-pagination, #pagn';

function pagination(page: Page): PageBlock {
  const places = [widgets(page, 'PAGINATION'), page.marked('data-component-type', 's-pagination')];
  const place = places.find((one) => one.has(STRIP)) ?? page;
  return withoutOtherItems(place.find(STRIP).first());
}
