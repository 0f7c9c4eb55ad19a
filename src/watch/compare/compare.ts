/** Compares a look with what is known. */
import { createHash } from 'node:crypto';
import { CHANGE_ROWS, changesOf, type Limits, type Subject } from '../changes.ts';
import type { Known, Look } from '../look.ts';
import { fieldOf, subjectOf } from '../looks/look-at.ts';
import type { StoredTarget } from '../store/store.ts';
import type { Change, ChangeType, TargetName } from '../types.ts';
import { VALUES, type Values } from '../values.ts';
import { type Comparable, comparable } from './conditions.ts';
import { knownAfter, knownBefore, knownGone } from './known.ts';
import { LIST, ownOf, seenAt } from './places.ts';

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
export function compare(given: Known | undefined, look: Look, context: CompareContext): Compared {
  const known = given?.page_type === look.page_type ? given : knownBefore(look);
  const drafts = CHANGE_ROWS.flatMap(([type, row]): Draft[] => {
    if (!('ofPage' in row)) return [];
    const found = row.ofPage(known, look) as Pick<Draft, 'before' | 'after'> | undefined;
    const { field, path } = row;
    return found === undefined ? [] : [{ type, field, path, ...found, since: seenAt(known, path) }];
  });
  if (!look.found) return { ...finished(drafts, look, context, known), known: knownGone(known, look) };
  const states = comparable(known, look);
  drafts.push(...valueDrafts(known, look, states, context));
  const isPicked = context.target.asins !== undefined;
  return { ...finished(drafts, look, context, known), known: knownAfter(known, look, states, isPicked) };
}

function valueDrafts(
  known: Known,
  look: Look,
  { before, after, rebased }: Comparable,
  { limits = {}, target }: CompareContext,
): Draft[] {
  const held = new Set(look.held);
  const drafts = (of: Subject, key: string, one: Values, other: Values): Draft[] => {
    const [prefix, isNew] = of === 'entry' ? [`entries.${key}.`, ownOf(known.entries, key) === undefined] : ['', false];
    const pair = { before: one, after: other, limits, isRebased: rebased.has(key) };
    const rows = CHANGE_ROWS.filter(([, row]) => 'values' in row && row.of.includes(of));
    return rows.flatMap(([type, row]) =>
      changesOf(type, row, pair).map(({ value, ...found }) => ({
        type,
        key,
        field: fieldOf(look.page_type, value),
        path: prefix + value,
        ...found,
        ...(of === 'entry' && { asin: key }),
        ...(['amount', 'coupon'].includes(VALUES[value].kind) && { currency: other.currency ?? one.currency }),
        ...(value === 'rank' && { category: other.rank_category }),
        since: seenAt(known, isNew ? LIST : prefix + value),
      })),
    );
  };
  const own = drafts(look.page_type === 'seller' ? 'seller' : 'product', '', before.values, after.values);
  const entries = entryPairs(before, after, target.asins !== undefined, held).flatMap(([asin, one, other]) =>
    drafts('entry', asin, one, other),
  );
  return [...own, ...offerDrafts(known, before, after, held), ...entries];
}

/**
 * Returns the entries that both sides know. An entry that is not among all entries that were asked for has the rank `null`; of an entry of an
 * incomplete list nothing is known.
 */
function entryPairs(
  before: Comparable['before'],
  after: Comparable['after'],
  isPicked: boolean,
  held: ReadonlySet<string>,
): [asin: string, before: Values, after: Values][] {
  if (after.entries === undefined) return [];
  const [old, now] = [before.entries ?? {}, after.entries];
  const absent: Values = before.is_complete === true ? { rank: null } : {};
  const shown = Object.entries(now).map(([asin, values]): [string, Values, Values] => {
    return [asin, ownOf(old, asin) ?? absent, values];
  });
  if (after.is_complete !== true || isPicked) return shown;
  const gone = Object.entries(old).filter(([asin]) => !Object.hasOwn(now, asin) && !held.has(`entries.${asin}.rank`));
  return [...shown, ...gone.map(([asin, values]): [string, Values, Values] => [asin, values, { rank: null }])];
}

/** An offer is new only if all were known before, and gone only if all are known now. */
function offerDrafts(
  known: Known,
  before: Comparable['before'],
  after: Comparable['after'],
  held: ReadonlySet<string>,
): Draft[] {
  if (after.offers === undefined || before.offers === undefined) return [];
  const [old, now] = [before.offers, after.offers];
  return Object.keys({ ...old, ...now }).flatMap((key) => {
    const [one, other, path] = [ownOf(old, key), ownOf(now, key), `offers.${key}`];
    if (held.has(path) || !(one ?? before.is_complete) || !(other ?? after.is_complete)) return [];
    const rows = CHANGE_ROWS.filter(([, row]) => 'ofOffer' in row && row.ofOffer(one, other));
    return rows.map(([type]) => ({
      type,
      key,
      path,
      field: 'product_sellers_info',
      before: one ?? null,
      after: other ?? null,
      currency: other?.currency ?? one?.currency,
      // It was last seen when its seller was; that there was none, when all offers were.
      since: seenAt(known, one === undefined ? LIST : `${path}.seller`),
    }));
  });
}

/** Returns the changes with the members that all have. */
function finished(
  drafts: readonly Draft[],
  look: Look,
  { target, visit }: CompareContext,
  known: Known,
): Pick<Compared, 'drafts' | 'paths'> {
  const { id, endpoint, params, extra } = target;
  const name: TargetName = { id, endpoint, params, ...(extra === undefined ? {} : { extra }) };
  const { gaps, request_ids, url } = look;
  const evidence = { ...(url === undefined ? {} : { url }), request_ids, gaps };
  const subject = subjectOf(target).asin;
  const changes = drafts.map((draft) => {
    const { type, field, path: _, before, after, key = '', since, asin = subject, ...others } = draft;
    const members = Object.entries({ asin, ...others }).filter(([, value]) => value !== undefined);
    return {
      id: changeId({ target: id, number: visit, since: known.at }, type, field, key),
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

/**
 * Returns the id of a change: 24 letters, digits, `-` and `_`. It is the same when the same visit is made again. A new store counts its visits from 1
 * again: the time tells its changes from those of an earlier store.
 *
 * @param visit The id of the target, the number of the visit that records the change, and when the known state was seen [milliseconds since the epoch].
 * @param key What the change is about: an ASIN, the key of an offer. Empty for the target itself.
 */
export function changeId(
  visit: { target: string; number: number; since: number },
  type: ChangeType,
  field: string,
  key: string,
): string {
  const identity = JSON.stringify([visit.target, visit.number, visit.since, type, field, key]);
  return createHash('sha256').update(identity).digest().subarray(0, 18).toString('base64url');
}
