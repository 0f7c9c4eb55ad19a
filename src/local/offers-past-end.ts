/** Pages of offers after the last one: the site serves an empty list for them, the specification the last page again. */
import type { OffersData } from '../contract/data/offers.ts';
import { detectOrThrow, type ParsedPage } from '../pages/index.ts';
import { withOffers } from './condition-filter.ts';
import type { PageResult } from './page-reading.ts';
import type { TargetPage } from './requests.ts';

/**
 * Returns the last page of offers, with the requested page number, for a page after it. Every other page is returned as it is. The pinned offer
 * belongs to page 1 only: it is left out.
 *
 * @param read Fetches and reads another page of the same listing.
 */
export async function lastOffersAgain(
  result: PageResult,
  target: TargetPage,
  read: (target: TargetPage) => Promise<PageResult>,
): Promise<PageResult> {
  const { page_type, page: requested = 1 } = target.detected;
  if (page_type !== 'offers' || requested === 1 || hasOffers(result.page)) return result;
  const first = await read(atPage(target, 1));
  const totals = dataOf(first.page);
  const { total_pages = 1 } = totals ?? {};
  // A page that should exist but is not found is not after the last one.
  if (totals === undefined || (total_pages >= requested && !result.page.found)) return result;
  const most = Math.min(total_pages, requested - 1);
  // The number of pages can be one too high. Then the last page is the one before it.
  for (const number of [most, most - 1]) {
    if (number <= 1) break;
    const last = await read(atPage(target, number));
    if (hasOffers(last.page)) return again(last, totals, requested);
  }
  return again(first, totals, requested);
}

const dataOf = (page: ParsedPage): OffersData | undefined =>
  page.page_type === 'offers' && page.found ? page.data : undefined;

const hasOffers = (page: ParsedPage): boolean => (dataOf(page)?.product_sellers_info.length ?? 0) > 0;

function again(result: PageResult, totals: OffersData, requested: number): PageResult {
  const { page } = result;
  const data = dataOf(page);
  if (data === undefined) return result;
  const { total_pages, total_offers_count } = totals;
  const offers = data.product_sellers_info.filter(({ is_pinned }) => is_pinned !== true);
  const served: OffersData = {
    ...withOffers(data, offers),
    page_index: requested - 1,
    ...(total_pages !== undefined && { total_pages }),
    ...(total_offers_count !== undefined && { total_offers_count }),
  };
  return { ...result, page: { ...page, data: served } as ParsedPage };
}

/** Returns another page of the same listing, with the same filter and language. */
function atPage(target: TargetPage, number: number): TargetPage {
  const url = new URL(target.url);
  if (number > 1) url.searchParams.set('pageno', String(number));
  else for (const name of ['pageno', 'isonlyrenderofferlist']) url.searchParams.delete(name);
  return { ...target, url: url.href, detected: detectOrThrow(url.href) };
}
