/** A category's listing or landing page: the fields of a search page, and those of the category tree. */
import type { CategoryData } from '../../contract/data/lists.ts';
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { type FieldTable, readEach, someOf } from '../fields.ts';
import type { Page } from '../page.ts';
import { detectedPage } from '../search/detected.ts';
import { isEmptyList, resultInfo } from '../search/info.ts';
import { searchFields } from '../search/page.ts';
import { currentPage, lastPage } from '../search/pagination.ts';
import { type Results, resultsOf, type Tile } from '../search/results.ts';
import { tileFields } from '../search/tile.ts';
import { wantedIn } from '../wanted.ts';
import { landingInfo, landingName, productsOf } from './landing.ts';
import { navigation } from './navigation.ts';

/** One row per field. */
export const categoryFields = {
  ...searchFields,
  title: (page) => nameOf(page),
  node_id: (page) => nodeOf(page),
  name: (page) => nameOf(page),
  breadcrumbs: (page) => someOf([...navigation(page).above, ...ownCrumb(page)]),
  subcategories: (page) => someOf(navigation(page).below),
  current_page: (page) => listed(page) && currentPage(page),
  last_page_number: (page) => (isListing(page) ? lastPage(page) : undefined),
  total_results_count: (page) =>
    resultInfo(page).total ?? landingInfo(page).total ?? (isEmptyList(page) ? 0 : undefined),
  results_range: (page) => resultInfo(page).range ?? landingInfo(page).range,
  sponsored_count: (page) => listed(page) && productsOf(page).all.length - productsOf(page).organic.length,
  keyword_corrected: () => undefined,
  shallow_parts: (page) => {
    const products = listed(page);
    return products && readEach<SearchResultEntry, Tile>(tileFields, products.organic, wantedIn(page, 'shallow_parts'));
  },
} satisfies FieldTable<CategoryData>;

/** Returns the products if the page has a list of them. */
function listed(page: Page): Results | undefined {
  const products = productsOf(page);
  return products.all.length > 0 || isEmptyList(page) ? products : undefined;
}

/** Whether the page is a listing. A landing page shows the first products and has no pagination. */
function isListing(page: Page): boolean {
  return resultsOf(page).all.length > 0 || isEmptyList(page);
}

function nodeOf(page: Page): string | undefined {
  return detectedPage(page)?.node ?? navigation(page).current?.node_id;
}

/** Returns the current category of the tree, else the one in the line above the products. */
function nameOf(page: Page): string | undefined {
  const node = detectedPage(page)?.node;
  const listedItem = node === undefined ? undefined : page.at(`n/${node}`).text('.a-text-bold', 'a');
  return (
    navigation(page).current?.name ??
    listedItem ??
    landingName(page) ??
    page.at('fst-hybrid-dynamic-h1').text('h1') ??
    titleName(page)
  );
}

/** "Amazon.com: Cameras: Electronics": the category is first. Other titles are advertising. */
const SITE_FIRST = /^amazon\.[a-z.]+\s*:([^:]+)/i;

/** A landing page with carousels only has its name in the title only. */
function titleName(page: Page): string | undefined {
  return SITE_FIRST.exec(page.first('head title').text() ?? '')?.[1]?.trim() || undefined;
}

function ownCrumb(page: Page): { name: string; node_id?: string }[] {
  const name = nameOf(page);
  const node_id = nodeOf(page);
  return name === undefined ? [] : [{ name, ...(node_id === undefined ? {} : { node_id }) }];
}
