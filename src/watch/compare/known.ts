/** The values that are known after a look. */
import type { Conditions, Known, Look } from '../look.ts';
import type { WatchedOffer } from '../types.ts';
import type { Values } from '../values.ts';
import { type Comparable, conditionsOf, type State } from './conditions.ts';
import { GAPS, LIST, ownOf, pathsOf, seenAt } from './places.ts';

/** Returns what is known before the first look: nothing. Its values are compared with later ones of the same conditions. */
export function knownBefore({ at, page_type, found, gaps }: Look): Known {
  const conditions = conditionsOf(gaps);
  return { at, page_type, found, values: {}, ...(isEmpty(conditions) ? {} : { conditions }) };
}

/** Returns what is known after a look at a target that does not exist: the values are those of before. */
export function knownGone(known: Known, { at }: Look): Known {
  return withTimes({ ...known, at, found: false }, known, new Set());
}

/**
 * Returns what is known after a look: what it shows, and what was known of everything that it does not show.
 *
 * @param isPicked Whether only some products of the list are watched: these stay known when they are not in it.
 */
export function knownAfter(
  known: Known,
  look: Look,
  { before, after, conditions }: Comparable,
  isPicked: boolean,
): Known {
  const seen = new Set<string>();
  const held = new Set(look.held);
  const isComplete = after.is_complete === true;
  const offers = merged(before.offers, after.offers, isComplete, { path: 'offers', held, seen });
  const entries = withoutRank(
    before,
    merged(before.entries, after.entries, isComplete && !isPicked, { path: 'entries', held, seen }),
  );
  for (const name of Object.keys(after.values)) seen.add(name);
  seen.add(GAPS);
  if (isComplete) seen.add(LIST);
  const { conditions: _, is_complete: _complete, ...others } = known;
  const next: Known = {
    ...others,
    at: look.at,
    page_type: look.page_type,
    found: true,
    gaps: look.gaps,
    values: { ...before.values, ...after.values },
    ...(offers === undefined ? {} : { offers }),
    ...(entries === undefined ? {} : { entries }),
    ...(isComplete || before.is_complete === true ? { is_complete: true } : {}),
    ...(isEmpty(conditions) ? {} : { conditions }),
  };
  if (offers === undefined) delete next.offers;
  if (entries === undefined) delete next.entries;
  return withTimes(next, known, seen);
}

/** Returns the members of both. Those that a complete look does not show are gone, unless that waits for a second look. */
function merged<Member extends WatchedOffer | Values>(
  before: Readonly<Record<string, Member>> | undefined,
  after: Readonly<Record<string, Member>> | undefined,
  isWhole: boolean,
  { path, held, seen }: { path: string; held: ReadonlySet<string>; seen: Set<string> },
): Record<string, Member> | undefined {
  if (after === undefined) return before === undefined ? undefined : { ...before };
  const kept = Object.entries(after).map(([key, member]): [string, Member] => {
    for (const name of Object.keys(member)) seen.add(`${path}.${key}.${name}`);
    return [key, { ...ownOf(before, key), ...member }];
  });
  const isHeld = (key: string) => held.has(`${path}.${key}`) || held.has(`${path}.${key}.rank`);
  const old = Object.entries(before ?? {}).filter(([key]) => !isWhole || isHeld(key));
  return { ...Object.fromEntries(old), ...Object.fromEntries(kept) };
}

/** An entry that the whole list did not have, and whose rank the look does not show, still has the rank `null`. */
function withoutRank(before: State, entries: Known['entries']): Known['entries'] {
  if (entries === undefined || before.is_complete !== true) return entries;
  const isUnplaced = (asin: string, { rank }: Values) =>
    rank === undefined && ownOf(before.entries, asin) === undefined;
  return Object.fromEntries(
    Object.entries(entries).map(([asin, values]) => [
      asin,
      isUnplaced(asin, values) ? { ...values, rank: null } : values,
    ]),
  );
}

/** Adds when each value was last seen that the look did not show. */
function withTimes(next: Known, known: Known, seen: ReadonlySet<string>): Known {
  const times = pathsOf(next).flatMap((path): [string, number][] => {
    const [list, asin = ''] = path.split('.');
    const time = seenAt(known, list === 'entries' && ownOf(known.entries, asin) === undefined ? LIST : path);
    return seen.has(path) || time === next.at ? [] : [[path, time]];
  });
  const { seen_at: _, ...others } = next;
  return times.length === 0 ? others : { ...others, seen_at: Object.fromEntries(times) };
}

function isEmpty(conditions: Conditions): boolean {
  return Object.keys(conditions).length === 0;
}
