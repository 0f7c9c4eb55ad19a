/** The data of lists of products for tests: searches, categories, storefronts and best sellers. */
import type {
  BestsellerData,
  BestsellerEntry,
  BrandStore,
  CategoryData,
  SellerProducts,
  StorefrontData,
} from '../../contract/generated/lists.ts';
import type { SearchData, SearchResultEntry } from '../../contract/generated/search.ts';
import { cents, currencyOf, filled, type Loose, type LooseList, numberedAsin, type Subject } from './subject.ts';

/** The data of a search, of which a test sets only some members. */
export type SearchAnswer = LooseList<SearchData, 'shallow_parts', SearchResultEntry>;
/** The data of a category, of which a test sets only some members. */
export type CategoryAnswer = LooseList<CategoryData, 'shallow_parts', SearchResultEntry>;
/** The data of a best-seller list, of which a test sets only some members. */
export type BestsellerAnswer = LooseList<BestsellerData, 'entries', BestsellerEntry>;
/** The data of a seller's list or a brand store, of which a test sets only some members. Without `kind` it is a seller's list. */
export type StorefrontAnswer =
  | LooseList<SellerProducts, 'shallow_parts', SearchResultEntry>
  | (Loose<BrandStore> & { kind: 'brand' });

/** Entries of a page that the test does not list. */
const USUAL_ENTRIES = 4;
/** Entries of a full page. */
const PAGE_SIZE = 16;

/** Returns the data of a search: the entries have ids, positions and the number of the page. */
export function searchAnswer({ shallow_parts, ...given }: SearchAnswer, subject: Subject): SearchData {
  const tiles = tilesOf(shallow_parts, given.current_page, subject);
  return filled<SearchData>({ title: subject.keyword, ...tiles, results_range: rangeOf(tiles) }, given);
}

/** Returns the data of a category. */
export function categoryAnswer({ shallow_parts, ...given }: CategoryAnswer, subject: Subject): CategoryData {
  const name = given.name ?? 'Camping Lanterns';
  const tiles = tilesOf(shallow_parts, given.current_page, subject);
  return filled<CategoryData>(
    { node_id: subject.node, name, title: name, ...tiles, results_range: rangeOf(tiles) },
    given,
  );
}

/** Returns the data of a seller's list of products, or of a brand store. */
export function storefrontAnswer(answer: StorefrontAnswer, subject: Subject): StorefrontData {
  if (answer.kind === 'brand') return brandAnswer(answer);
  const { shallow_parts, ...given } = answer;
  const tiles = tilesOf(shallow_parts, given.current_page, subject);
  const base: SellerProducts = { kind: 'seller', seller_id: subject.seller_id, name: 'Larkmoor Outdoors', ...tiles };
  return filled(base, given);
}

/** Returns the data of a best-seller list: the entries have ids and ranks. */
export function bestsellerAnswer({ entries, ...given }: BestsellerAnswer, subject: Subject): BestsellerData {
  const { page } = subject;
  const before = ((given.current_page ?? page) - 1) * 50;
  const base: BestsellerData = {
    title: 'Best Sellers in Camping Lanterns',
    node_id: subject.node,
    list_type: 'best_sellers',
    current_page: page,
    last_page_number: Math.max(2, page),
    entries: (entries ?? usualEntries()).map((entry, index) => rankAnswer(entry, before + index + 1, subject)),
  };
  return filled(base, given);
}

function rankAnswer(given: Loose<BestsellerEntry>, position: number, subject: Subject): BestsellerEntry {
  const rank = given.rank ?? position;
  const base: BestsellerEntry = {
    rank,
    asin: numberedAsin(rank),
    title: `Product ${rank}`,
    price: cents(9.99 + rank),
    currency: currencyOf(subject),
    rating: 4.5,
    reviews: 100 + rank,
  };
  return filled(base, given);
}

/** The common part of lists of tiles. */
type TileList = Required<
  Pick<SearchData, 'current_page' | 'last_page_number' | 'total_results_count' | 'shallow_parts'>
>;

function tilesOf(
  entries: readonly Loose<SearchResultEntry>[] | undefined,
  page: number | undefined,
  subject: Subject,
): TileList {
  const current_page = page ?? subject.page;
  const before = (current_page - 1) * PAGE_SIZE;
  const shallow_parts = (entries ?? usualEntries()).map((entry, index) =>
    tileAnswer(entry, { subject, page: current_page, position: index + 1 }),
  );
  return {
    current_page,
    last_page_number: current_page,
    total_results_count: before + shallow_parts.length,
    shallow_parts,
  };
}

function rangeOf({ total_results_count: to, shallow_parts }: TileList): { from: number; to: number } | undefined {
  return shallow_parts.length === 0 ? undefined : { from: to - shallow_parts.length + 1, to };
}

function tileAnswer(
  given: Loose<SearchResultEntry>,
  { subject, page, position }: { subject: Subject; page: number; position: number },
): SearchResultEntry {
  const number = (page - 1) * PAGE_SIZE + position;
  const base: SearchResultEntry = {
    asin: numberedAsin(number),
    title: `Product ${number}`,
    index_on_page: position,
    position_overall: position,
    page_number: page,
    price: cents(9.99 + number),
    currency: currencyOf(subject),
    shipping: 0,
    is_prime: true,
    rating: 4.5,
    reviews: 100 + number,
    in_stock: true,
    coupon: null,
    promotion: null,
    has_variation_swatches: false,
    advertised_variation_count: null,
    sampled_variation_asins: [],
  };
  return filled(base, given);
}

function brandAnswer(given: Loose<BrandStore>): BrandStore {
  const base: BrandStore = {
    kind: 'brand',
    store_id: '5A1F0C7E-0B2D-4C3A-9E8F-1D2C3B4A5F60',
    name: 'Larkmoor',
    sections: [{ title: 'Lanterns', asins: [numberedAsin(1), numberedAsin(2)] }],
    navigation: [{ name: 'Home' }],
  };
  return filled(base, given);
}

function usualEntries(): readonly Record<string, never>[] {
  return Array.from({ length: USUAL_ENTRIES }, () => ({}));
}
