/** The parameter `fields` of the tools, which keeps results short. */
import type { PageType } from '../../../contract/page-types.ts';
import { assertFields, dataFields } from '../../../tables/fields.ts';

const item = ['asin', 'title', 'price', 'currency', 'rating', 'reviews'];
const entries = [...item, 'list_price', 'in_stock', 'is_prime', 'badges'];
const paging = ['current_page', 'last_page_number', 'total_results_count'];
const within = (list: string, names: readonly string[]) => names.map((name) => `${list}.${name}`);

/** The fields of a result if an assistant names none: what most questions are about, in a few thousand characters. Paths in the data of each page type. */
export const DEFAULT_FIELDS: Readonly<Record<PageType, readonly string[]>> = {
  product: [
    ...['asin', 'title', 'url', 'brand.name', 'bb_price', 'currency', 'buybox_state', 'condition', 'seller'],
    ...['ships_from', 'is_prime', 'in_stock', 'availability_text', 'shipping_price', 'delivery', 'promotion', 'coupon'],
    ...['sellers_all', 'new_from_price', 'rating', 'reviews', 'bsr_ranks', 'feature_bullets'],
  ],
  search: ['title', ...paging, 'keyword_corrected', ...within('shallow_parts', entries)],
  category: ['name', 'node_id', ...paging, ...within('shallow_parts', entries)],
  storefront: ['name', 'seller_id', 'kind', ...paging, ...within('shallow_parts', entries), 'sections.title'],
  bestseller: [
    ...['title', 'list_type', 'node_id', 'current_page', 'last_page_number'],
    ...within('entries', ['rank', ...item]),
    ...within('sections', ['title', ...within('entries', ['rank', 'asin', 'title', 'price'])]),
  ],
  offers: [
    ...['asin', 'title', 'page_index', 'total_pages', 'total_offers_count'],
    ...within('product_sellers_info', ['name', 'seller_id', 'price', 'currency', 'shipping_price', 'condition']),
    ...within('product_sellers_info', ['is_fba', 'is_prime', 'is_pinned', 'rating_percent', 'delivery']),
  ],
  seller: [
    ...['seller_id', 'name', 'storefront_url', 'rating', 'positive_percent', 'ratings_count'],
    ...['business_name', 'business_address', 'feedback'],
  ],
  reviews: [
    ...['asin', 'title', 'rating', 'reviews', 'rating_histogram', 'current_page', 'last_page_number'],
    ...within('entries', ['review_id', 'title', 'text', 'rating', 'date', 'verified_purchase', 'helpful_votes']),
  ],
};

/** The name that stands for all fields. */
const ALL = '*';

/** The description of `fields`. */
export const FIELDS_HELP = 'Such as ["title", "brand.name"]; ["*"]: all. Default: main ones.';

/** Returns the names in `fields`. @throws BadRequestError for anything but a list of fields of these page types */
export function checkedFields(fields: unknown, types: readonly PageType[]): string[] | undefined {
  if (fields === undefined) return undefined;
  if (isAll(fields)) return [ALL];
  // It refuses anything but a list of names.
  const names = fields as string[];
  assertFields(names, types);
  return names;
}

function isAll(fields: unknown): boolean {
  return Array.isArray(fields) && fields.length === 1 && fields[0] === ALL;
}

/**
 * Returns the paths of fields in the data of these page types, for the `fields` of a call. `undefined` for all fields.
 *
 * @param names As {@link checkedFields} returns them. Names of list entries are below the list. By default, and if none is a field of the data: the
 * main fields of the page types.
 */
export function pathsOf(types: readonly PageType[], names: readonly string[] | undefined): string[] | undefined {
  if (isAll(names)) return undefined;
  const paths = names === undefined ? undefined : dataFields(names, types);
  return paths ?? [...new Set(types.flatMap((type) => DEFAULT_FIELDS[type]))];
}
