/** A seller's list of products (design §5.9): a list of results that belongs to one seller. No page of the corpus shows one. */
import type { SellerProducts } from '../../contract/data/lists.ts';
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { ParseError } from '../../contract/errors.ts';
import { type FieldTable, readEach } from '../fields.ts';
import type { Page } from '../page.ts';
import { addressOfPage } from '../search/detected.ts';
import { searchFields } from '../search/page.ts';
import { resultsOf, type Tile } from '../search/results.ts';
import { tileFields } from '../search/tile.ts';

/** One row a field. */
export const sellerListFields = {
  kind: () => 'seller',
  seller_id: (page) => sellerId(page),
  name: (page) => nameOf(page),
  current_page: searchFields.current_page,
  last_page_number: searchFields.last_page_number,
  total_results_count: searchFields.total_results_count,
  shallow_parts: (page) => readEach<SearchResultEntry, Tile>(tileFields, resultsOf(page).organic),
} satisfies FieldTable<SellerProducts>;

const CHOSEN_SELLER = /^me=([A-Z0-9]{10,})/;

/** The seller that the address names, else the one that the search box is held to. */
function sellerId(page: Page): string {
  const id = addressOfPage(page)?.seller_id ?? CHOSEN_SELLER.exec(chosen(page).attr('value') ?? '')?.[1];
  if (id === undefined) throw new ParseError(`the page ${page.url} names no seller`);
  return id;
}

/** The search box is held to the seller's shop; the filter for sellers names it too. */
function nameOf(page: Page): string | undefined {
  const box = chosen(page);
  const held = CHOSEN_SELLER.test(box.attr('value') ?? '') ? box.text() : undefined;
  return held ?? page.at(`p_6/${sellerId(page)}`).text('a span', 'a', '.a-text-bold');
}

function chosen(page: Page): Page {
  return page.at('searchDropdownBox').first('option[selected]');
}
