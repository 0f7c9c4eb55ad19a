/** The types of changes, and what makes each of them. */
import type { Known, Look, Values } from '../look.ts';
import type { ChangeType, ChangeValues, WatchedOffer } from '../types.ts';
import { isSameCoupon, isSameDeal, isSameImage, isSameList, isSameSeller } from './same.ts';

/** The owner of the values that are compared. */
export type Subject = 'product' | 'entry' | 'seller';

/** Limits of rules, for the changes that need one. */
export interface Limits {
  price_below?: number | undefined;
  stock_low?: number | undefined;
}

/** Values before and after. Those that are unknown are absent. */
interface Pair {
  before: Values;
  after: Values;
  limits: Limits;
  /** Whether the prices before were in another currency. */
  isRebased: boolean;
}

/** A change of a value. */
export interface FoundChange<Type extends ChangeType> {
  /** The value that has changed. */
  value: keyof Values;
  before: ChangeValues[Type]['before'];
  after: ChangeValues[Type]['after'];
  category?: string | undefined;
  limit?: number | undefined;
}

interface ValueRow<Type extends ChangeType> {
  kind: 'values';
  of: readonly Subject[];
  find: (pair: Pair) => readonly FoundChange<Type>[];
}

interface OfferRow<Type extends ChangeType> {
  kind: 'offers';
  /** `undefined`: known not to be there. */
  find: (before: WatchedOffer | undefined, after: WatchedOffer | undefined) => BeforeAfter<Type> | undefined;
}

interface LookRow<Type extends ChangeType> {
  kind: 'look';
  field: string;
  find: (known: Known, look: Look) => BeforeAfter<Type> | undefined;
}

type BeforeAfter<Type extends ChangeType> = Pick<ChangeValues[Type], 'before' | 'after'>;

/** A row of the table. */
export type ChangeRow<Type extends ChangeType> = ValueRow<Type> | OfferRow<Type> | LookRow<Type>;

const ALL: readonly Subject[] = ['product', 'entry'];

/** Every type of change, in the order in which the changes of a look are reported. */
export const CHANGES: { readonly [Type in ChangeType]: ChangeRow<Type> } = {
  listing_gone: {
    kind: 'look',
    field: 'found',
    find: (known, look) => (known.found && !look.found ? { before: true, after: false } : undefined),
  },
  listing_back: {
    kind: 'look',
    field: 'found',
    find: (known, look) => (!known.found && look.found ? { before: false, after: true } : undefined),
  },
  data_degraded: {
    kind: 'look',
    field: 'meta.gaps',
    find: ({ gaps: before }, look) =>
      newGaps(before, look).length > 0 ? { before: [...before], after: [...look.gaps] } : undefined,
  },
  price_changed: { kind: 'values', of: ALL, find: differing('price', (one, other) => one === other) },
  price_below: { kind: 'values', of: ALL, find: belowLimit('price', 'price_below') },
  deal_started: {
    kind: 'values',
    of: ALL,
    find: ({ before: { deal: before }, after: { deal: after } }) =>
      before !== undefined && after !== undefined && after !== null && !isSameDeal(before, after)
        ? [{ value: 'deal', before: null, after }]
        : [],
  },
  deal_ended: {
    kind: 'values',
    of: ALL,
    find: ({ before: { deal: before }, after: { deal: after } }) =>
      before !== undefined && before !== null && after !== undefined && !isSameDeal(before, after)
        ? [{ value: 'deal', before, after: null }]
        : [],
  },
  coupon_changed: { kind: 'values', of: ALL, find: differing('coupon', isSameCoupon) },
  buybox_lost: {
    kind: 'values',
    of: ['product'],
    find: (pair) =>
      otherHolder(pair).flatMap(({ value, before, after }) => (before === null ? [] : [{ value, before, after }])),
  },
  buybox_won: {
    kind: 'values',
    of: ['product'],
    find: (pair) =>
      otherHolder(pair).flatMap(({ value, before, after }) => (after === null ? [] : [{ value, before, after }])),
  },
  buybox_suppressed: {
    kind: 'values',
    of: ['product'],
    find: ({ before, after }) =>
      before.is_suppressed === false && after.is_suppressed === true
        ? [{ value: 'is_suppressed', before: before.seller ?? null, after: null }]
        : [],
  },
  out_of_stock: {
    kind: 'values',
    of: ALL,
    find: ({ before, after }) =>
      before.in_stock === true && after.in_stock === false ? [{ value: 'in_stock', before: true, after: false }] : [],
  },
  back_in_stock: {
    kind: 'values',
    of: ALL,
    find: ({ before, after }) =>
      before.in_stock === false && after.in_stock === true ? [{ value: 'in_stock', before: false, after: true }] : [],
  },
  stock_low: { kind: 'values', of: ALL, find: belowLimit('stock_qty', 'stock_low') },
  offer_added: {
    kind: 'offers',
    find: (before, after) => (before === undefined && after !== undefined ? { before: null, after } : undefined),
  },
  offer_removed: {
    kind: 'offers',
    find: (before, after) => (before !== undefined && after === undefined ? { before, after: null } : undefined),
  },
  offer_changed: {
    kind: 'offers',
    find: (before, after) =>
      before !== undefined && after !== undefined && !isSameOffer(before, after) ? { before, after } : undefined,
  },
  rank_changed: {
    kind: 'values',
    of: ALL,
    find: (pair) =>
      differing(
        'rank',
        (one, other) => one === other,
      )(pair).map((change) => ({ ...change, category: pair.after.rank_category })),
  },
  rating_changed: { kind: 'values', of: ALL, find: differing('rating', (one, other) => one === other) },
  reviews_added: {
    kind: 'values',
    of: ALL,
    // Ratings are also removed by the marketplace, which is not reported.
    find: differing('reviews', (before, after) => after <= before),
  },
  content_changed: {
    kind: 'values',
    of: ['product'],
    find: (pair) => [
      ...differing('title', (one, other) => one === other)(pair),
      ...differing('image_url', isSameImage)(pair),
      ...differing('feature_bullets', isSameList)(pair),
    ],
  },
  seller_changed: {
    kind: 'values',
    of: ['seller'],
    find: (pair) => [
      ...differing('name', (one, other) => one === other)(pair),
      ...differing('rating', (one, other) => one === other)(pair),
      ...differing('positive_percent', (one, other) => one === other)(pair),
      ...differing('business_name', (one, other) => one === other)(pair),
    ],
  },
};

/** Returns the gaps of a look of which there was none of the kind and the landmark before. */
export function newGaps(before: Look['gaps'], { gaps }: Pick<Look, 'gaps'>): Look['gaps'] {
  return gaps.filter(({ kind, landmark }) => !before.some((gap) => gap.kind === kind && gap.landmark === landmark));
}

type KnownValue<Name extends keyof Values> = Exclude<Values[Name], undefined>;

/** Returns a function that finds a value that is known before and after, and differs. */
function differing<Name extends keyof Values>(
  value: Name,
  isSame: (before: KnownValue<Name>, after: KnownValue<Name>) => boolean,
): (pair: Pair) => { value: Name; before: KnownValue<Name>; after: KnownValue<Name> }[] {
  return ({ before: { [value]: before }, after: { [value]: after } }) =>
    before === undefined || after === undefined || isSame(before as KnownValue<Name>, after as KnownValue<Name>)
      ? []
      : [{ value, before: before as KnownValue<Name>, after: after as KnownValue<Name> }];
}

/** Finds that another seller, or none, has the Buy Box. */
const otherHolder = differing('seller', isSameSeller);

/** Returns a function that finds a value below a limit that was not below it before: a value that was unknown was not. */
function belowLimit(value: 'price' | 'stock_qty', type: keyof Limits) {
  return ({ before: { [value]: before = null }, after: { [value]: after = null }, limits, isRebased }: Pair) => {
    const limit = limits[type];
    if (limit === undefined || after === null || after >= limit) return [];
    if ((before !== null && before < limit) || (value === 'price' && isRebased)) return [];
    return [{ value, before, after, limit }];
  };
}

const OFFER_MEMBERS = ['price', 'shipping_price', 'is_fba', 'stock_qty'] as const;

/** Whether two looks show the same offer. Members that one of them does not show make no difference, nor does the Buy Box. */
export function isSameOffer(one: WatchedOffer, other: WatchedOffer): boolean {
  return OFFER_MEMBERS.every(
    (name) => one[name] === undefined || other[name] === undefined || one[name] === other[name],
  );
}
