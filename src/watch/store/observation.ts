/** The values of a target, an offer or an entry of a list in a look, as the cells of a row. */
import { NONE } from '../history/fields.ts';
import type { Look, Values } from '../look.ts';
import type { SellerName, WatchedOffer } from '../types.ts';
import type { Cell } from './sql.ts';

/** The columns of a row that decide whether two looks are equal, except the seller and the details, which are numbers of other rows. */
export const VALUE_COLUMNS = [
  ...['found', 'none', 'price', 'currency', 'shipping_price', 'list_price', 'new_from_price', 'is_suppressed'],
  ...['in_stock', 'stock_qty', 'sellers_all', 'rank', 'rating', 'reviews', 'deal', 'coupon'],
] as const;

/** The values of one item in a look. */
export interface Observation {
  /** Empty for the target itself, else the key of an offer or the ASIN of an entry. */
  item: string;
  /** The cells of {@link VALUE_COLUMNS}. */
  cells: readonly Cell[];
  /** The seller. */
  seller?: SellerName | undefined;
  /** All other values, as JSON; absent if there are none. */
  content?: string | undefined;
}

/** An item that a complete list does not have. */
export function absentItem(item: string): Observation {
  return { item, cells: cellsOf(false, {}) };
}

/** Returns what a look shows: first of the target itself, then of its offers and entries. */
export function observationsOf(look: Look): Observation[] {
  const { page_type, is_complete } = look;
  const own = observationOf('', look.found, look.values, {
    page_type,
    ...(is_complete !== undefined && { is_complete }),
  });
  const offers = Object.entries(look.offers ?? {}).map(([key, offer]) => offerObservation(key, offer));
  const entries = Object.entries(look.entries ?? {}).map(([asin, values]) => observationOf(asin, true, values));
  return [own, ...offers, ...entries];
}

function offerObservation(key: string, offer: WatchedOffer): Observation {
  const { seller, condition, is_fba, is_pinned, ...values } = offer;
  return observationOf(key, true, { ...values, seller }, { condition, is_fba, is_pinned });
}

function observationOf(item: string, found: boolean, values: Values, others: object = {}): Observation {
  const { title, image_url, feature_bullets, name, positive_percent, business_name, rank_category } = values;
  const content = {
    ...others,
    title,
    image_url,
    feature_bullets,
    name,
    positive_percent,
    business_name,
    rank_category,
  };
  const json = JSON.stringify(content);
  return {
    item,
    cells: cellsOf(found, values),
    ...(values.seller && { seller: values.seller }),
    ...(json !== '{}' && { content: json }),
  };
}

function cellsOf(found: boolean, values: Values): Cell[] {
  const none = Object.entries(NONE).reduce(
    (flags, [name, flag]) => (values[name as keyof typeof NONE] === null ? flags | flag : flags),
    0,
  );
  return [
    ...[truth(found), none, cell(values.price), cell(values.currency), cell(values.shipping_price)],
    ...[cell(values.list_price), cell(values.new_from_price), truth(values.is_suppressed), truth(values.in_stock)],
    ...[cell(values.stock_qty), cell(values.sellers_all), cell(values.rank), cell(values.rating), cell(values.reviews)],
    ...[json(values.deal), json(values.coupon)],
  ];
}

function cell(value: string | number | null | undefined): Cell {
  return value ?? null;
}

function truth(value: boolean | undefined): Cell {
  return value === undefined ? null : Number(value);
}

function json(value: object | null | undefined): Cell {
  return value ? JSON.stringify(value) : null;
}
