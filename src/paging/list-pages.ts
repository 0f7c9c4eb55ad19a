/** Pages of search results and of categories. */
import type { EnvelopeOf, Marketplace, Params } from '../contract/marketplace.ts';
import { assertPagingOptions, type PagingOptions } from './options.ts';
import { envelopesOf, type Verdict, walkPages } from './walk.ts';

/** The ceilings that hold where a page does not name its own: the deepest layout of search (specification, "Limits"), and of categories. */
const SEARCH_CEILING = 20;
const CATEGORY_CEILING = 400;

interface ListEnvelope {
  found: boolean;
  data: { last_page_number?: number; shallow_parts?: readonly { asin: string }[] } | null;
}

/**
 * The pages of a keyword search, one after the other, never past `last_page_number`, which every page tells anew.
 *
 * @throws BadRequestError for wrong options, before anything is fetched; the iteration throws what a call does
 * @example
 * for await (const { found, data } of searchPages(marketplace, { keyword: 'kettle' }, { maxPages: 3 })) {
 *   if (found) for (const { asin, price } of data.shallow_parts) console.log(asin, price);
 * }
 */
export function searchPages(
  marketplace: Marketplace,
  params: Params<'search'>,
  options: PagingOptions = {},
): AsyncGenerator<EnvelopeOf<'search'>, void, undefined> {
  assertPagingOptions(options);
  const { from = params.page ?? 1, signal, timeoutMs } = options;
  const fetch = (page: number) => marketplace.search({ ...params, page }, { signal, timeoutMs });
  return envelopesOf(walkPages({ first: from, fetch, judge: listJudge(SEARCH_CEILING) }, options));
}

/**
 * The pages of a category, one after the other, as {@link searchPages} does. A landing page, which lists no products, is the only one.
 *
 * @throws BadRequestError for wrong options, before anything is fetched; the iteration throws what a call does
 */
export function categoryPages(
  marketplace: Marketplace,
  params: Params<'category'>,
  options: PagingOptions = {},
): AsyncGenerator<EnvelopeOf<'category'>, void, undefined> {
  assertPagingOptions(options);
  const { from = params.page ?? 1, signal, timeoutMs } = options;
  const fetch = (page: number) => marketplace.category({ ...params, page }, { signal, timeoutMs });
  return envelopesOf(walkPages({ first: from, fetch, judge: listJudge(CATEGORY_CEILING) }, options));
}

/** Judges the pages of a list as they come. */
function listJudge(ceiling: number): (envelope: ListEnvelope, page: number) => Verdict {
  let previous: string | undefined;
  return ({ found, data }, page) => {
    if (!found || data === null) return 'last';
    const asins = (data.shallow_parts ?? []).map(({ asin }) => asin).join();
    const last = data.last_page_number ?? (asins === '' ? page : ceiling);
    // Past its end the marketplace serves an earlier page again.
    const isRepeat = previous === undefined ? page > last : asins !== '' && asins === previous;
    previous = asins;
    if (isRepeat) return 'repeat';
    return page >= last ? 'last' : 'more';
  };
}
