/** The five kinds of best-seller lists, and the overview of several lists. */
import type { BestsellerData, BestsellerEntry, BestsellerSection } from '../../contract/data/lists.ts';
import { type FieldTable, type PageReader, readEach, readFields, someOf, wantedIn } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import type { DetectedPage } from '../urls/detect.ts';
import { nodeOfHref } from '../urls/links.ts';
import { cardFields, readEntries } from './entry.ts';
import { isListUrl, lastPageOf, listTypeOf, selectedPageOf, subcategoriesOf } from './navigation.ts';

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

function titleOf(page: Page): string | undefined {
  return listOf(page).text('[class*="card-title"] h1') ?? page.at('zg_listTitle').text() ?? headingOf(page);
}

/** Returns the column of the list. */
function listOf(page: Page): PageBlock {
  return ['zg-right-col', 'zg', 'zg_centerListWrapper'].map((id) => page.at(id)).find(({ exists }) => exists) ?? page;
}

function headingOf(page: Page): string | undefined {
  return page.at('zg-right-col').text('h1') ?? page.at('zg_banner_text').text() ?? page.at('zg').text('h1');
}

function entries(page: Page) {
  return readEntries(listOf(page), wantedIn(page, 'entries', ['title']));
}

/** Returns the lists of an overview. A single list has entries of its own. */
function sections(page: Page) {
  return page.once(entries).length > 0 ? [] : readSections(listOf(page));
}

/** Items of a page of a list that can have another page: at least 20. */
const FULL_PAGE = 20;
const OTHER_PAGES = '.a-pagination, .zg_pagination, a[href*="pg=2"]';

/** A short list without pagination has one page. An overview has no page number, and a long list can load its next items later. */
function lastPage(page: Page): number | undefined {
  const list = listOf(page);
  const { length } = page.once(entries);
  return lastPageOf(list) ?? (length > 0 && length < FULL_PAGE && !list.has(OTHER_PAGES) ? 1 : undefined);
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

function isSection(section: PageBlock): boolean {
  return listUrl(section) !== undefined || section.has('.zg-bdg-text, .zg_rankNumber');
}

function listUrl(section: PageBlock): string | undefined {
  return section.attrs('href', 'a').find(isListUrl);
}

/** Other carousels can be inside of a list. A card without a rank has the rank of its place. An empty card is a place of the carousel that a script fills. */
function entriesOf(section: PageBlock): BestsellerEntry[] {
  const cards = section.entries(CARD).filter((card) => card.closest(SECTION).nodes[0] === section.nodes[0]);
  return readEach(cardFields, cards.map(withoutOtherItems), wantedIn(section, 'sections.entries')).flatMap(
    ({ asin, rank, ...card }, index): BestsellerEntry[] =>
      asin === undefined ? [] : [{ rank: rank ?? index + 1, asin, ...card }],
  );
}
