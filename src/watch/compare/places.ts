/** The places of values in looks: paths such as `price`, `offers.<key>` and `entries.<asin>.rank`. */
import { isDeepStrictEqual } from 'node:util';
import { isSameOffer } from '../changes.ts';
import type { Known, Look } from '../look.ts';
import { isSameValue, type Values } from '../values.ts';

/** Path of the gaps. */
export const GAPS = 'gaps';
/** Path of the whole list of offers or entries: what was not in it then was not there. */
export const LIST = 'list';

/** Returns a member of a record that pages name. */
export function ownOf<Member>(members: Readonly<Record<string, Member>> | undefined, key: string): Member | undefined {
  return members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined;
}

/** Returns when a value was last seen [milliseconds since the epoch]. */
export function seenAt({ at, seen_at }: Known, path: string): number {
  return ownOf(seen_at, path) ?? at;
}

/** Returns the paths of all that is known. */
export function pathsOf({ gaps, values, offers = {}, entries = {}, is_complete }: Known): string[] {
  const inside = (list: string, members: object) =>
    Object.entries(members).flatMap(([key, member]) =>
      Object.keys(member as object).map((name) => `${list}.${key}.${name}`),
    );
  const lists = [...inside('offers', offers), ...inside('entries', entries)];
  return [
    ...(gaps === undefined ? [] : [GAPS]),
    ...(is_complete === true ? [LIST] : []),
    ...Object.keys(values),
    ...lists,
  ];
}

function placeOf(path: string): { list?: 'entries' | 'offers'; key: string; name: keyof Values } {
  if (path.startsWith('offers.')) return { list: 'offers', key: path.slice('offers.'.length), name: 'price' };
  const end = path.lastIndexOf('.');
  const name = path.slice(end + 1) as keyof Values;
  return end === -1 ? { key: '', name } : { list: 'entries', key: path.slice('entries.'.length, end), name };
}

/** Returns the value of a path. `null`: known not to be there. `undefined`: unknown. */
export function valueAt(look: Look, path: string): unknown {
  if (path === 'found') return look.found;
  if (path === GAPS) return look.gaps;
  const { list, key, name } = placeOf(path);
  if (list === undefined) return look.values[name];
  const absent = look.is_complete === true ? null : undefined;
  if (list === 'offers') return ownOf(look.offers, key) ?? absent;
  const entry = ownOf(look.entries, key);
  return entry === undefined ? absent : entry[name];
}

/** Whether two values of a path are the same. */
export function isSameAt(path: string, one: unknown, other: unknown): boolean {
  if (one === null || other === null) return one === other;
  if (path === 'found' || path === GAPS) return isDeepStrictEqual(one, other);
  const { list, name } = placeOf(path);
  return list === 'offers' ? isSameOffer(one as never, other as never) : isSameValue(name, one, other);
}

/** Returns a look without the values of paths: they are held back. */
export function without(look: Look, paths: readonly string[]): Look {
  if (paths.length === 0) return look;
  const [values, entries, offers] = [{ ...look.values }, { ...look.entries }, { ...look.offers }];
  for (const path of paths) {
    const { list, key, name } = placeOf(path);
    if (list === 'offers') delete offers[key];
    else if (list === undefined) delete values[name];
    else if (Object.hasOwn(entries, key)) {
      const { [name]: _, ...others } = entries[key] ?? {};
      entries[key] = others;
    }
  }
  const lists = { ...(look.entries && { entries }), ...(look.offers && { offers }) };
  return { ...look, values, ...lists, held: [...(look.held ?? []), ...paths] };
}
