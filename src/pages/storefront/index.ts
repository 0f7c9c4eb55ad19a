/** The storefront page: a seller's products, a brand's store, or an author's page. */
import type { AuthorStore, BrandStore, SellerProducts, StorefrontData } from '../../contract/data/lists.ts';
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { ParseError } from '../../contract/errors.ts';
import { type FieldTable, type PageReader, readEach, readFields, wantedIn } from '../engine/fields.ts';
import type { Page } from '../engine/page.ts';
import { FRAME, shelvesOf } from '../parts/shelves.ts';
import { listLandmarks, resultsLandmark, searchFields } from '../search/index.ts';
import { detectedPage } from '../search/info.ts';
import { resultsOf } from '../search/results.ts';
import { tileFields } from '../search/tile.ts';
import type { Tile } from '../search/tile-parts.ts';
import { brandStoreFields } from './brand.ts';

/** One row per field. */
const authorFields = {
  kind: () => 'author',
  author_id: (page) => AUTHOR_PATH.exec(new URL(page.url).pathname)?.[1]?.toUpperCase() ?? '',
  name: authorName,
  about: (page) => page.text(...ABOUT),
  sections: shelvesOf,
} satisfies FieldTable<AuthorStore>;

const AUTHOR_PATH = /\/stores\/(?:[^/]+\/)?author\/([A-Z0-9]{10})(?:\/|$)/i;

/** Whether a URL is that of an author's page. */
const isAuthorUrl = (url: string): boolean => AUTHOR_PATH.test(new URL(url).pathname);

/** The classes have a suffix that changes with every build of the site. */
const ABOUT = [
  '[class*="author-bio__author-biography"]',
  '[id^="AuthorBio-author-bio-"]',
  '[id^="author-biotile-"]',
  '#author_biography',
] as const;

/** "Amazon.com: Ann Writer: books, biography, latest update". */
const TITLE = /^amazon\.[a-z.]+\s*:\s*([^:]+)/i;

function authorName(page: Page): string | undefined {
  const heading = page.all('h1').find((one) => !one.closest(FRAME).exists && one.text() !== undefined);
  return heading?.text() ?? (TITLE.exec(page.text('head title') ?? '')?.[1]?.trim() || undefined);
}

const sellerListFields = {
  kind: () => 'seller',
  seller_id: sellerId,
  name: nameOf,
  current_page: searchFields.current_page,
  last_page_number: searchFields.last_page_number,
  total_results_count: searchFields.total_results_count,
  shallow_parts: (page) =>
    readEach<SearchResultEntry, Tile>(tileFields, resultsOf(page).organic, wantedIn(page, 'shallow_parts')),
} satisfies FieldTable<SellerProducts>;

const CHOSEN_SELLER = /^me=([A-Z0-9]{10,})/;

/** Returns the seller in the URL, else the one that is selected in the search box. */
function sellerId(page: Page): string {
  const id = detectedPage(page)?.seller_id ?? chosenSeller(page);
  if (id === undefined)
    throw new ParseError(`the page ${page.url} has no seller id: expected one in the URL or in the search box.`);
  return id;
}

/** Returns the seller that is selected in the search box. */
export const chosenSeller = (page: Page): string | undefined =>
  CHOSEN_SELLER.exec(chosen(page).attr('value') ?? '')?.[1];

/** The name is in the search box or in the seller filter. */
function nameOf(page: Page): string | undefined {
  const box = chosen(page);
  const held = CHOSEN_SELLER.test(box.attr('value') ?? '') ? box.text() : undefined;
  return held ?? page.at(`p_6/${sellerId(page)}`).text('a span', 'a', '.a-text-bold');
}

const chosen = (page: Page): Page => page.at('searchDropdownBox').first('option[selected]');

export const storefrontPage: PageReader<StorefrontData> = {
  landmarks: [
    {
      name: 'products',
      test: (page) =>
        isAuthorUrl(page.url) ? hasAuthor(page) : isBrandStore(page) ? hasStore(page) : resultsLandmark.test(page),
      required: true,
    },
    ...listLandmarks(resultsOf),
  ],
  read: (page) => {
    const { fields } = page.source;
    if (isAuthorUrl(page.url)) return readFields<AuthorStore, Page>(authorFields, page, fields);
    return isBrandStore(page)
      ? readFields<BrandStore, Page>(brandStoreFields, page, fields)
      : readFields<SellerProducts, Page>(sellerListFields, page, fields);
  },
};

/** An author without books has at least a name and a text. */
function hasAuthor(page: Page): boolean {
  const { name, about, sections } = authorFields;
  return name(page) !== undefined && (about(page) !== undefined || sections(page).length > 0);
}

const STORE_PATH = /\/stores(?:\/|$)/;

const isBrandStore = (page: Page): boolean => STORE_PATH.test(new URL(page.url).pathname);

/** A store without products has a navigation, or at least its frame and a name. */
const hasStore = (page: Page): boolean =>
  (page.at('ad-landing-page-wrap').exists && brandStoreFields.name(page) !== undefined) ||
  brandStoreFields.sections(page).length > 0 ||
  brandStoreFields.navigation(page).length > 0;
