/** The kind, the subcategories and the pages of a best-seller list. */
import type { ListType } from '../../contract/codes.ts';
import type { Subcategory } from '../../contract/data/lists.ts';
import { nodeOfHref } from '../detect.ts';
import { someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';

/** Each kind of list with its words in the URL and in the `ref` of its links. */
const LIST_TYPES: readonly [ListType, RegExp][] = [
  ['new_releases', /\/new-releases(?:\/|$)|\bzg_bsnr/],
  ['movers_and_shakers', /\/movers-and-shakers(?:\/|$)|\bzg_bsms/],
  ['most_wished_for', /\/most-wished-for(?:\/|$)|\bzg_mw/],
  ['gift_ideas', /\/most-gifted(?:\/|$)|\bzg_mg/],
  ['best_sellers', /\/(?:best-?sellers|zgbs)(?:[-/]|$)|\bzg_bs_/i],
];

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
const GROUP = 'ul, [class*="browse-group"]';

/** Returns the links of the group inside the selected item of the tree, or right after it. */
export function subcategoriesOf(page: Page): Subcategory[] | undefined {
  const tree = [page.at('zg-left-col'), page.at('zg_browseRoot'), page.at('zg_left_col1')].find(({ exists }) => exists);
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

/** Returns the highest number in the pagination. */
export function lastPageOf(scope: PageBlock): number | undefined {
  const numbers = scope.texts('.a-pagination li, .zg_pagination li').map((text) => Number(/^\d+/.exec(text)?.[0]));
  const pages = numbers.filter((number) => number > 0);
  return pages.length === 0 ? undefined : Math.max(...pages);
}

/** Returns the selected number in the pagination. */
export function selectedPageOf(scope: PageBlock): number | undefined {
  const page = Number(/^\d+/.exec(scope.text('.a-pagination .a-selected', '.zg_pagination .zg_selected') ?? '')?.[0]);
  return page > 0 ? page : undefined;
}
