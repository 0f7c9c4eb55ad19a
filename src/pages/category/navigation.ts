/** The category tree: the categories above the current one, and those below. */
import type { Breadcrumb } from '../../contract/data/shared.ts';
import { onceEach } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import { FRAME } from '../parts/shelves.ts';
import { detectPageType } from '../urls/detect.ts';
import { nodeOfHref } from '../urls/links.ts';

/** The three parts of the tree. */
interface Navigation {
  /** From the top of the tree to the parent category. */
  above: Breadcrumb[];
  /** The current category, which has no link. */
  current: Breadcrumb | undefined;
  below: Breadcrumb[];
}

/** Returns the tree. It is read once per page. */
export function navigation(page: Page): Navigation {
  return page.once(readNavigation);
}

interface Item {
  crumb: Breadcrumb;
  isCurrent: boolean;
  /** Whether it links to a category above the current one. */
  isBack: boolean;
}

const BACK = '.s-back-arrow, .backArrow';
/** The id of an item contains its browse node. */
const ITEM_ID = /^n\/(\d+)$/;
/** The tree in a column with other filters below it. Seen 2017 to 2019. */
const INDENTED = 'li[class*="s-ref-indent"], [class*="s-ref-indent"] li';
/** A link that filters the products of a category: by brand, price, ... */
const FILTER = /(?:[?&,:=]|%2C|%3A)p_[a-z0-9_-]+(?::|%3A)/i;
const NAMES = ['a span:not(.s-back-arrow)', 'a', '.a-text-bold'] as const;

function readNavigation(page: Page): Navigation {
  const place = tree(page);
  const indented = place.all(INDENTED);
  const items = (indented.length > 0 ? indented : place.all('li')).flatMap((item) => itemOf(item) ?? []);
  const at = items.findIndex(({ isCurrent }) => isCurrent);
  const above = at === -1 ? [] : items.slice(0, at);
  const below = items.slice(at + 1).filter(({ crumb, isBack }) => !isBack && !FILTER.test(crumb.url ?? ''));
  return { above: crumbs(above), current: items[at]?.crumb, below: crumbs(below) };
}

/** Listings have a list of departments. Landing pages have the same list without its id. */
function tree(page: Page): PageBlock {
  const places = [page.at('departments').first(), page.at('n-title').next(), page.at('leftNav').first()];
  return places.find((place) => place.has('li')) ?? page.at('departments');
}

function itemOf(item: PageBlock): Item | undefined {
  const name = item.text(...NAMES);
  if (name === undefined) return undefined;
  const url = item.attr('href', 'a');
  const node_id = ITEM_ID.exec(item.attr('id') ?? '')?.[1] ?? nodeOfHref(url);
  return { crumb: present({ name, url, node_id }), isCurrent: url === undefined, isBack: item.has(BACK) };
}

/** Returns the categories. "Any Department" is not one: it has no browse node. */
const crumbs = (items: readonly Item[]): Breadcrumb[] =>
  items.map(({ crumb }) => crumb).filter(({ node_id }) => node_id !== undefined);

/** Fewer links are not the navigation of a department. */
const FEWEST_LINKS = 3;
/** In characters. A longer text is an advertisement. */
const LONGEST_NAME = 60;
/** Groups of tiles: the items of a carousel or of a grid. */
const TILES = '.a-carousel-card, [class*="grid__"], [class*="bubble" i], [class*="tile" i]';

/**
 * Returns the departments that a landing page without a tree links to: the first list whose entries are all links to browse nodes, else the tiles with
 * a name.
 */
export function departmentLinks(page: Page): Breadcrumb[] {
  for (const list of page.all('ul')) {
    const entries = list.children().filter('li').all();
    if (entries.length < FEWEST_LINKS || list.closest(FRAME).exists) continue;
    const links = entries.flatMap((entry) => departmentOf(entry, entry.find('a[href]')) ?? []);
    if (links.length === entries.length) return onceEach(links, ({ url = '' }) => url);
  }
  const tiles = page.all(TILES).filter((tile) => !tile.closest(FRAME).exists);
  const links = tiles.flatMap((tile) => departmentOf(tile, tile.find('a[href]')) ?? []);
  const departments = onceEach(links, ({ node_id = '' }) => node_id);
  return departments.length < FEWEST_LINKS ? [] : departments;
}

/** Returns the department of a block with links to one browse node only. A picture has the name in its alternative text. */
function departmentOf(block: PageBlock, links: PageBlock): Breadcrumb | undefined {
  const [url, ...others] = new Set(links.attrs('href'));
  const name = block.text() ?? block.attr('alt', 'img[alt]');
  if (url === undefined || others.length > 0 || name === undefined || name.length > LONGEST_NAME) return undefined;
  const detected = detectPageType(block.absolute(url) ?? '');
  const isOwn = detected?.node === detectPageType(block.url)?.node;
  return detected?.page_type !== 'category' || detected.node === undefined || isOwn
    ? undefined
    : { name, url, node_id: detected.node };
}
