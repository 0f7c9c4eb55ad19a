/** Compares a look with what is known. */
import type { Known, Look, Values } from '../look.ts';
import { fieldOf } from '../looks/look-at.ts';
import type { StoredTarget } from '../store/store.ts';
import { subjectOf } from '../subject.ts';
import type { Change, ChangeType, TargetName, WatchedOffer } from '../types.ts';
import { changeId } from './change-id.ts';
import { comparable, conditionsOf, inOneCategory, inOneCurrency, type SameCurrency, type State } from './conditions.ts';
import { firstKnown, GAPS, knownAfter, knownGone, LIST, seenAt } from './known.ts';
import { CHANGES, type ChangeRow, type FoundChange, type Limits, type Subject } from './table.ts';

/** The target of a comparison. */
export interface CompareContext {
  /** The target. */
  target: StoredTarget;
  /** Number of the visit that records the changes: see `Visit.number`. */
  visit: number;
  /** Limits of the target's rules, see `limitsOf`. Without them there is no `price_below` and `stock_low`. */
  limits?: Limits | undefined;
}

/** The results of a look. */
export interface Compared {
  /** The changes. */
  drafts: Change[];
  /** The path of the value of each change, as in `Known.seen_at`: of an offer `offers.<key>`. */
  paths: readonly string[];
  /** The values that are known now. */
  known: Known;
}

/** A change, before its members that all changes have. */
interface Draft {
  type: ChangeType;
  field: string;
  path: string;
  before: unknown;
  after: unknown;
  since: number;
  key?: string;
  asin?: string | undefined;
  currency?: string | undefined;
  category?: string | undefined;
  limit?: number | undefined;
}

/**
 * Returns the changes between what is known and a look, and what is known after it. A value that the look does not show stays known, and makes no
 * change. A first look makes no changes, except for those of limits: a price that is below the limit already is reported with `before: null`.
 */
export function compare(known: Known | undefined, look: Look, context: CompareContext): Compared {
  const { target } = context;
  if (known === undefined || known.page_type !== look.page_type) {
    const first = firstKnown(look, conditionsOf(look.gaps));
    const empty: Known = { ...first, values: {}, offers: {}, entries: {}, is_complete: false };
    return { ...finished(valueDrafts(empty, empty, first, look, context), look, context, known), known: first };
  }
  const looks = lookDrafts(known, look);
  if (!look.found) return { ...finished(looks, look, context, known), known: knownGone(known, look) };
  const { conditions, ...states } = comparable(known, look);
  const { before, after } = inOneUnit(states);
  const drafts = [...looks, ...valueDrafts(known, before, after, look, context)];
  const isPicked = target.asins !== undefined;
  return {
    ...finished(drafts, look, context, known),
    known: knownAfter(known, look, { before: unmarked(before), after: unmarked(after), conditions }, isPicked),
  };
}

/** A state of which it is known whose prices before were in another currency. */
interface MarkedState extends State {
  rebased?: ReadonlySet<string>;
}

/** Leaves out the amounts in other currencies and the ranks in other categories, of the target and of each entry. */
function inOneUnit(states: { before: State; after: State }): Record<keyof typeof states, MarkedState> {
  const { before, after } = states;
  const rebased = new Set<string>();
  const unite = (key: string, one: Values, other: Values): SameCurrency<Values> => {
    const united = inOneCategory(inOneCurrency(one, other));
    if (united.isRebased) rebased.add(key);
    return united;
  };
  const own = unite('', before.values, after.values);
  const entries = united(before.entries, after.entries, unite);
  const offers = united(before.offers, after.offers, (_, one, other) => inOneCurrency<WatchedOffer>(one, other));
  return {
    before: { ...before, values: own.before, ...entries('entries', 'before'), ...offers('offers', 'before') },
    after: { ...after, values: own.after, ...entries('entries', 'after'), ...offers('offers', 'after'), rebased },
  };
}

/** Applies a function to the members that are in both records. */
function united<Member>(
  before: Readonly<Record<string, Member>> | undefined,
  after: Readonly<Record<string, Member>> | undefined,
  unite: (key: string, one: Member, other: Member) => { before: Member; after: Member },
): (name: string, side: 'before' | 'after') => Record<string, Record<string, Member>> {
  if (before === undefined || after === undefined) {
    const given = { before, after };
    return (name, side) => (given[side] === undefined ? {} : { [name]: { ...given[side] } });
  }
  const sides = { before: { ...before }, after: { ...after } };
  for (const [key, other] of Object.entries(after)) {
    const one = Object.hasOwn(before, key) ? before[key] : undefined;
    if (one === undefined) continue;
    const both = unite(key, one, other);
    sides.before[key] = both.before;
    sides.after[key] = both.after;
  }
  return (name, side) => ({ [name]: sides[side] });
}

function unmarked({ rebased: _, ...state }: MarkedState): State {
  return state;
}

function lookDrafts(known: Known, look: Look): Draft[] {
  return rows().flatMap(([type, row]) => {
    const found = row.kind === 'look' ? row.find(known, look) : undefined;
    // A page that does not exist lacks everything.
    if (found === undefined || row.kind !== 'look' || (type === 'data_degraded' && !look.found)) return [];
    const path = type === 'data_degraded' ? GAPS : row.field;
    return [
      { type, field: row.field, path, ...found, since: type === 'data_degraded' ? seenAt(known, GAPS) : known.at },
    ];
  });
}

function valueDrafts(known: Known, before: State, after: MarkedState, look: Look, context: CompareContext): Draft[] {
  const { limits = {}, target } = context;
  const subject: Subject = look.page_type === 'seller' ? 'seller' : 'product';
  const drafts = (of: Subject, one: Values, other: Values, path: string, key: string): Draft[] => {
    const pair = { before: one, after: other, limits, isRebased: after.rebased?.has(key) === true };
    return rows().flatMap(([type, row]) =>
      row.kind === 'values' && row.of.includes(of)
        ? row.find(pair).map((found) => draft(type, found, { of, look, known, path, key, values: { one, other } }))
        : [],
    );
  };
  const own = drafts(subject, before.values, after.values, '', '').map((one) => ({
    ...one,
    asin: subjectOf(target).asin,
  }));
  const entries = entryPairs(before, after, target.asins !== undefined, new Set(look.held)).flatMap(
    ([asin, one, other]) => drafts('entry', one, other, `entries.${asin}.`, asin).map((one) => ({ ...one, asin })),
  );
  return [...own, ...offerDrafts(known, before, after, target, new Set(look.held)), ...entries];
}

interface DraftPlace {
  of: Subject;
  look: Look;
  known: Known;
  path: string;
  key: string;
  values: { one: Values; other: Values };
}

const AMOUNTS: ReadonlySet<keyof Values> = new Set(['price', 'coupon']);

function draft(
  type: ChangeType,
  found: FoundChange<ChangeType>,
  { of, look, known, path, key, values }: DraftPlace,
): Draft {
  const { value, before, after, category, limit } = found;
  const currency = AMOUNTS.has(value) ? (values.other.currency ?? values.one.currency) : undefined;
  const field = fieldOf(look.page_type, value, of === 'entry');
  const isNew = of === 'entry' && ownOf(known.entries ?? {}, key) === undefined;
  const since = seenAt(known, isNew ? LIST : path + value);
  return { type, field, path: path + value, before, after, category, limit, currency, key, since };
}

/**
 * Returns the entries that both sides know. An entry that is not among all entries that were asked for has the rank `null`; of an entry of an
 * incomplete list nothing is known.
 */
function entryPairs(
  before: State,
  after: State,
  isPicked: boolean,
  held: ReadonlySet<string>,
): [string, Values, Values][] {
  if (after.entries === undefined) return [];
  const [old, now] = [before.entries ?? {}, after.entries];
  const absent = (isComplete: boolean | undefined): Values => (isComplete === true ? { rank: null } : {});
  const shown = Object.entries(now).map(([asin, values]): [string, Values, Values] => {
    const one = Object.hasOwn(old, asin) ? old[asin] : undefined;
    return [asin, one ?? absent(before.is_complete), values];
  });
  if (after.is_complete !== true || isPicked) return shown;
  const gone = Object.entries(old).filter(([asin]) => !Object.hasOwn(now, asin) && !held.has(`entries.${asin}.rank`));
  return [...shown, ...gone.map(([asin, values]): [string, Values, Values] => [asin, values, { rank: null }])];
}

/** An offer is new only if all were known before, and gone only if all are known now. */
function offerDrafts(
  known: Known,
  before: State,
  after: State,
  target: StoredTarget,
  held: ReadonlySet<string>,
): Draft[] {
  if (after.offers === undefined || before.offers === undefined) return [];
  const [old, now] = [before.offers, after.offers];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keys.flatMap((key) => {
    const [one, other] = [ownOf(old, key), ownOf(now, key)];
    const path = `offers.${key}`;
    if (held.has(path)) return [];
    if (one === undefined && before.is_complete !== true) return [];
    if (other === undefined && after.is_complete !== true) return [];
    const members = {
      field: 'product_sellers_info',
      path,
      key,
      asin: subjectOf(target).asin,
      since: lastSeen(known, key, one),
    };
    return rows().flatMap(([type, row]) => {
      const found = row.kind === 'offers' ? row.find(one, other) : undefined;
      return found === undefined ? [] : [{ type, ...found, ...members, currency: other?.currency ?? one?.currency }];
    });
  });
}

/** An offer was last seen when its seller was; that there was none, when all offers were. */
function lastSeen(known: Known, key: string, offer: WatchedOffer | undefined): number {
  return seenAt(known, offer === undefined ? LIST : `offers.${key}.seller`);
}

function ownOf<Member>(members: Readonly<Record<string, Member>>, key: string): Member | undefined {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

function rows(): [ChangeType, ChangeRow<ChangeType>][] {
  return Object.entries(CHANGES) as [ChangeType, ChangeRow<ChangeType>][];
}

/** Returns the changes with the members that all have. */
function finished(
  drafts: readonly Draft[],
  look: Look,
  { target, visit }: CompareContext,
  known: Known | undefined,
): Pick<Compared, 'drafts' | 'paths'> {
  const { id, endpoint, params, extra } = target;
  const name: TargetName = { id, endpoint, params, ...(extra === undefined ? {} : { extra }) };
  const { gaps, request_ids, url } = look;
  const evidence = { ...(url === undefined ? {} : { url }), request_ids, gaps };
  const changes = drafts.map((draft) => {
    const { type, field, path: _, before, after, key = '', since, asin = subjectOf(target).asin, ...others } = draft;
    const members = Object.entries({ asin, ...others }).filter(([, value]) => value !== undefined);
    return {
      id: changeId({ target: id, number: visit, since: known?.at ?? look.at }, type, field, key),
      type,
      target: name,
      ...Object.fromEntries(members),
      field,
      before,
      after,
      at: new Date(look.at).toISOString(),
      // The clock of a machine can be set back between two looks.
      since: new Date(Math.min(since, look.at)).toISOString(),
      evidence,
    } as Change;
  });
  return { drafts: changes, paths: drafts.map(({ path }) => path) };
}
