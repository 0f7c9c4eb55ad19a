/** The types of what a look reads. A service is not trusted: what has another type is unknown, and a gap says so. */
import type { Gap } from '../../contract/generated/gap.ts';
import { isRecord } from '../../contract/json.ts';
import { shown } from '../../contract/shown.ts';
import type { Values } from '../look.ts';
import type { WatchedOffer } from '../types.ts';
import { type Part, unclearParts } from './parts.ts';

/** A type of values. What has it fits into the columns of every store. */
interface ValueType {
  /** The type in words, for gaps. */
  name: string;
  has: (value: unknown) => boolean;
}

const isText = (value: unknown) => typeof value === 'string';
// PostgreSQL has indexes over ids and names, whose entries have at most 2,704 bytes.
const isId = (value: unknown) => typeof value === 'string' && value.length <= 100;
const isName = (value: unknown) => typeof value === 'string' && value.length <= 300;
const isAbsentOr = (value: unknown, has: (value: unknown) => boolean) => value === undefined || has(value);

const TEXT: ValueType = { name: 'a text', has: isText };
const AMOUNT: ValueType = { name: 'a finite number', has: Number.isFinite };
const WHOLE: ValueType = { name: 'a whole number', has: Number.isSafeInteger };
const TRUTH: ValueType = { name: 'true or false', has: (value) => typeof value === 'boolean' };

const DEAL_TEXTS = ['kind', 'deal_id', 'ends_at', 'ends_on', 'ends_on_text'];

/** The values of a look, and the members of a page that say which they are. */
type TypedName =
  | keyof Values
  | keyof WatchedOffer
  | 'buybox'
  | 'buybox_state'
  | 'data'
  | 'count'
  | 'entries'
  | 'offers';

const TYPES: Readonly<Record<TypedName, ValueType>> = {
  price: orNull(AMOUNT),
  currency: TEXT,
  shipping_price: AMOUNT,
  list_price: orNull(AMOUNT),
  deal: orNull({
    name: 'a deal',
    has: (deal) =>
      isRecord(deal) &&
      isText(deal.label) &&
      DEAL_TEXTS.every((name) => isAbsentOr(deal[name], orNull(TEXT).has)) &&
      isAbsentOr(deal.ends_in_days, orNull(WHOLE).has),
  }),
  coupon: orNull({
    name: 'a coupon',
    has: (coupon) => isRecord(coupon) && isText(coupon.unit) && AMOUNT.has(coupon.value),
  }),
  seller: orNull({
    name: 'a seller with an id of at most 100 and a name of at most 300 characters',
    has: (seller) =>
      isRecord(seller) && (seller.id === null || isAbsentOr(seller.id, isId)) && isAbsentOr(seller.name, isName),
  }),
  is_suppressed: TRUTH,
  in_stock: TRUTH,
  stock_qty: orNull(WHOLE),
  sellers_all: WHOLE,
  new_from_price: AMOUNT,
  rank: orNull(WHOLE),
  rank_category: TEXT,
  rating: AMOUNT,
  reviews: WHOLE,
  title: TEXT,
  image_url: TEXT,
  feature_bullets: listOf('texts', isText),
  name: TEXT,
  positive_percent: orNull(AMOUNT),
  business_name: orNull(TEXT),
  condition: orNull({ name: 'a text of at most 300 characters', has: isName }),
  is_fba: TRUTH,
  is_pinned: TRUTH,
  buybox: TRUTH,
  buybox_state: TEXT,
  data: { name: 'an object', has: isRecord },
  count: WHOLE,
  entries: listOf('entries with ASINs', (entry) => isRecord(entry) && isId(entry.asin)),
  offers: listOf(
    'offers with seller ids',
    (offer) => isRecord(offer) && (offer.seller_id === null || isId(offer.seller_id)),
  ),
};

function listOf(entries: string, has: (entry: unknown) => boolean): ValueType {
  return { name: `a list of ${entries}`, has: (value) => Array.isArray(value) && value.every(has) };
}

function orNull({ name, has }: ValueType): ValueType {
  return { name, has: (value) => value === null || has(value) };
}

/** A `null` that does not say that there is none. */
const NULL = Symbol('null');

/** Returns a member of the data that is never `null` in the contract, so that a `null` has another type. */
export function unlessNull<Value>(value: Value): Value {
  return value === null ? (NULL as Value) : value;
}

/** The common part of the pages of a look: the parts that are unclear, and the values of another type. */
export class Reading {
  /** The parts whose absent values are unknown. */
  readonly unclear: ReadonlySet<Part>;
  readonly #gaps = new Map<string, Gap>();

  /** @param gaps What the pages lack. */
  constructor(gaps: readonly Gap[]) {
    this.unclear = unclearParts(gaps);
  }

  /** A gap for each field that has another type. */
  get gaps(): Gap[] {
    return [...this.#gaps.values()];
  }

  /** Whether a value is absent or has its type. If not, there is a gap. @param field Its path in the data */
  accepts(name: TypedName, value: unknown, field: string): boolean {
    const type = TYPES[name];
    if (value === undefined || type.has(value)) return true;
    const what = value === NULL ? 'null' : shown(value);
    this.#gaps.set(field, { landmark: field, kind: 'missing', detail: `${what} is not ${type.name}` });
    return false;
  }
}
