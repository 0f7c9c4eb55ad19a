/** The pages of a list of results, as the page itself counts them. */
import type { Page, PageBlock } from '../page.ts';
import { addressOfPage } from './detected.ts';
import { resultInfo } from './info.ts';
import { widgets } from './widgets.ts';

/** The page shown, 1 first. */
export function currentPage(page: Page): number {
  const shown = page.once(pagination).text('.s-pagination-selected', '.a-selected', '.pagnCur');
  return page.locale.count(shown) ?? addressOfPage(page)?.page ?? 1;
}

/** The page ceiling, which stands there without a link when it is far off; a list of one page shows none, a page that was cut off neither. */
export function lastPage(page: Page): number | undefined {
  const strip = page.once(pagination);
  const { range, total } = resultInfo(page);
  const hasMore = range !== undefined && total !== undefined && range.to < total;
  if (!strip.exists && hasMore) return undefined;
  const numbers = strip
    .texts('.s-pagination-item, li, .pagnLink, .pagnDisabled')
    .filter((text) => WHOLE.test(text))
    .map((text) => page.locale.count(text) ?? 1);
  return Math.max(currentPage(page), ...numbers);
}

const WHOLE = /^\p{Nd}[\p{Nd}.,\s]*$/u;
/** The last is that of pages up to 2018. */
const STRIP = '.s-pagination-container, .s-pagination-strip, .a-pagination, #pagn';

function pagination(page: Page): PageBlock {
  const places = [widgets(page, 'PAGINATION'), page.marked('data-component-type', 's-pagination')];
  const found = places.map((place) => place.first(STRIP)).find((strip) => strip.exists);
  return found ?? page.first(STRIP);
}
