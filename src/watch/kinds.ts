/** The kinds of values: what has the type, and where a store and a table keep it. What has a type fits into the columns of every store. */
import { isRecord } from '../contract/json.ts';
import type { CellType } from '../tables/parquet.ts';

/** A type of values. */
export interface ValueType {
  /** The type in words, for gaps. */
  name: string;
  has: (value: unknown) => boolean;
}

/** A kind of values. */
interface Kind extends ValueType {
  /** The type of its column in stores. */
  sql: 'integer' | 'real' | 'text';
  /** The type of its column in exported tables. */
  cell: CellType;
}

const isText = (value: unknown) => typeof value === 'string';
// PostgreSQL has indexes over ids and names, whose entries have at most 2,704 bytes.
const isId = (value: unknown) => typeof value === 'string' && value.length <= 100;
const isName = (value: unknown) => typeof value === 'string' && value.length <= 300;
const isAbsentOr = (value: unknown, has: (value: unknown) => boolean) => value === undefined || has(value);

export function orNull({ name, has }: ValueType): ValueType {
  return { name, has: (value) => value === null || has(value) };
}

function listOf(entries: string, has: (entry: unknown) => boolean): ValueType {
  return { name: `a list of ${entries}`, has: (value) => Array.isArray(value) && value.every(has) };
}

const DEAL_TEXTS = ['kind', 'deal_id', 'ends_at', 'ends_on', 'ends_on_text'];

const TEXT = { name: 'a text', has: isText, sql: 'text', cell: 'string' } as const;
const COUNT = { name: 'a whole number', has: Number.isSafeInteger, sql: 'integer', cell: 'integer' } as const;

/** The kinds of watched values. */
export const KINDS = {
  amount: { name: 'a finite number', has: Number.isFinite, sql: 'real', cell: 'number' },
  number: { name: 'a finite number', has: Number.isFinite, sql: 'real', cell: 'number' },
  count: COUNT,
  truth: { name: 'true or false', has: (value) => typeof value === 'boolean', sql: 'integer', cell: 'boolean' },
  text: TEXT,
  texts: { ...listOf('texts', isText), sql: 'text', cell: 'json' },
  seller: {
    name: 'a seller with an id of at most 100 and a name of at most 300 characters',
    has: (seller) =>
      isRecord(seller) && (seller.id === null || isAbsentOr(seller.id, isId)) && isAbsentOr(seller.name, isName),
    // The number of its row.
    sql: 'integer',
    cell: 'string',
  },
  deal: {
    name: 'a deal',
    has: (deal) =>
      isRecord(deal) &&
      isText(deal.label) &&
      DEAL_TEXTS.every((name) => isAbsentOr(deal[name], orNull(TEXT).has)) &&
      isAbsentOr(deal.ends_in_days, orNull(COUNT).has),
    sql: 'text',
    cell: 'json',
  },
  coupon: {
    name: 'a coupon',
    has: (coupon) => isRecord(coupon) && isText(coupon.unit) && Number.isFinite(coupon.value),
    sql: 'text',
    cell: 'json',
  },
} as const satisfies Record<string, Kind>;

/** The kind of a watched value. */
export type ValueKind = keyof typeof KINDS;

/** The types of the members of a page that say which values it has. */
export const MEMBERS = {
  data: { name: 'an object', has: isRecord },
  condition: orNull({ name: 'a text of at most 300 characters', has: isName }),
  entries: listOf('entries with ASINs', (entry) => isRecord(entry) && isId(entry.asin)),
  offers: listOf(
    'offers with seller ids',
    (offer) => isRecord(offer) && (offer.seller_id === null || isId(offer.seller_id)),
  ),
} as const satisfies Record<string, ValueType>;
