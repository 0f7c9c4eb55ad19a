/** The types of changes: a row says how a change is found, what its rule is, and when it is doubtful. */
import type { Known, Look } from './look.ts';
import { priceDoubt } from './same.ts';
import type { Change, ChangeType, ChangeValues, WatchedOffer } from './types.ts';
import { isSameValue, VALUES, type Values } from './values.ts';

/** The owner of the values that are compared. */
export type Subject = 'product' | 'entry' | 'seller';

/** Limits of rules, for the changes that need one. */
export type Limits = { readonly [Type in ChangeType]?: number | undefined };

/** Values before and after. Those that are unknown are absent. */
export interface Pair {
  before: Values;
  after: Values;
  limits: Limits;
  /** Whether the prices before were in another currency. */
  isRebased: boolean;
}

/** Groups of changes, for reports. */
export type ChangeGroup =
  | 'prices'
  | 'Buy Box and offers'
  | 'stock'
  | 'ranks and ratings'
  | 'content and listings'
  | 'degraded data';

type OfType<Type extends ChangeType> = Extract<Change, { type: Type }>;

/** A row of the table. */
export type ChangeRow<Type extends ChangeType = ChangeType> = {
  readonly group: ChangeGroup;
  /** The kind of its rule. */
  readonly rule: ChangeValues[Type]['rule'];
  /** Returns why it is doubtful by itself. @param held The doubtful value before. @default what its values say */
  doubt?(change: OfType<Type>, held: unknown): string | undefined;
} & (
  | {
      /** It is a change of one of these values, which are known before and after, and differ. With a limit: one that falls below it. */
      readonly values: readonly (keyof Values)[];
      readonly of: readonly Subject[];
      /** Whether such a difference is one. */
      isOne?(before: unknown, after: unknown): boolean;
      /** Returns what is reported instead of the two values. */
      as?(pair: Pair): Partial<Pick<ChangeValues[Type], 'before' | 'after'>>;
    }
  | {
      /** Whether it is a change of an offer. `undefined`: known not to be there. */
      ofOffer(before: WatchedOffer | undefined, after: WatchedOffer | undefined): boolean;
    }
  | {
      /** It is a change of the page. */
      ofPage(known: Known, look: Look): Pick<ChangeValues[Type], 'before' | 'after'> | undefined;
      readonly field: string;
      /** The path of what it is about. */
      readonly path: string;
    }
);

const ALL: readonly Subject[] = ['product', 'entry'];
const [PRICES, BUY_BOX, STOCK] = [{ group: 'prices' }, { group: 'Buy Box and offers' }, { group: 'stock' }] as const;
const [RANKS, CONTENT] = [{ group: 'ranks and ratings' }, { group: 'content and listings' }] as const;

/** Every type of change, in the order in which the changes of a look are reported. */
export const CHANGES: { readonly [Type in ChangeType]: ChangeRow<Type> } = {
  listing_gone: {
    ...CONTENT,
    rule: 'plain',
    field: 'found',
    path: 'found',
    ofPage: (known, look) => (known.found && !look.found ? { before: true, after: false } : undefined),
    doubt: () => 'the marketplace does not know it any more',
  },
  listing_back: {
    ...CONTENT,
    rule: 'plain',
    field: 'found',
    path: 'found',
    ofPage: (known, look) => (!known.found && look.found ? { before: false, after: true } : undefined),
  },
  data_degraded: {
    group: 'degraded data',
    rule: 'plain',
    field: 'meta.gaps',
    path: 'gaps',
    // A page that does not exist lacks everything. One that was never seen had no parts.
    ofPage: ({ gaps }, look) =>
      look.found && gaps !== undefined && newGaps(gaps, look).length > 0
        ? { before: [...gaps], after: [...look.gaps] }
        : undefined,
  },
  price_changed: { ...PRICES, rule: 'price', of: ALL, values: ['price'] },
  price_below: { ...PRICES, rule: 'limit', of: ALL, values: ['price'] },
  deal_started: {
    ...PRICES,
    rule: 'plain',
    of: ALL,
    values: ['deal'],
    isOne: (_, after) => after !== null,
    as: () => ({ before: null }),
  },
  deal_ended: {
    ...PRICES,
    rule: 'plain',
    of: ALL,
    values: ['deal'],
    isOne: (before) => before !== null,
    as: () => ({ after: null }),
  },
  coupon_changed: { ...PRICES, rule: 'plain', of: ALL, values: ['coupon'] },
  buybox_lost: { ...BUY_BOX, rule: 'seller', of: ['product'], values: ['seller'], isOne: (before) => before !== null },
  buybox_won: { ...BUY_BOX, rule: 'seller', of: ['product'], values: ['seller'], isOne: (_, after) => after !== null },
  buybox_suppressed: {
    ...BUY_BOX,
    rule: 'plain',
    of: ['product'],
    values: ['is_suppressed'],
    isOne: (_, after) => after === true,
    as: ({ before }) => ({ before: before.seller ?? null, after: null }),
  },
  out_of_stock: { ...STOCK, rule: 'plain', of: ALL, values: ['in_stock'], isOne: (_, after) => after === false },
  back_in_stock: { ...STOCK, rule: 'plain', of: ALL, values: ['in_stock'], isOne: (_, after) => after === true },
  stock_low: { ...STOCK, rule: 'limit', of: ALL, values: ['stock_qty'] },
  offer_added: { ...BUY_BOX, rule: 'seller', ofOffer: (before) => before === undefined },
  offer_removed: { ...BUY_BOX, rule: 'seller', ofOffer: (_, after) => after === undefined },
  offer_changed: {
    ...BUY_BOX,
    rule: 'seller',
    ofOffer: (before, after) => before !== undefined && after !== undefined && !isSameOffer(before, after),
    doubt: ({ before, after }, held) =>
      (held as WatchedOffer | null | undefined)?.price === after.price
        ? undefined
        : priceDoubt(before.price, after.price),
  },
  rank_changed: { ...RANKS, rule: 'rank', of: ALL, values: ['rank'] },
  rating_changed: { ...RANKS, rule: 'plain', of: ALL, values: ['rating'] },
  // Ratings are also removed by the marketplace, which is not reported.
  reviews_added: {
    ...RANKS,
    rule: 'plain',
    of: ALL,
    values: ['reviews'],
    isOne: (before, after) => Number(after) > Number(before),
  },
  content_changed: { ...CONTENT, rule: 'content', of: ['product'], values: ['title', 'image_url', 'feature_bullets'] },
  seller_changed: {
    ...CONTENT,
    rule: 'plain',
    of: ['seller'],
    values: ['name', 'rating', 'positive_percent', 'business_name'],
  },
};

/** All rows, with their types. */
export const CHANGE_ROWS = Object.entries(CHANGES) as readonly [ChangeType, ChangeRow][];

/** The types whose values change by themselves all the time: the store keeps the values, and their changes only until they are delivered. */
export const DRIFTING_CHANGES: ReadonlySet<ChangeType> = new Set(
  CHANGE_ROWS.flatMap(([type, row]) =>
    'values' in row && row.values.every((name) => VALUES[name].drifts === true) ? [type] : [],
  ),
);

/** A change of a value. */
export interface FoundChange {
  /** The value that has changed. */
  value: keyof Values;
  before: unknown;
  after: unknown;
  limit?: number;
}

/** Returns the changes of a type between values. */
export function changesOf(type: ChangeType, row: ChangeRow, pair: Pair): readonly FoundChange[] {
  if (!('values' in row)) return [];
  const { values, rule, isOne = () => true, as } = row;
  return values.flatMap((value): FoundChange[] => {
    const {
      before: { [value]: before },
      after: { [value]: after },
    } = pair;
    if (rule === 'limit') return belowLimit(value, pair, pair.limits[type]);
    if (before === undefined || after === undefined || isSameValue(value, before, after)) return [];
    return isOne(before, after) ? [{ value, before, after, ...as?.(pair) }] : [];
  });
}

/** A value below a limit that was not below it before: a value that was unknown was not. */
function belowLimit(value: keyof Values, { before, after, isRebased }: Pair, limit: number | undefined): FoundChange[] {
  const [one, other] = [before[value] ?? null, after[value] ?? null] as (number | null)[];
  if (limit === undefined || typeof other !== 'number' || other >= limit) return [];
  const wasBelow = typeof one === 'number' && one < limit;
  return wasBelow || (isRebased && VALUES[value].kind === 'amount')
    ? []
    : [{ value, before: one, after: other, limit }];
}

/** Returns the gaps of a look of which there was none of the kind and the landmark before. */
export function newGaps(before: Look['gaps'] = [], { gaps }: Pick<Look, 'gaps'>): Look['gaps'] {
  return gaps.filter(({ kind, landmark }) => !before.some((gap) => gap.kind === kind && gap.landmark === landmark));
}

const OFFER_MEMBERS = ['price', 'shipping_price', 'is_fba', 'stock_qty'] as const;

/** Whether two looks show the same offer. Members that one of them does not show make no difference, nor does the Buy Box. */
export function isSameOffer(one: WatchedOffer, other: WatchedOffer): boolean {
  return OFFER_MEMBERS.every(
    (name) => one[name] === undefined || other[name] === undefined || one[name] === other[name],
  );
}
