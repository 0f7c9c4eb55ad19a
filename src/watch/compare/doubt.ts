/** Changes that a second look must confirm. */

import { CHANGES, newGaps } from '../changes.ts';
import type { Known, Look } from '../look.ts';
import type { Doubt, HeldValue } from '../store/store.ts';
import type { Change } from '../types.ts';
import { VALUES, type Values } from '../values.ts';
import { type CompareContext, type Compared, compare } from './compare.ts';
import { CONDITIONS, conditionsOf, withoutAmounts, withoutDependent } from './conditions.ts';
import { GAPS, isSameAt, ownOf, valueAt, without } from './places.ts';

/** Which changes need a second look: those that are doubtful, each one, or none. */
export type Confirm = 'doubtful' | 'always' | 'never';

/** So many offers that are gone at once are doubtful, if they are also at least this share of all. */
const DOUBTFUL_OFFERS_GONE = 3;
const DOUBTFUL_SHARE_GONE = 0.5;
/** After so many looks in a row with a new doubt, the next one has its usual time: a page that always shows something else must not cost a look each minute. */
const MOST_SECOND_LOOKS = 10;

type Held = Doubt['held'];

/** The result of a look: the changes that hold, and the doubtful ones. */
export interface Weighed extends Omit<Compared, 'paths'> {
  /** The look without what is doubtful. Absent if it is doubtful whether there is a page. */
  look?: Look;
  /** Differences that wait for a second look. */
  doubt?: Doubt;
  /** Why a second look must follow soon. */
  reason?: string;
  /** Whether this look is the first one that shows something new, doubtful or not. */
  isNews: boolean;
}

/**
 * Compares a look with what is known. A doubtful value is held back: it counts as unknown until another look shows the same. Then its change has the
 * time of the first of these looks, and `evidence` the requests of both. Everything else holds at once.
 *
 * @param earlier The values that wait for a second look.
 */
export function weighed(
  known: Known | undefined,
  given: Look,
  earlier: Doubt | undefined,
  { confirm = 'doubtful', ...context }: CompareContext & { confirm?: Confirm | undefined },
): Weighed {
  const clear = withoutAmbiguous(known, given);
  if (known === undefined || known.page_type !== given.page_type || confirm === 'never') {
    const { drafts, known: next } = compare(known, clear, context);
    return { look: clear, drafts, known: next, isNews: drafts.length > 0 };
  }
  const before: Held = earlier?.held ?? {};
  const { look, held, reasons } = withoutForeign(known, clear, before);
  const seen = compare(known, look, context);
  const doubts = doubtsAbout(seen, known, look, before, confirm);
  const isPageHeld = doubts.has('found');
  for (const [index, draft] of seen.drafts.entries()) {
    const path = seen.paths[index] ?? '';
    if (!isPageHeld && !doubts.has(path)) continue;
    const since = sinceOf(draft, ownOf(before, path));
    held.set(path, firstOf(path, before, look) ?? heldValue(look, valueAt(look, path), since));
  }
  for (const [path, value] of Object.entries(before))
    if (!held.has(path) && isUnknown(look, path)) held.set(path, value);
  const reason = [...reasons, ...doubts.values()][0];
  const looks = reason === undefined ? 0 : (earlier?.looks ?? 0) + 1;
  const waiting = {
    ...(held.size > 0 && { doubt: { held: Object.fromEntries(held), looks } }),
    ...(reason !== undefined && looks <= MOST_SECOND_LOOKS && { reason }),
  };
  if (isPageHeld) return { drafts: [], known, ...waiting, isNews: true };
  const rest = without(look, [...doubts.keys()]);
  const { drafts, paths, known: next } = doubts.size === 0 ? seen : compare(known, rest, context);
  const firsts = paths.map((path) => firstOf(path, before, look));
  const dated = drafts.map((draft, index) => {
    const [first, since] = [firsts[index], sinceOf(draft, ownOf(before, paths[index] ?? ''))];
    return { ...(first === undefined ? draft : withFirst(draft, first)), since: new Date(since).toISOString() };
  });
  return {
    look: rest,
    drafts: dated,
    known: next,
    ...waiting,
    isNews: reason !== undefined || firsts.includes(undefined),
  };
}

/** Returns why changes are doubtful, by the paths of their values. Gaps are reported when they begin: they are what makes other changes doubtful. */
function doubtsAbout(
  { drafts, paths }: Compared,
  known: Known,
  look: Look,
  before: Held,
  confirm: Confirm,
): Map<string, string> {
  const gaps = look.found ? newGaps(known.gaps, look) : [];
  const lacking = gaps.map(({ landmark, kind }) => `${landmark} (${kind})`).join(', ');
  const open = drafts.flatMap((draft, index) => {
    const path = paths[index] ?? '';
    return draft.type === 'data_degraded' || firstOf(path, before, look) !== undefined ? [] : [{ draft, path }];
  });
  const gone = offersGone(
    open.map(({ draft }) => draft),
    known,
  );
  const doubts = new Map<string, string>();
  for (const { draft, path } of open) {
    const own = doubtAbout(draft, path, ownOf(before, path)) ?? (draft.type === 'offer_removed' ? gone : undefined);
    const ofPage = gaps.length > 0 ? `new gaps: ${lacking}` : own;
    const reason = confirm === 'always' ? 'every change is confirmed' : ofPage;
    if (reason !== undefined && !doubts.has(path)) doubts.set(path, reason);
  }
  return doubts;
}

/** Returns why a change is doubtful by itself: as its type says, or the value that it is about. */
function doubtAbout(change: Change, path: string, held: HeldValue | undefined): string | undefined {
  const row = CHANGES[change.type];
  if (row.doubt !== undefined) return row.doubt(change as never, held?.value);
  const name = path.slice(path.lastIndexOf('.') + 1) as keyof Values;
  return 'values' in row ? VALUES[name].doubt?.(change.before as never, change.after as never) : undefined;
}

function offersGone(changes: readonly Change[], { offers = {} }: Known): string | undefined {
  const gone = changes.filter(({ type }) => type === 'offer_removed').length;
  const all = Object.keys(offers).length;
  if (gone < DOUBTFUL_OFFERS_GONE || gone < all * DOUBTFUL_SHARE_GONE) return undefined;
  return `${gone} of ${all} offers are gone at once`;
}

/** Holds back what depends on another place, language or currency, until a second look has the same. Then it becomes known without a change. */
function withoutForeign(known: Known, given: Look, before: Held) {
  const held = new Map<string, HeldValue>();
  const reasons: string[] = [];
  if (!given.found) return { look: given, held, reasons };
  const holds = (path: string, value: string, reason: string): boolean => {
    if (ownOf(before, path)?.value === value) return false;
    held.set(path, heldValue(given, value, known.at));
    reasons.push(reason);
    return true;
  };
  let look = given;
  for (const [kind, detail] of Object.entries(conditionsOf(given.gaps)) as [(typeof CONDITIONS)[number], string][]) {
    if (detail === known.conditions?.[kind] || !holds(kind, detail, `another ${kind}: ${detail}`)) continue;
    const { values: _, offers: _offers, entries: _entries, is_complete: _complete, ...frame } = look;
    look = { ...frame, ...withoutDependent(kind, look), held: [...(look.held ?? []), kind] };
  }
  const currencies = currenciesOf(known);
  const isForeign = (path: string, old: { currency?: string } | undefined, { currency }: { currency?: string }) =>
    currency !== undefined &&
    (old?.currency === undefined
      ? currencies.length > 0 && !currencies.includes(currency)
      : old.currency !== currency) &&
    holds(`${path}currency`, currency, `another currency: ${currency} instead of ${currencies.join(', ')}`);
  if (isForeign('', known.values, look.values)) look = { ...look, values: withoutAmounts(look.values) };
  const entries = Object.entries(look.entries ?? {}).flatMap(([asin, entry]): [string, Values][] =>
    isForeign(`entries.${asin}.`, ownOf(known.entries, asin), entry) ? [[asin, withoutAmounts(entry)]] : [],
  );
  if (entries.length > 0) look = { ...look, entries: { ...look.entries, ...Object.fromEntries(entries) } };
  const offers = Object.entries(look.offers ?? {}).filter(([key, offer]) =>
    isForeign(`offers.${key}.`, ownOf(known.offers, key), offer),
  );
  const foreign = offers.map(([key]) => `offers.${key}`);
  return { look: without(look, foreign), held, reasons };
}

function currenciesOf({ values, offers = {}, entries = {} }: Pick<Look, 'values' | 'offers' | 'entries'>): string[] {
  const all = [values, ...Object.values(offers), ...Object.values(entries)];
  return [...new Set(all.flatMap(({ currency }) => currency ?? []))];
}

/**
 * Leaves out the offers of a seller that has several in one condition, if the look does not have as many and can lack some: it is not known which one
 * is which.
 */
function withoutAmbiguous(known: Known | undefined, look: Look): Look {
  if (known?.offers === undefined || look.offers === undefined || look.is_complete === true) return look;
  const [old, now] = [groupsOf(known.offers), groupsOf(look.offers)];
  const isClear = (key: string) => {
    const count = old.get(groupOf(key)) ?? 0;
    return count < 2 || count === now.get(groupOf(key));
  };
  return { ...look, offers: Object.fromEntries(Object.entries(look.offers).filter(([key]) => isClear(key))) };
}

function groupsOf(offers: Readonly<Record<string, unknown>>): Map<string, number> {
  const groups = new Map<string, number>();
  for (const key of Object.keys(offers)) groups.set(groupOf(key), (groups.get(groupOf(key)) ?? 0) + 1);
  return groups;
}

function groupOf(key: string): string {
  return key.replace(/#\d+$/, '');
}

/** Whether a look does not say whether a value is still the doubtful one. */
function isUnknown(look: Look, path: string): boolean {
  if (path === 'found') return false;
  if (!look.found) return true;
  if (path === GAPS || CONDITIONS.some((kind) => kind === path)) return false;
  if (!path.startsWith('offers.') || !path.endsWith('.currency')) return valueAt(look, path) === undefined;
  return ownOf(look.offers, path.slice('offers.'.length, -'.currency'.length)) === undefined;
}

/** Returns the doubtful value before, if the look shows the same. */
function firstOf(path: string, before: Held, look: Look): HeldValue | undefined {
  const [first, value] = [ownOf(before, path), valueAt(look, path)];
  return first !== undefined && value !== undefined && isSameAt(path, first.value, value) ? first : undefined;
}

function heldValue({ at, request_ids }: Look, value: unknown, since: number): HeldValue {
  return { value, at, since, request_ids };
}

/** Returns when the value before was last seen: before the first of all looks that it was doubtful in. */
function sinceOf({ since }: Change, held: HeldValue | undefined): number {
  return Math.min(Date.parse(since), held?.since ?? Number.POSITIVE_INFINITY);
}

function withFirst(change: Change, { at, request_ids }: HeldValue): Change {
  return {
    ...change,
    at: new Date(at).toISOString(),
    evidence: { ...change.evidence, first_request_ids: request_ids },
  };
}
