/** The hard values, their values on a page that says nothing, and the landmarks. See docs/measured/robustness.md. */
import type { PageType } from '../../src/entries/parse.ts';

/** Hard values, by the end of their path without positions: prices, stock, sellers, conditions, ratings, counts, and what they belong to. */
const HARD = [
  ...['asin', 'review_id', 'rank', 'bsr', 'found', 'page_type'],
  ...['price', 'bb_price', 'price_min', 'price_max', 'prime_price', 'business_price', 'subscribe_and_save_price'],
  ...[
    'new_from_price',
    'used_from_price',
    'offers_from_price',
    'shipping_price',
    'shipping',
    'import_fees',
    'currency',
  ],
  ...['amount', 'savings_amount', 'savings_percent', 'list_price', 'deal.kind', 'coupon.unit', 'coupon.value'],
  ...['buybox', 'buybox_state', 'in_stock', 'stock_qty', 'is_preorder', 'is_backorder', 'available'],
  ...['min_order_quantity', 'max_order_quantity', 'minimum_order_quantity', 'maximum_order_quantity'],
  ...[
    'seller.id',
    'seller.name',
    'is_amazon',
    'seller_id',
    'product_sellers_info.name',
    'offer_id',
    'ships_from',
    'is_fba',
  ],
  ...['is_pinned', 'is_just_launched', 'condition', 'business_name', 'vat_number'],
  ...[
    'rating',
    'reviews',
    'rating_percent',
    'reviews_count',
    'bought_past_month',
    'helpful_votes',
    'answered_questions',
  ],
  ...['positive_percent', 'neutral_percent', 'negative_percent', 'ratings_count', 'count'],
  ...['sellers_all', 'new_offers_count', 'used_offers_count', 'offers_count', 'total_offers_count', 'total_pages'],
  ...['total_results_count', 'last_page_number', 'current_page', 'page_index', 'advertised_variation_count'],
];

const hardPath = new RegExp(
  `(?:^|\\.)(?:${HARD.map((name) => name.replace('.', '\\.')).join('|')}|rating_histogram\\.\\d|star_histogram\\.\\d)$`,
);

/** Whether a value is hard. @param path The path without positions: `shallow_parts.price` */
export function isHard(path: string): boolean {
  return hardPath.test(path);
}

/** Values that count or place other values of the result. They follow from those, which are compared. */
const DERIVED =
  /(?:^|\.)(?:index_on_page|position_overall|fba_count|fbm_count|sold_by_amazon|sponsored_count|images_count|videos_count|variations_count|results_range\..+|days_min|days_max)$/;

export function isDerived(path: string): boolean {
  return DERIVED.test(path);
}

/** The value when the page says nothing about it: after its block was removed this is right. */
const DEFAULTS: readonly (readonly [RegExp, readonly unknown[]])[] = [
  [/(?:^|\.)in_stock$/, [true]],
  [
    /(?:^|\.)(?:is_preorder|is_backorder|is_prime|is_just_launched|is_fba|is_shipping_known|verified_purchase|is_vine)$/,
    [false],
  ],
  [/(?:^|\.)(?:helpful_votes|rating|shipping_price|positive_percent)$/, [0]],
  [/(?:^|\.)promotion(?:\..+)?$/, [null]],
];

export function isDefault(path: string, value: unknown): boolean {
  return DEFAULTS.some(([pattern, values]) => pattern.test(path) && values.includes(value));
}

/** Whether the page has a Buy Box is not read from one block: after any block was removed, it can be without one. */
export function isWithoutBuyBox(path: string, value: unknown): boolean {
  if (path === 'buybox') return value === false;
  return path === 'buybox_state' && (value === 'none' || value === 'see_all_buying_options');
}

/** Values that say 0 or `null` both for "none" and for "unknown", by the specification. */
const UNKNOWN_AS_ZERO = /^product_sellers_info\.shipping_price$/;

export function isUnknown(path: string, value: unknown): boolean {
  return value === undefined || value === '' || (value === 0 && UNKNOWN_AS_ZERO.test(path));
}

/** Values that count elements, or are the first of several: a repeated or removed element changes them truly. */
const COUNTED =
  /(?:^|\.)(?:bsr|advertised_variation_count|total_offers_count|total_pages|last_page_number|sellers_all)$/;

export function isCounted(path: string): boolean {
  return COUNTED.test(path);
}

/** Members that identify an entry of a list, best first. */
export const KEYS = ['asin', 'review_id', 'offer_id', 'deal_id', 'key', 'rank', 'name', 'title'] as const;

/** The values that a page never loses without a gap, by page type. Lists count as lost when they are empty. */
export const LANDMARKS: Readonly<Record<PageType, readonly string[]>> = {
  product: ['title', 'buybox', 'images'],
  search: ['shallow_parts', 'total_results_count'],
  category: ['shallow_parts'],
  bestseller: ['entries'],
  offers: ['product_sellers_info'],
  reviews: ['entries'],
  seller: ['name'],
  storefront: ['shallow_parts', 'sections'],
};
