/** The search page, and what other pages with a list of results have in common with it. */
import type { Refinement, SearchData, SearchResultEntry } from '../../contract/data/search.ts';
import {
  type FieldTable,
  type Landmark,
  type PageReader,
  readEach,
  readFields,
  someOf,
  wantedIn,
} from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { currentPage, detectedPage, isEmptyList, lastPage, resultInfo, totalResults, widgets } from './info.ts';
import { correction, keywords, shownKeyword, typedKeyword } from './keyword.ts';
import { offersPrice, shownPrice } from './price.ts';
import { type Results, resultsOf } from './results.ts';
import { hasRating, tileFields } from './tile.ts';
import type { Tile } from './tile-parts.ts';
import { hasImage } from './title.ts';

const HEADING = '[id$="-title"], .sf-refinement-heading';
const FILTER = 'a.s-navigation-item, ul[aria-labelledby] a.a-link-normal';
/** A selected filter can have no link. */
const SELECTED = 'li .a-text-bold';

/** Returns all filters in the order of the page, each with the heading above it. */
function refinementsOf(page: Page): Refinement[] {
  const refinements: Refinement[] = [];
  let group: string | undefined;
  for (const block of page.at('s-refinements').all(`${HEADING}, ${FILTER}, ${SELECTED}`)) {
    const name = nameOf(block);
    if (block.filter(HEADING).exists) group = name ?? group;
    else if (group !== undefined && name !== undefined && isOutermost(block))
      refinements.push(refinement(block, group, name));
  }
  return refinements;
}

/** Returns the name without the explanation below it. Star filters have their name in the icon: "4 Stars & Up". */
function nameOf(block: PageBlock): string | undefined {
  const stars = block.fullText('.a-icon-alt');
  const text = block.text('.a-color-base', 'span') ?? block.text();
  if (stars === undefined || text === undefined) return stars ?? text;
  // The icon can say it all in words of its own: "4 Stars and Up" before "& Up".
  return stars.endsWith(text.split(' ').at(-1) ?? text) ? stars : `${stars} ${text}`;
}

const isOutermost = (block: PageBlock): boolean => block.tag === 'a' || !block.closest('a').exists;

function refinement(block: PageBlock, group: string, name: string): Refinement {
  const url = block.tag === 'a' ? block.attr('href') : undefined;
  const isSelected =
    url === undefined || block.attr('aria-current') === 'true' || block.closest('li').has('input[checked]');
  return { group, name, ...(url === undefined ? {} : { url }), selected: isSelected };
}

/** One row per field. */
export const searchFields = {
  title: keywordOf,
  current_page: currentPage,
  last_page_number: lastPage,
  total_results_count: totalResults,
  results_range: rangeOf,
  sponsored_count: (page) => resultsOf(page).sponsored.length,
  keyword_corrected: (page) => correction(page)?.searched,
  department: departmentOf,
  refinements: (page) => someOf(refinementsOf(page)),
  related_searches: (page) => someOf(relatedSearches(page)),
  shallow_parts: (page) =>
    readEach<SearchResultEntry, Tile>(tileFields, resultsOf(page).organic, wantedIn(page, 'shallow_parts')),
  sponsored_parts: (page) =>
    readEach<SearchResultEntry, Tile>(tileFields, resultsOf(page).sponsored, wantedIn(page, 'sponsored_parts')),
} satisfies FieldTable<SearchData>;

/** A list with one page can have the number of results only: "16 results". */
function rangeOf(page: Page): SearchData['results_range'] {
  const { range, total } = resultInfo(page);
  const shown = resultsOf(page).organic.length;
  return range ?? (shown > 0 && shown === total ? { from: 1, to: shown } : undefined);
}

/** Returns the typed keyword, even if a corrected spelling was searched. */
function keywordOf(page: Page): string | undefined {
  const typed = detectedPage(page)?.keyword ?? typedKeyword(page);
  return correction(page)?.typed ?? shownKeyword(page) ?? typed ?? titleOfList(page);
}

/** "Amazon.com: Kitchen offers". */
const SITE_FIRST = /^amazon\.[a-z.]+\s*:\s*(\S.*)$/is;

/** Returns the title of a list without a keyword: a department, or the offers of a promotion. */
const titleOfList = (page: Page): string | undefined => SITE_FIRST.exec(page.text('head title') ?? '')?.[1];

const ALL_DEPARTMENTS = 'search-alias=aps';

/** Returns the selected department. `undefined` for all departments. */
function departmentOf(page: Page): string | undefined {
  const chosen = page.at('searchDropdownBox').first('option[selected]');
  return chosen.attr('value') === ALL_DEPARTMENTS ? undefined : chosen.text();
}

/** Related searches are links with text. They can be cards with images. Seen 2021. */
function relatedSearches(page: Page): string[] {
  const marked = page.marked('data-component-type', 'text-reformulation-widget').find('a');
  const links = marked.exists ? marked : widgets(page, 'TEXT_REFORMULATION').find('a[href*="k="]');
  const cards = widgets(page, 'VISUAL_NAVIGATION').filter('[class*="related-searches"]');
  return [...new Set(links.exists ? links.texts() : keywords(cards))];
}

/** The list of results. For a search without results the list is empty. */
export const resultsLandmark: Landmark = {
  name: 's-search-results',
  test: (page) => resultsOf(page).all.length > 0 || isEmptyList(page),
  required: true,
};

export const searchPage: PageReader<SearchData> = {
  landmarks: [
    resultsLandmark,
    {
      name: 's-result-info-bar',
      fields: ['total_results_count', 'results_range'],
      test: (page) => totalResults(page) !== undefined,
    },
    ...listLandmarks(resultsOf),
  ],
  read: (page) => readFields<SearchData, Page>(searchFields, page, page.source.fields),
};

/** A shorter list can be of unavailable or new items. */
const ENOUGH = 8;

/** Returns the landmarks of a list: pictures, prices and ratings. Only a list that can be filtered by stars has ratings. */
export function listLandmarks(results: (page: Page) => Results): Landmark[] {
  const landmark = (
    name: string,
    fields: readonly (keyof SearchResultEntry)[],
    what: string,
    shows: (tile: Tile) => boolean,
    isExpected: (page: Page) => boolean,
  ) => ({
    name,
    fields: fields.map((field) => `shallow_parts.${field}`),
    test: (page: Page) => {
      const { organic } = results(page);
      return organic.length < ENOUGH || organic.some(shows) || !isExpected(page);
    },
    partial: `no result has a ${what}`,
  });
  return [
    landmark('s-image', ['image_url', 'image_urls'], 'picture', hasImage, () => true),
    landmark('a-price', ['price', 'price_min', 'price_max', 'currency'], 'price', hasPrice, () => true),
    landmark('a-icon-star', ['rating', 'reviews'], 'rating', hasRating, hasStarFilter),
  ];
}

function hasPrice(tile: Tile): boolean {
  return (tile.once(shownPrice).currency ?? offersPrice(tile)?.currency) !== undefined;
}

function hasStarFilter(page: Page): boolean {
  return page.at('reviewsRefinements').exists || page.at('p_72-title').exists;
}
