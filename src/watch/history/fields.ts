/** The fields that have a history, by their paths in the data of pages: those that changes have as `field`. */
import { nearestOf } from '../../contract/similar.ts';
import { invalidParameter, type PointKind } from './points.ts';

/** Flags of values that the page shows not to exist. An absent value without its flag is unknown. */
export const NONE = { price: 1, list_price: 2, seller: 4, stock_qty: 8, rank: 16, deal: 32, coupon: 64 } as const;

/** Where a field is stored. */
export interface HistoryField {
  /** The column. */
  column: string;
  kind: PointKind;
  /** The flag of "there is none" in the column `none`. */
  none?: number;
  /** Whether it is a field of the target itself, or of an entry of its list, or of an offer. */
  of: 'target' | 'entry' | 'offer';
}

const COLUMNS = {
  found: { column: 'found', kind: 'truth' },
  price: { column: 'price', kind: 'amount', none: NONE.price },
  currency: { column: 'currency', kind: 'text' },
  shipping_price: { column: 'shipping_price', kind: 'amount' },
  list_price: { column: 'list_price', kind: 'amount', none: NONE.list_price },
  new_from_price: { column: 'new_from_price', kind: 'amount' },
  seller: { column: 'seller', kind: 'seller', none: NONE.seller },
  is_suppressed: { column: 'is_suppressed', kind: 'truth' },
  in_stock: { column: 'in_stock', kind: 'truth' },
  stock_qty: { column: 'stock_qty', kind: 'number', none: NONE.stock_qty },
  sellers_all: { column: 'sellers_all', kind: 'number' },
  rank: { column: 'rank', kind: 'number', none: NONE.rank },
  rating: { column: 'rating', kind: 'number' },
  reviews: { column: 'reviews', kind: 'number' },
  deal: { column: 'deal', kind: 'json', none: NONE.deal },
  coupon: { column: 'coupon', kind: 'json', none: NONE.coupon },
} as const;

type Fields = Record<string, keyof typeof COLUMNS>;

const OF_TARGET = {
  found: 'found',
  bb_price: 'price',
  currency: 'currency',
  shipping_price: 'shipping_price',
  'promotion.list_price.amount': 'list_price',
  new_from_price: 'new_from_price',
  seller: 'seller',
  is_suppressed: 'is_suppressed',
  in_stock: 'in_stock',
  stock_qty: 'stock_qty',
  sellers_all: 'sellers_all',
  bsr: 'rank',
  rating: 'rating',
  reviews: 'reviews',
  'promotion.deal': 'deal',
  coupon: 'coupon',
} as const satisfies Fields;

const OF_ENTRY = {
  'shallow_parts.found': 'found',
  'shallow_parts.price': 'price',
  'shallow_parts.currency': 'currency',
  'shallow_parts.promotion.list_price.amount': 'list_price',
  'shallow_parts.in_stock': 'in_stock',
  'shallow_parts.stock_qty': 'stock_qty',
  'shallow_parts.index_on_page': 'rank',
  'shallow_parts.rating': 'rating',
  'shallow_parts.reviews': 'reviews',
  'shallow_parts.promotion.deal': 'deal',
  'shallow_parts.coupon': 'coupon',
  'entries.found': 'found',
  'entries.price': 'price',
  'entries.currency': 'currency',
  'entries.rank': 'rank',
  'entries.rating': 'rating',
  'entries.reviews': 'reviews',
} as const satisfies Fields;

const OF_OFFER = {
  'product_sellers_info.found': 'found',
  'product_sellers_info.price': 'price',
  'product_sellers_info.currency': 'currency',
  'product_sellers_info.shipping_price': 'shipping_price',
  'product_sellers_info.stock_qty': 'stock_qty',
} as const satisfies Fields;

/**
 * A field with a history: the `field` of a change, for example. Those of searches and categories start with `shallow_parts.`, those of best-seller lists
 * with `entries.`, those of offers with `product_sellers_info.`. `shallow_parts.index_on_page` counts the entries of all pages that were read.
 */
export type HistoryFieldName = keyof typeof OF_TARGET | keyof typeof OF_ENTRY | keyof typeof OF_OFFER;

const FIELDS: ReadonlyMap<string, HistoryField> = new Map([
  ...fieldsOf(OF_TARGET, 'target'),
  ...fieldsOf(OF_ENTRY, 'entry'),
  ...fieldsOf(OF_OFFER, 'offer'),
]);

/** The names of all fields that have a history. */
export const HISTORY_FIELDS = [...FIELDS.keys()] as readonly HistoryFieldName[];

/** Returns where a field is stored. @throws BadRequestError `INVALID_PARAMETER` for a field without a history */
export function historyField(name: unknown): HistoryField {
  const field = typeof name === 'string' ? FIELDS.get(name) : undefined;
  if (field !== undefined) return field;
  const nearest = typeof name === 'string' ? nearestOf(name, HISTORY_FIELDS) : undefined;
  const advice = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const why = `${name === undefined ? 'missing' : 'has no history'}: expected one of ${HISTORY_FIELDS.join(', ')}.${advice}`;
  throw invalidParameter('field', name, why);
}

function fieldsOf(fields: Fields, of: HistoryField['of']): [string, HistoryField][] {
  return Object.entries(fields).map(([name, column]) => [name, { ...COLUMNS[column], of }]);
}
