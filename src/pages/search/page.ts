/** A page of search results. */
import type { SearchData, SearchResultEntry } from '../../contract/data/search.ts';
import { type FieldTable, readEach, someOf } from '../fields.ts';
import type { Page } from '../page.ts';
import { wantedIn } from '../wanted.ts';
import { correction, keywords } from './correction.ts';
import { detectedPage } from './detected.ts';
import { isEmptyList, resultInfo, shownKeyword, typedKeyword } from './info.ts';
import { currentPage, lastPage } from './pagination.ts';
import { refinementsOf } from './refinements.ts';
import { resultsOf, type Tile } from './results.ts';
import { tileFields } from './tile.ts';
import { widgets } from './widgets.ts';

/** One row per field. */
export const searchFields = {
  title: (page) => keywordOf(page),
  current_page: (page) => currentPage(page),
  last_page_number: (page) => lastPage(page),
  total_results_count: (page) => resultInfo(page).total ?? (isEmptyList(page) ? 0 : undefined),
  results_range: (page) => rangeOf(page),
  sponsored_count: (page) => resultsOf(page).all.length - resultsOf(page).organic.length,
  keyword_corrected: (page) => correction(page)?.searched,
  department: (page) => departmentOf(page),
  refinements: (page) => someOf(refinementsOf(page)),
  related_searches: (page) => someOf(relatedSearches(page)),
  shallow_parts: (page) =>
    readEach<SearchResultEntry, Tile>(tileFields, resultsOf(page).organic, wantedIn(page, 'shallow_parts')),
} satisfies FieldTable<SearchData>;

/** A list with one page can have the number of results only: "16 results". */
function rangeOf(page: Page): SearchData['results_range'] {
  const { range, total } = resultInfo(page);
  const shown = resultsOf(page).organic.length;
  return range ?? (shown > 0 && shown === total ? { from: 1, to: shown } : undefined);
}

/** Returns the typed keyword, even if a corrected spelling was searched. */
function keywordOf(page: Page): string | undefined {
  const typed = detectedPage(page)?.keyword ?? typedKeyword(page);
  return correction(page)?.typed ?? shownKeyword(page) ?? typed;
}

const ALL_DEPARTMENTS = 'search-alias=aps';

/** Returns the selected department. `undefined` for all departments. */
function departmentOf(page: Page): string | undefined {
  const chosen = page.at('searchDropdownBox').first('option[selected]');
  return chosen.attr('value') === ALL_DEPARTMENTS ? undefined : chosen.text();
}

/** Related searches are links with text. They can be cards with images. Seen 2021. */
function relatedSearches(page: Page): string[] {
  const links = page.marked('data-component-type', 'text-reformulation-widget').find('a');
  const cards = widgets(page, 'VISUAL_NAVIGATION').filter('[class*="related-searches"]');
  return [...new Set(links.exists ? links.texts() : keywords(cards))];
}
