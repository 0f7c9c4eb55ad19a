/**
 * Compares data with its truth. Every value that the truth states counts once, as right, wrong (another value is there) or missing.
 *
 * - `null`: the value is null or absent.
 * - `{ $starts }`, `{ $includes }`: a string that starts with this, or contains it. `{ $length }`: a list or string of this length.
 *   `{ $any: [a, b] }`: one of these.
 * - `{ $key: 'asin', $count: 16, $items: [...] }`: a list with this many objects, which includes these. `$key` names the member that identifies one.
 */

import { isRecord } from '../../src/contract/json.ts';
import type { Row } from '../../src/tables/rows.ts';

/** A value of the truth and what the data has there. */
export interface Leaf {
  path: string;
  verdict: 'right' | 'wrong' | 'missing';
  want: unknown;
  got?: unknown;
}

interface ListOfItems {
  $key: string;
  $count?: number;
  $items: readonly Row[];
}

/** The value of everything below a missing object. It is missing even where the truth is null, so that every parser gets the same number of leaves. */
export const LOST = Symbol('lost');

/** Characters that only set the direction of text. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a leaf for each value of the truth. */
export function compare(path: string, want: unknown, got: unknown): Leaf[] {
  if (isRecord(want) && Array.isArray(want.$items)) return compareItems(path, want as unknown as ListOfItems, got);
  if (!isRecord(want) || Object.keys(want).some((name) => name.startsWith('$'))) return [leaf(path, want, got)];
  return Object.entries(want).flatMap(([name, inner]) => compare(`${path}.${name}`, inner, memberOf(got, name)));
}

function compareItems(path: string, { $key: key, $count: count, $items: items }: ListOfItems, got: unknown): Leaf[] {
  const isExpectedEmpty = count === 0 && items.length === 0;
  const isLost = got === LOST || (isNothing(got) && !isExpectedEmpty);
  const list: unknown[] = Array.isArray(got) ? got : [];
  return [
    ...(count === undefined ? [] : [leaf(`${path}.length`, count, isLost ? LOST : list.length)]),
    ...items.flatMap(({ [key]: id, ...members }) => {
      const found = list.filter(isRecord).find((entry) => isSame(id, entry[key]));
      return [
        leaf(`${path}[]`, id, memberOf(found, key)),
        ...Object.entries(members).flatMap(([name, want]) => compare(`${path}[].${name}`, want, memberOf(found, name))),
      ];
    }),
  ];
}

/** Compares a single value. */
export function leaf(path: string, want: unknown, got: unknown): Leaf {
  if (got === LOST) return { path, verdict: 'missing', want };
  return { path, verdict: isSame(want, got) ? 'right' : isNothing(got) ? 'missing' : 'wrong', want, got };
}

function memberOf(got: unknown, name: string): unknown {
  return isRecord(got) ? got[name] : isNothing(got) ? LOST : undefined;
}

function isSame(want: unknown, got: unknown): boolean {
  if (want === null) return isNothing(got);
  if (Array.isArray(want))
    return Array.isArray(got) && want.length === got.length && want.every((entry, index) => isSame(entry, got[index]));
  if (isRecord(want)) return fits(want, got);
  if (typeof want === 'number') return typeof got === 'number' && Math.abs(want - got) < 0.005;
  if (typeof want === 'string') return typeof got === 'string' && cleaned(want) === cleaned(got);
  return want === got;
}

function fits(want: Row, got: unknown): boolean {
  const { $starts: start, $includes: part, $any: any } = want;
  if (typeof start === 'string') return typeof got === 'string' && cleaned(got).startsWith(cleaned(start));
  if (typeof part === 'string') return typeof got === 'string' && cleaned(got).includes(cleaned(part));
  if ('$length' in want) return (Array.isArray(got) || typeof got === 'string') && got.length === want.$length;
  if (Array.isArray(any)) return any.some((entry) => isSame(entry, got));
  return isRecord(got) && Object.entries(want).every(([name, entry]) => isSame(entry, got[name]));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === LOST;
}

function cleaned(text: string): string {
  return text.normalize('NFC').replace(DIRECTIONS, '').replace(/\s+/g, ' ').trim();
}
