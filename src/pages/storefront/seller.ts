/** A seller's list of products: a list of results of one seller. */
import type { SellerProducts } from '../../contract/data/lists.ts';
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { ParseError } from '../../contract/errors.ts';
import { type FieldTable, readEach } from '../fields.ts';
import type { Page } from '../page.ts';
import { detectedPage } from '../search/detected.ts';
import { searchFields } from '../search/page.ts';
import { resultsOf, type Tile } from '../search/results.ts';
import { tileFields } from '../search/tile.ts';
import { wantedIn } from '../wanted.ts';

/** One row per field. */
export const sellerListFields = {
  kind: () => 'seller',
  seller_id: (page) => sellerId(page),
  name: (page) => nameOf(page),
  current_page: searchFields.current_page,
  last_page_number: searchFields.last_page_number,
  total_results_count: searchFields.total_results_count,
  shallow_parts: (page) =>
    readEach<SearchResultEntry, Tile>(tileFields, resultsOf(page).organic, wantedIn(page, 'shallow_parts')),
} satisfies FieldTable<SellerProducts>;

const CHOSEN_SELLER = /^me=([A-Z0-9]{10,})/;

/** Returns the seller in the URL, else the one that is selected in the search box. */
function sellerId(page: Page): string {
  const id = detectedPage(page)?.seller_id ?? chosenSeller(page);
  if (id === undefined)
    throw new ParseError(`the page ${page.url} has no seller id: expected one in the URL or in the search box.`);
  return id;
}

/** Returns the seller that is selected in the search box. */
export function chosenSeller(page: Page): string | undefined {
  return CHOSEN_SELLER.exec(chosen(page).attr('value') ?? '')?.[1];
}

/** The name is in the search box or in the seller filter. */
function nameOf(page: Page): string | undefined {
  const box = chosen(page);
  const held = CHOSEN_SELLER.test(box.attr('value') ?? '') ? box.text() : undefined;
  return held ?? page.at(`p_6/${sellerId(page)}`).text('a span', 'a', '.a-text-bold');
}

function chosen(page: Page): Page {
  return page.at('searchDropdownBox').first('option[selected]');
}
