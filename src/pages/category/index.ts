/** The category page: a listing or a landing page. It has the fields of a search page, and those of the category tree. */
import type { CategoryData } from '../../contract/data/lists.ts';
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { Breadcrumb } from '../../contract/data/shared.ts';
import { parseDocument } from '../../html/index.ts';
import {
  type FieldTable,
  firstValue,
  type PageReader,
  readEach,
  readFields,
  someOf,
  wantedIn,
} from '../engine/fields.ts';
import { type Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import { FRAME, shelvesOf } from '../parts/shelves.ts';
import { listLandmarks, searchFields } from '../search/index.ts';
import {
  countsIn,
  currentPage,
  detectedPage,
  isEmptyList,
  keywordIn,
  lastPage,
  type ResultInfo,
  resultInfo,
} from '../search/info.ts';
import { asinOf, type Results, resultsOf, withPositions } from '../search/results.ts';
import { tileFields } from '../search/tile.ts';
import type { Tile } from '../search/tile-parts.ts';
import { departmentLinks, navigation } from './navigation.ts';

const categoryFields = {
  ...searchFields,
  title: nameOf,
  node_id: nodeOf,
  name: nameOf,
  breadcrumbs: (page) => someOf([...navigation(page).above, ...ownCrumb(page)]),
  subcategories: (page) => someOf(subcategoriesOf(page)),
  sections: (page) => (isListing(page) ? undefined : someOf(page.once(shelvesOf))),
  current_page: (page) => listed(page) && currentPage(page),
  last_page_number: (page) => (isListing(page) ? lastPage(page) : undefined),
  total_results_count: (page) =>
    resultInfo(page).total ?? landingInfo(page).total ?? (isEmptyList(page) ? 0 : undefined),
  results_range: (page) => resultInfo(page).range ?? landingInfo(page).range,
  sponsored_count: (page) => listed(page) && productsOf(page).sponsored.length,
  keyword_corrected: () => undefined,
  shallow_parts: (page) => {
    const products = listed(page);
    return products && readEach<SearchResultEntry, Tile>(tileFields, products.organic, wantedIn(page, 'shallow_parts'));
  },
  sponsored_parts: (page) =>
    readEach<SearchResultEntry, Tile>(tileFields, productsOf(page).sponsored, wantedIn(page, 'sponsored_parts')),
} satisfies FieldTable<CategoryData>;

/** Returns the products if the page has a list of them. */
function listed(page: Page): Results | undefined {
  const products = productsOf(page);
  return products.all.length > 0 || isEmptyList(page) ? products : undefined;
}

/** Whether the page is a listing. A landing page shows the first products and has no pagination. */
const isListing = (page: Page): boolean => resultsOf(page).all.length > 0 || isEmptyList(page);

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
    titleName(page) ??
    headingOfDepartment(page)
  );
}

/** "Amazon.com: Cameras: Electronics": the category is first. Other titles are advertising. */
const SITE_FIRST = /^amazon\.[a-z.]+\s*:([^:]+)/i;

/** A landing page with carousels only has its name in the title only. */
const titleName = (page: Page): string | undefined =>
  SITE_FIRST.exec(page.first('head title').text() ?? '')?.[1]?.trim() || undefined;

/** The heading of a landing page that links to its departments, if its title is advertising. */
function headingOfDepartment(page: Page): string | undefined {
  if (page.once(departmentLinks).length === 0) return undefined;
  const headings = page.all('h1').filter((heading) => !heading.closest(FRAME).exists);
  return firstValue(headings, (heading) => heading.text());
}

function subcategoriesOf(page: Page): Breadcrumb[] {
  const { below } = navigation(page);
  return below.length > 0 || isListing(page) ? below : page.once(departmentLinks);
}

function ownCrumb(page: Page): Breadcrumb[] {
  const name = nameOf(page);
  return name === undefined ? [] : [present({ name, node_id: nodeOf(page) })];
}

export const categoryPage: PageReader<CategoryData> = {
  landmarks: [
    {
      name: 'navigation',
      test: (page) => hasNavigation(page) || productsOf(page).all.length > 0 || isEmptyList(page) || isLanding(page),
      required: true,
    },
    {
      name: 's-search-results',
      fields: ['shallow_parts', 'total_results_count', 'results_range', 'sponsored_count'],
      test: (page) => productsOf(page).all.length > 0 || isEmptyList(page),
    },
    ...listLandmarks(productsOf),
  ],
  read: (page) => readFields<CategoryData, Page>(categoryFields, page, page.source.fields),
};

/** Whether the page is a department's landing page with carousels and links to departments only. Product pages have the bar of their department too. */
function isLanding(page: Page): boolean {
  const isProduct = page.at('dp').exists || page.at('productTitle').exists;
  const hasParts = page.at('nav-subnav').exists || page.once(departmentLinks).length > 0;
  return hasParts && !isProduct && categoryFields.name(page) !== undefined;
}

function hasNavigation(page: Page): boolean {
  const { current, below } = navigation(page);
  return current !== undefined || below.length > 0;
}

/** Returns the tiles of a listing or of a landing page, whose tiles are HTML in an attribute. A landing page with carousels only has none. */
function productsOf(page: Page): Results {
  return page.once(readProducts);
}

/** Reads the line above the products: "1-12 of over 7,000 results for Luxury Beauty". */
const landingInfo = (page: Page): ResultInfo => page.once(readInfo);

const landingName = (page: Page): string | undefined => keywordIn(page.once(infoLine));

const ITEM = '[class*="apbSearchResultItem"]';
const INFO_TEXT = '[class*="apbBrowseSearchResultsRibText"]';
const INFO = '[class*="apbBrowseSearchResultsRib"]';

function readProducts(page: Page): Results {
  const results = resultsOf(page);
  if (results.all.length > 0) return results;
  const tiles = page
    .entries(ITEM)
    .map(unwrapped)
    .filter((tile) => asinOf(tile) !== undefined);
  return withPositions(tiles, 1);
}

function unwrapped(item: Tile): Tile {
  const payload = item.attr('data-payload', 'raw-html');
  if (payload === undefined) return item;
  const document = parseDocument(payload);
  return new PageBlock({ ...item.source, document }, [document.root], `${item.where} raw-html@data-payload`);
}

/** The text of the line is in an element of its own. Other items can be next to it. */
function infoLine(page: Page): PageBlock {
  const text = page.first(INFO_TEXT);
  return text.exists ? text : page.first(INFO);
}

const readInfo = (page: Page): ResultInfo => countsIn(page.once(infoLine));
