/** The kind, the subcategories and the pages of a best-seller list. */
import type { ListType } from '../../contract/codes.ts';
import type { Subcategory } from '../../contract/data/lists.ts';
import { largestOf, ordinalNumber } from '../../locale/index.ts';
import { someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { asinOfHref, nodeOfHref } from '../urls/links.ts';

/** Each kind of list with its words in the URL and in the `ref` of its links. */
const LIST_TYPES: readonly [ListType, RegExp][] = [
  ['new_releases', /\/new-releases(?:\/|$)|\bzg_bsnr/],
  ['movers_and_shakers', /\/movers-and-shakers(?:\/|$)|\bzg_bsms/],
  ['most_wished_for', /\/most-wished-for(?:\/|$)|\bzg_mw/],
  ['gift_ideas', /\/most-gifted(?:\/|$)|\bzg_mg/],
  ['best_sellers', /\/(?:best-?sellers|zgbs)(?:[-/]|$)|\bzg_bs_/i],
];

/** The path of a list, not of an item that a list links to. */
const LIST_PATH = /\/(?:zgbs|best-?sellers|new-releases|movers-and-shakers|most-wished-for|most-gifted)(?:[/?-]|$)/i;

/** Whether a link leads to a list. */
export function isListUrl(href: string): boolean {
  return LIST_PATH.test(href) && asinOfHref(href) === undefined;
}

/** Returns the kind of list by the URL, else by the `ref` of the links. */
export function listTypeOf(page: Page, scope: PageBlock): ListType {
  const path = URL.canParse(page.url) ? new URL(page.url).pathname : '';
  for (const text of [path, scope.attr('data-reftag', '[data-reftag]') ?? '']) {
    const type = LIST_TYPES.find(([, words]) => words.test(text))?.[0];
    if (type !== undefined) return type;
  }
  return 'best_sellers';
}

const SELECTED = '[class*="zg-selected"], .zg_selected';
const ITEM = '[class*="browse-item"], li';
/** A department, without the link to all of them. */
const DEPARTMENT = ':is([role="treeitem"], [class*="browse-item"]):not([class*="root-browse-item"]) a[href]';
const GROUP = 'ul, [class*="browse-group"]';

/** Places of the tree. The last three: Seen 2015 to 2022. */
const TREES = ['zg-left-col', 'zg_browseRoot', 'zg_left_col2', 'zg_left_col1'];

/** Returns the links of the group inside the selected item of the tree, or right after it. On an overview without a selected item, those of all departments. */
export function subcategoriesOf(page: Page, isOverview: boolean): Subcategory[] | undefined {
  const places = TREES.map((id) => page.at(id));
  const tree = places.find((place) => place.has(SELECTED));
  if (tree === undefined && isOverview)
    return someOf(places.flatMap((place) => place.all(DEPARTMENT)).flatMap(subcategoryOf));
  const item = tree?.first(SELECTED).closest(ITEM);
  if (item === undefined || !item.exists) return undefined;
  const behind = item.next();
  const group = [item.first(GROUP), behind.filter(GROUP), behind.first(GROUP)].find(({ exists }) => exists);
  return group === undefined ? undefined : someOf(group.all('a[href]').flatMap(subcategoryOf));
}

function subcategoryOf(link: PageBlock): Subcategory[] {
  const name = link.text();
  const url = link.attr('href');
  const node = nodeOfHref(url);
  if (name === undefined || url === undefined) return [];
  return [{ ...(node === undefined ? {} : { node_id: node }), name, url }];
}

const PAGES = '.a-pagination li, .zg_pagination li';
const SELECTED_PAGE = '.a-selected, .zg_selected';

/** Returns the highest number in the pagination. */
export function lastPageOf(scope: PageBlock): number | undefined {
  const pages = scope.all(PAGES).flatMap((item) => pageNumberOf(item) ?? []);
  return largestOf(pages);
}

/** Returns the selected number in the pagination. */
export function selectedPageOf(scope: PageBlock): number | undefined {
  const selected = scope.all(PAGES).find((item) => item.filter(SELECTED_PAGE).exists);
  return selected && pageNumberOf(selected);
}

const PAGE_ID = /^zg_page(\d+)$/;

/** The text is the number. It can be the ranks of the page ("21-40"), with the number in the id. Seen 2015 to 2017. */
function pageNumberOf(item: PageBlock): number | undefined {
  return ordinalNumber(PAGE_ID.exec(item.attr('id') ?? '')?.[1] ?? item.text());
}
