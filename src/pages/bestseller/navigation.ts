/** Where a list stands: its kind, its categories, its pages. */
import type { ListType } from '../../contract/codes.ts';
import type { Subcategory } from '../../contract/data/lists.ts';
import { nodeOfHref } from '../detect.ts';
import { someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';

/** Each list by the words of its address, and by those of its links' `ref`. */
const LIST_TYPES: readonly [ListType, RegExp][] = [
  ['new_releases', /\/new-releases(?:\/|$)|\bzg_bsnr/],
  ['movers_and_shakers', /\/movers-and-shakers(?:\/|$)|\bzg_bsms/],
  ['most_wished_for', /\/most-wished-for(?:\/|$)|\bzg_mw/],
  ['gift_ideas', /\/most-gifted(?:\/|$)|\bzg_mg/],
  ['best_sellers', /\/(?:best-?sellers|zgbs)(?:[-/]|$)|\bzg_bs_/i],
];

/** Which of the five lists a page is: its address, else what it calls its own links. */
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

/** The links of the group that stands in, or right behind, the selected item of the tree. */
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

/** The highest page that the page links to. */
export function lastPageOf(scope: PageBlock): number | undefined {
  const numbers = scope.texts('.a-pagination li, .zg_pagination li').map((text) => Number(/^\d+/.exec(text)?.[0]));
  const pages = numbers.filter((number) => number > 0);
  return pages.length === 0 ? undefined : Math.max(...pages);
}

/** The page that the page marks as its own. */
export function selectedPageOf(scope: PageBlock): number | undefined {
  const page = Number(/^\d+/.exec(scope.text('.a-pagination .a-selected', '.zg_pagination .zg_selected') ?? '')?.[0]);
  return page > 0 ? page : undefined;
}
