/** The five kinds of best-seller lists, and the overview of several lists. */
import type { ListType } from '../../contract/codes.ts';
import type { BestsellerData, BestsellerEntry, BestsellerSection, Subcategory } from '../../contract/data/lists.ts';
import { largestOf, ordinalNumber } from '../../locale/index.ts';
import {
  type FieldTable,
  firstValue,
  type PageReader,
  readEach,
  readFields,
  someOf,
  wantedIn,
} from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import { present } from '../parts/present.ts';
import type { DetectedPage } from '../urls/detect.ts';
import { asinOfHref, nodeOfHref } from '../urls/links.ts';
import { cardFields, readEntries } from './entry.ts';

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

/** Returns the kind of list by the URL, else by the `ref` of the links. */
function listTypeOf(page: Page, scope: PageBlock): ListType {
  const path = URL.canParse(page.url) ? new URL(page.url).pathname : '';
  const texts = [path, scope.attr('data-reftag', '[data-reftag]') ?? ''];
  return firstValue(texts, (text) => LIST_TYPES.find(([, words]) => words.test(text))?.[0]) ?? 'best_sellers';
}

const SELECTED = '[class*="zg-selected"], .zg_selected';
const ITEM = '[class*="browse-item"], li';
/** A department, without the link to all of them. */
const DEPARTMENT = ':is([role="treeitem"], [class*="browse-item"]):not([class*="root-browse-item"]) a[href]';
const GROUP = 'ul, [class*="browse-group"]';

/** Places of the tree. The last three: Seen 2015 to 2022. */
const TREES = ['zg-left-col', 'zg_browseRoot', 'zg_left_col2', 'zg_left_col1'];

/** Returns the links of the group inside the selected item of the tree, or right after it. On an overview without a selected item, those of all departments. */
function subcategoriesOf(page: Page, isOverview: boolean): Subcategory[] | undefined {
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
  return name === undefined || url === undefined ? [] : [present({ node_id: nodeOfHref(url), name, url })];
}

const PAGES = '.a-pagination li, .zg_pagination li';
const SELECTED_PAGE = '.a-selected, .zg_selected';

/** Returns the selected number in the pagination. */
function selectedPageOf(scope: PageBlock): number | undefined {
  const selected = scope.all(PAGES).find((item) => item.filter(SELECTED_PAGE).exists);
  return selected && pageNumberOf(selected);
}

const PAGE_ID = /^zg_page(\d+)$/;

/** The text is the number. It can be the ranks of the page ("21-40"), with the number in the id. Seen 2015 to 2017. */
const pageNumberOf = (item: PageBlock): number | undefined =>
  ordinalNumber(PAGE_ID.exec(item.attr('id') ?? '')?.[1] ?? item.text());

/** A page with any of these ids is a list. The last: Seen 2015 to 2021. */
const LIST_IDS = [
  'gridItemRoot',
  'p13n-asin-index-0',
  'zg-right-col',
  'zg',
  'zg-ordered-list',
  'zg_banner_text',
  'zg_centerListWrapper',
];

/** Values that only the cards show: the list itself has the ranks and ASINs. */
const CARD_FIELDS = Object.keys(cardFields)
  .filter((name) => name !== 'rank' && name !== 'asin')
  .map((name) => `entries.${name}`);

export const bestsellerPage: PageReader<BestsellerData> = {
  landmarks: [
    { name: 'zg', test: isList, required: true },
    {
      name: 'gridItemRoot',
      fields: ['entries', 'sections'],
      test: (page) => page.once(entries).length > 0 || page.once(sections).length > 0,
    },
    {
      name: 'data-client-recs-list',
      fields: CARD_FIELDS,
      test: (page) => page.once(entries).every(({ title }) => title !== undefined),
      partial: 'the page renders only some cards of its list: the other entries have only rank and ASIN',
      amount: (page) => ({
        have: page.once(entries).filter(({ title }) => title !== undefined).length,
        total: page.once(entries).length,
        reason: 'rendered_later',
      }),
    },
  ],
  read: (page, detected) => readFields(fieldsOf(detected), page, page.source.fields),
};

const fieldsOf = (detected: DetectedPage): FieldTable<BestsellerData> => ({
  title: titleOf,
  node_id: (page) => detected.node ?? nodeOfHref(page.canonicalLink),
  list_type: (page) => listTypeOf(page, listOf(page)),
  current_page: (page) => detected.page ?? selectedPageOf(listOf(page)) ?? 1,
  last_page_number: lastPage,
  entries: (page) => page.once(entries),
  sections: (page) => someOf(page.once(sections)),
  subcategories: (page) => subcategoriesOf(page, page.once(sections).length > 0),
});

/** Whether the page is a list. An empty list has at least a title. */
function isList(page: Page): boolean {
  const hasList = LIST_IDS.some((id) => page.at(id).exists);
  return hasList && (page.once(entries).length > 0 || titleOf(page) !== undefined);
}

const titleOf = (page: Page): string | undefined =>
  listOf(page).text('[class*="card-title"] h1') ??
  page.at('zg_listTitle').text() ??
  page.at('zg-right-col').text('h1') ??
  page.at('zg_banner_text').text() ??
  page.at('zg').text('h1');

const listOf = (page: Page): PageBlock =>
  ['zg-right-col', 'zg', 'zg_centerListWrapper'].map((id) => page.at(id)).find(({ exists }) => exists) ?? page;

const entries = (page: Page) => readEntries(listOf(page), wantedIn(page, 'entries', ['title']));

/** Returns the lists of an overview. A single list has entries of its own. */
const sections = (page: Page) => (page.once(entries).length > 0 ? [] : readSections(listOf(page)));

/** Items of a page of a list that can have another page: at least 20. */
const FULL_PAGE = 20;
const OTHER_PAGES = '.a-pagination, .zg_pagination, a[href*="pg=2"]';

/** A short list without pagination has one page. An overview has no page number, and a long list can load its next items later. */
function lastPage(page: Page): number | undefined {
  const list = listOf(page);
  const { length } = page.once(entries);
  const numbered = largestOf(list.all(PAGES).flatMap((item) => pageNumberOf(item) ?? []));
  return numbered ?? (length > 0 && length < FULL_PAGE && !list.has(OTHER_PAGES) ? 1 : undefined);
}

/** A list is a carousel, or a box. Boxes: Seen 2015 to 2021. */
const SECTIONS = ['.a-carousel-container', '.zg_homeWidget'] as const;
const SECTION = `${SECTIONS[0]}, ${SECTIONS[1]}` as const;
const CARD = '.a-carousel-card, .zg_homeWidgetItem';

/** Returns the lists of a page. Other carousels, such as recommendations, have neither ranks nor a link to a list. */
function readSections(scope: PageBlock): BestsellerSection[] {
  const blocks = SECTIONS.map((selector) => scope.entries(selector)).find(({ length }) => length > 0) ?? [];
  return readEach(sectionFields, blocks.filter(isSection)).filter(({ entries }) => entries.length > 0);
}

const sectionFields: FieldTable<BestsellerSection, PageBlock> = {
  title: (section) => section.text('.a-carousel-heading', 'h2', 'h3'),
  url: listUrl,
  entries: entriesOf,
};

const isSection = (section: PageBlock): boolean =>
  listUrl(section) !== undefined || section.has('.zg-bdg-text, .zg_rankNumber');

/** Returns the first link to a list. */
function listUrl(section: PageBlock): string | undefined {
  return section.attrs('href', 'a').find((href) => LIST_PATH.test(href) && asinOfHref(href) === undefined);
}

/** Other carousels can be inside of a list. A card without a rank has the rank of its place. An empty card is a place of the carousel that a script fills. */
function entriesOf(section: PageBlock): BestsellerEntry[] {
  const cards = section.entries(CARD).filter((card) => card.closest(SECTION).nodes[0] === section.nodes[0]);
  return readEach(cardFields, cards.map(withoutOtherItems), wantedIn(section, 'sections.entries')).flatMap(
    ({ asin, rank, ...card }, index): BestsellerEntry[] =>
      asin === undefined ? [] : [{ rank: rank ?? index + 1, asin, ...card }],
  );
}
