/** The entries of searches, categories, storefronts and best-seller lists. */
import type { BestsellerEntry } from '../../contract/generated/lists.ts';
import type { SearchResultEntry } from '../../contract/generated/search.ts';
import type { Look } from '../look.ts';
import type { StoredTarget } from '../store/store.ts';
import type { Values } from '../values.ts';
import { unlessNull } from './members.ts';
import { type Reading, readValues } from './reading.ts';

/** The fields that say which entries a list has. */
export const LIST_FIELDS: readonly string[] = ['last_page_number', 'current_page'];

type Entry = SearchResultEntry | BestsellerEntry;

/** The data of a page with a list. A landing page and a brand's store have none; an overview of best-sellers has several. */
export interface ListData {
  shallow_parts?: readonly Entry[];
  entries?: readonly Entry[];
  sections?: unknown;
  current_page?: number;
  last_page_number?: number;
}

/** Returns the entries of a list by ASIN. A product that is in the list twice has the values of its first entry. */
export function entriesOf(
  kind: 'result' | 'bestseller',
  given: readonly ListData[],
  { pages: wantedPages, asins }: StoredTarget,
  reading: Reading,
): Pick<Look, 'entries' | 'is_complete'> {
  const pages = given.flatMap((page) => listPage(page, kind === 'result' ? 'shallow_parts' : 'entries', reading));
  // In an overview of best-sellers, an entry has a rank in each list.
  const isOverview = kind === 'bestseller' && given.some(({ sections }) => sections !== undefined);
  if (pages.length === 0 || isOverview) return {};
  const isWhole = !reading.unclear.has('list');
  const entries = new Map<string, Values>();
  const wanted = asins && new Set(asins);
  const numbers = new Set<number>();
  let before = 0;
  for (const { page, entries: shown } of pages.sort((one, other) => one.page - other.page)) {
    if (numbers.has(page)) continue;
    // An incomplete page can lack entries before those of the next page.
    const isPlaced = page === 1 || (numbers.size === page - 1 && isWhole);
    numbers.add(page);
    for (const [index, entry] of shown.entries()) {
      if (entries.has(entry.asin) || wanted?.has(entry.asin) === false) continue;
      const own = kind === 'result' ? undefined : unlessNull((entry as BestsellerEntry).rank);
      const rank = own ?? (isPlaced ? before + index + 1 : undefined);
      entries.set(entry.asin, readValues(kind, { entry, rank }, reading));
    }
    before += shown.length;
  }
  const last = Math.min(wantedPages, ...pages.flatMap((page) => page.last ?? []));
  const is_complete = isWhole && Array.from({ length: last }).every((_, index) => numbers.has(index + 1));
  // An entry that is not among all that were asked for has no place among them.
  if (is_complete) for (const asin of wanted ?? []) if (!entries.has(asin)) entries.set(asin, { rank: null });
  return { entries: Object.fromEntries(entries), is_complete };
}

/** Returns a page of a list; none if it has no list, or if its list or its number cannot be read. */
function listPage(data: ListData, name: 'shallow_parts' | 'entries', reading: Reading) {
  const { [name]: entries, current_page: page = 1, last_page_number: last } = data;
  const isList = reading.accepts('entries', entries, name) && reading.accepts('count', page, 'current_page');
  const hasLast = reading.accepts('count', last, 'last_page_number');
  return entries === undefined || !isList ? [] : [{ page, last: hasLast ? last : undefined, entries }];
}
