/** Values that cannot be compared: in another currency, in another language, or for another place. */
import type { Gap } from '../../contract/generated/gap.ts';
import type { Conditions, Known, Look, Values } from '../look.ts';
import type { WatchedOffer } from '../types.ts';

/** The part of a look, and of what is known, that is compared. */
export type State = Pick<Look, 'values' | 'offers' | 'entries' | 'is_complete'>;

const TEXTS: readonly (keyof Values)[] = ['title', 'feature_bullets', 'rank_category'];

/** The part that is the same for all places. */
const PLACELESS: readonly (keyof Values)[] = [
  'rating',
  'reviews',
  'title',
  'image_url',
  'feature_bullets',
  'name',
  'positive_percent',
  'business_name',
];

/** The positions in searches and lists depend on the place, the best-sellers rank of a product does not. */
const PLACELESS_PRODUCT: readonly (keyof Values)[] = [...PLACELESS, 'rank', 'rank_category'];

export const KINDS = ['language', 'place'] as const;

/** Without the values that depend on a condition. */
export const WITHOUT: Readonly<Record<(typeof KINDS)[number], (state: State) => State>> = {
  language: (state) => ({ ...state, values: without(state.values, TEXTS) }),
  place: ({ values, entries }) => ({
    values: only(values, PLACELESS_PRODUCT),
    ...(entries === undefined ? {} : { entries: mapped(entries, (entry) => only(entry, PLACELESS)) }),
  }),
};

/** Returns the conditions of a look. */
export function conditionsOf(gaps: readonly Gap[]): Conditions {
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const gap = gaps.find((one) => one.kind === kind);
      return gap === undefined ? [] : [[kind, gap.detail]];
    }),
  );
}

/** Two states that can be compared, and the conditions that hold afterwards. */
export interface Comparable {
  before: State;
  after: State;
  conditions: Conditions;
}

/**
 * Leaves out the known values that cannot be compared, because the look is for another place or in another language: its values become known without a
 * change. What waits for a second look has no such values.
 */
export function comparable(known: Known, look: Look): Comparable {
  const own = conditionsOf(look.gaps);
  const conditions: Conditions = { ...known.conditions };
  let before: State = known;
  for (const kind of KINDS) {
    if (own[kind] === conditions[kind] || look.held?.includes(kind) === true) continue;
    before = WITHOUT[kind](before);
    delete conditions[kind];
    if (own[kind] !== undefined) conditions[kind] = own[kind];
  }
  return { before, after: look, conditions };
}

const AMOUNTS: readonly (keyof Values & keyof WatchedOffer)[] = ['price', 'shipping_price'];
const FURTHER_AMOUNTS: readonly (keyof Values)[] = ['list_price', 'new_from_price'];

interface WithCurrency {
  price?: number | null;
  currency?: string;
}

/** Two sets of values with comparable amounts. */
export interface SameCurrency<Of> {
  before: Of;
  after: Of;
  /** Whether a known price was left out, so that the new one is not a change. */
  isRebased: boolean;
}

/** Leaves out amounts in another currency: the new ones if they name no currency, otherwise the known ones. */
export function inOneCurrency<Of extends WithCurrency>(before: Of, after: Of): SameCurrency<Of> {
  if (before.currency === after.currency) return { before, after, isRebased: false };
  if (after.currency === undefined) return { before, after: withoutAmounts(after), isRebased: false };
  return { before: withoutAmounts(before, after), after, isRebased: typeof before.price === 'number' };
}

/** That there is no price needs no currency: a price before can be compared with it. */
export function withoutAmounts<Of extends WithCurrency>(values: Of, other?: Of): Of {
  const { coupon, ...others } = values as Values;
  const kept = Object.entries(others).filter(
    ([name, value]) => value === null || !isAmount(name) || (name === 'price' && other?.price === null),
  );
  return Object.fromEntries([
    ...kept.filter(([name]) => name !== 'currency'),
    ...(coupon === null || coupon?.unit === 'percent' ? [['coupon', coupon]] : []),
  ]) as Of;
}

function isAmount(name: string): boolean {
  return [...AMOUNTS, ...FURTHER_AMOUNTS].some((amount) => amount === name);
}

/**
 * Leaves out a rank whose category is not named, although it was, and a category without a rank: the two belong together. Ranks in different
 * categories cannot be compared, but the new one becomes known.
 */
export function inOneCategory({ before, after, ...others }: SameCurrency<Values>): SameCurrency<Values> {
  if (before.rank_category === after.rank_category) return { before, after, ...others };
  if (after.rank_category === undefined || after.rank === undefined)
    return { before, after: without(after, ['rank', 'rank_category']), ...others };
  return { before: without(before, ['rank', 'rank_category']), after, ...others };
}

function without(values: Values, names: readonly (keyof Values)[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.some((other) => other === name)));
}

function only(values: Values, names: readonly (keyof Values)[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.some((other) => other === name)));
}

function mapped<Of, To>(members: Readonly<Record<string, Of>>, map: (member: Of) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));
}
