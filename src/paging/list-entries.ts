/** Iterates over the entries of searches and categories. */
import type { SearchResultEntry } from '../contract/generated/search.ts';
import type { AnyMarketplace, Params } from '../contract/marketplace.ts';
import { marketplaceWith, wrongParameter } from '../options/checks.ts';
import { stepsOf } from './endpoint-pages.ts';
import { type PagingOptions, pagingOptions } from './options.ts';
import { PageSum } from './page-sum.ts';
import { rowsOf } from './walk.ts';

/** An entry of a list with its place over all pages. */
export interface RankedEntry extends SearchResultEntry {
  /**
   * Place among all entries of the list over all pages, without advertisements, starting at 1. `index_on_page` and `position_overall` start at 1 on each
   * page. Absent after a page that was cut off.
   */
  rank?: number;
  /** Page of the entry, starting at 1. */
  page: number;
}

/**
 * Returns the entries of a keyword search over all its pages, without advertisements. An ASIN that is in the list again is left out the second time.
 *
 * @throws BadRequestError for invalid options, `fields` and `page`, before anything is fetched. The iteration throws the errors of the calls.
 * @example
 * for await (const { asin, rank, page } of searchEntries(marketplace, { keyword: 'kettle' }, { maxPages: 3 })) console.log(rank, asin, page);
 */
export function searchEntries(
  marketplace: AnyMarketplace,
  params: Omit<Params<'search'>, 'page'>,
  options: Omit<PagingOptions, 'from'> = {},
): AsyncGenerator<RankedEntry, void, undefined> {
  return entriesOf(marketplace, 'search', params, options);
}

/**
 * Returns the entries of a category over all its pages, like {@link searchEntries}.
 *
 * @throws BadRequestError for invalid options, `fields` and `page`, before anything is fetched. The iteration throws the errors of the calls.
 * @example
 * for await (const { rank, title } of categoryEntries(marketplace, { node: '3375251' }, { maxPages: 2 })) console.log(rank, title);
 */
export function categoryEntries(
  marketplace: AnyMarketplace,
  params: Omit<Params<'category'>, 'page'>,
  options: Omit<PagingOptions, 'from'> = {},
): AsyncGenerator<RankedEntry, void, undefined> {
  return entriesOf(marketplace, 'category', params, options);
}

function entriesOf<Name extends 'search' | 'category'>(
  marketplace: AnyMarketplace,
  name: Name,
  params: Omit<Params<Name>, 'page'>,
  options: Omit<PagingOptions, 'from'>,
): AsyncGenerator<RankedEntry, void, undefined> {
  marketplaceWith({ name: 'marketplace', value: marketplace }, name);
  const checked = pagingOptions(`${name}Entries`, options);
  const given: Record<string, unknown> = { ...checked, ...params };
  const refused = ['fields', 'page', 'from'].find((member) => given[member] !== undefined);
  if (refused !== undefined)
    throw wrongParameter(
      refused,
      `is not for ${name}Entries, which returns whole entries from page 1 on. Leave it out, or call ${name}Pages.`,
    );
  return ranked(marketplace, name, params as Params<Name>, { ...checked, from: 1 });
}

async function* ranked<Name extends 'search' | 'category'>(
  marketplace: AnyMarketplace,
  name: Name,
  params: Params<Name>,
  options: PagingOptions,
): AsyncGenerator<RankedEntry, void, undefined> {
  const known = new Set<string>();
  const sum = new PageSum();
  let before = 0;
  for await (const step of stepsOf(marketplace, name, params, options)) {
    const isPlaced = sum.read.incomplete_reason !== 'partial_page';
    if (!sum.add(step) || !step.envelope.found) continue;
    const page = sum.read.count;
    const entries = rowsOf('shallow_parts', step.envelope.data.shallow_parts ?? []);
    for (const [index, entry] of entries.entries()) {
      if (!known.has(entry.asin)) yield { ...entry, ...(isPlaced ? { rank: before + index + 1 } : {}), page };
      known.add(entry.asin);
    }
    before += entries.length;
  }
}
