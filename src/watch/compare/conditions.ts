/** Values that cannot be compared: in another currency, in another language, for another place, or in another category. */
import type { Gap } from '../../contract/generated/gap.ts';
import type { Conditions, Known, Look } from '../look.ts';
import { VALUES, type Values, valuesThat } from '../values.ts';
import { ownOf } from './places.ts';

/** The part of a look, and of what is known, that is compared. */
export type State = Pick<Look, 'values' | 'offers' | 'entries' | 'is_complete'>;

const WORDED = valuesThat(({ isWorded }) => isWorded);
const PLACELESS = valuesThat(({ isPlaceless }) => isPlaceless);
/** The positions in searches and lists depend on the place, the best-sellers rank of a product does not. */
const PLACELESS_PRODUCT = valuesThat(({ isPlaceless }) => isPlaceless !== undefined);

export const CONDITIONS = ['language', 'place'] as const;

/** Returns a state without the values that depend on a condition. */
export function withoutDependent(kind: (typeof CONDITIONS)[number], state: State): State {
  if (kind === 'language') return { ...state, values: only(state.values, (name) => !WORDED.has(name)) };
  const entries = Object.entries(state.entries ?? {}).map(([asin, entry]) => [
    asin,
    only(entry, (name) => PLACELESS.has(name)),
  ]);
  return {
    values: only(state.values, (name) => PLACELESS_PRODUCT.has(name)),
    ...(state.entries && { entries: Object.fromEntries(entries) }),
  };
}

/** Returns the conditions of a look. */
export function conditionsOf(gaps: readonly Gap[]): Conditions {
  const found = CONDITIONS.map((kind) => gaps.find((gap) => gap.kind === kind));
  return Object.fromEntries(found.flatMap((gap) => (gap === undefined ? [] : [[gap.kind, gap.detail]])));
}

/** Two states that can be compared. */
export interface Comparable {
  before: State;
  after: State;
  /** The conditions that hold afterwards. */
  conditions: Conditions;
  /** The entries whose known price was left out, so that the new one is not a change. `''`: the target itself. */
  rebased: ReadonlySet<string>;
}

/**
 * Leaves out the known values that cannot be compared, because the look is for another place or in another language, or has another currency or category:
 * its values become known without a change. What waits for a second look has no such values.
 */
export function comparable(known: Known, look: Look): Comparable {
  const own = conditionsOf(look.gaps);
  const conditions: Conditions = { ...known.conditions };
  let state: State = known;
  for (const kind of CONDITIONS) {
    if (own[kind] === conditions[kind] || look.held?.includes(kind) === true) continue;
    state = withoutDependent(kind, state);
    delete conditions[kind];
    if (own[kind] !== undefined) conditions[kind] = own[kind];
  }
  const rebased = new Set<string>();
  const unite = (key: string, one: Values, other: Values) => {
    const [before, after] = inOneCategory(...inOneCurrency(one, other));
    if (before.price === undefined && typeof one.price === 'number') rebased.add(key);
    return { before, after };
  };
  const values = unite('', state.values, look.values);
  const before: State = { ...state, values: values.before };
  const after: State = { ...look, values: values.after };
  for (const list of ['entries', 'offers'] as const) {
    const [old, now] = [state[list], look[list]] as (Readonly<Record<string, Values>> | undefined)[];
    const both = Object.entries(now ?? {}).flatMap(([key, other]) => {
      const one = ownOf(old, key);
      return one === undefined ? [] : [{ key, ...unite(key, one, other) }];
    });
    const united = (side: 'before' | 'after') => Object.fromEntries(both.map((one) => [one.key, one[side]]));
    if (old !== undefined) Object.assign(before, { [list]: { ...old, ...united('before') } });
    if (now !== undefined) Object.assign(after, { [list]: { ...now, ...united('after') } });
  }
  return { before, after, conditions, rebased };
}

/** Leaves out amounts in another currency: the new ones if they name no currency, otherwise the known ones. */
function inOneCurrency(before: Values, after: Values): [Values, Values] {
  if (before.currency === after.currency) return [before, after];
  if (after.currency === undefined) return [before, withoutAmounts(after)];
  return [withoutAmounts(before, after), after];
}

/** That there is no price needs no currency: a price before can be compared with it. */
export function withoutAmounts(values: Values, other?: Values): Values {
  const kept = Object.entries(values).filter(([name, value]) => {
    if (name === 'currency') return false;
    if (value === null || (name === 'price' && other?.price === null)) return true;
    return name === 'coupon' ? values.coupon?.unit === 'percent' : !isAmount(name);
  });
  return Object.fromEntries(kept);
}

function isAmount(name: string): boolean {
  return Object.hasOwn(VALUES, name) && VALUES[name as keyof Values].kind === 'amount';
}

/**
 * Leaves out a rank whose category is not named, although it was, and a category without a rank: the two belong together. Ranks in different
 * categories cannot be compared, but the new one becomes known.
 */
function inOneCategory(before: Values, after: Values): [Values, Values] {
  if (before.rank_category === after.rank_category) return [before, after];
  const isNamed = after.rank_category !== undefined && after.rank !== undefined;
  const withoutRank = (values: Values) => only(values, (name) => name !== 'rank' && name !== 'rank_category');
  return isNamed ? [withoutRank(before), after] : [before, withoutRank(after)];
}

function only(values: Values, holds: (name: keyof Values) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => holds(name as keyof Values)));
}
