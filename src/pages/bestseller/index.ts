/** The five kinds of best-seller lists, and the overview of several lists. */
import type { BestsellerData } from '../../contract/data/lists.ts';
import { type DetectedPage, nodeOfHref } from '../detect.ts';
import { type FieldTable, readFields, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import type { PageReader } from '../reader.ts';
import { wantedIn } from '../wanted.ts';
import { readEntries } from './entries.ts';
import { cardFields } from './entry.ts';
import { lastPageOf, listTypeOf, selectedPageOf, subcategoriesOf } from './navigation.ts';
import { readSections } from './sections.ts';

/** A page with any of these ids is a list. The last: Seen 2015 to 2021. */
const LIST_IDS = ['gridItemRoot', 'zg-right-col', 'zg', 'zg-ordered-list', 'zg_banner_text', 'zg_centerListWrapper'];

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

/** A list without pagination has one page. An overview has no page number. */
function lastPage(page: Page): number | undefined {
  const list = listOf(page);
  const isRanked = list.at('gridItemRoot').exists || list.at('zg-ordered-list').exists;
  return lastPageOf(list) ?? (isRanked && !list.has('a[href*="pg=2"]') ? 1 : undefined);
}
