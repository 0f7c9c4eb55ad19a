/**
 * Compares data with the truth. A truth asserts leaves, and every asserted leaf counts once: right, wrong (another value is there) or missing.
 *
 * - `null`: the value must be null or absent.
 * - `{ $starts }`, `{ $includes }`: a text that begins so, or contains it; `{ $length }`: a list of that length; `{ $any: [a, b] }`: one of these.
 * - `{ $key: 'asin', $count: 16, $items: [...] }`: a list of objects: how many, and some of them, found by that key.
 */
import { isRecord, type Row } from '../output/rows.ts';

/** An asserted leaf, and what became of it. */
export interface Leaf {
  path: string;
  verdict: 'right' | 'wrong' | 'missing';
  want: unknown;
  got?: unknown;
}

/** Marks that only say which way text runs. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The leaves that a truth asserts, compared with what was read. */
export function compare(path: string, want: unknown, got: unknown): Leaf[] {
  if (isListOfItems(want)) return compareItems(path, want, got);
  if (!isRecord(want) || isOperator(want)) return [leaf(path, want, got)];
  if (isNothing(got)) return lost(path, want);
  return Object.entries(want).flatMap(([name, wanted]) =>
    compare(`${path}.${name}`, wanted, isRecord(got) ? got[name] : undefined),
  );
}

/** A single leaf. */
export function leaf(path: string, want: unknown, got: unknown): Leaf {
  if (want === null || (isNothing(got) && allowsNothing(want))) {
    return { path, verdict: isNothing(got) ? 'right' : 'wrong', want, got };
  }
  if (isNothing(got)) return { path, verdict: 'missing', want, got };
  return { path, verdict: isSame(want, got) ? 'right' : 'wrong', want, got };
}

/** Leaves under something that is not there are missing, so that their number is the same for every reader. */
export function lost(path: string, want: unknown): Leaf[] {
  if (isListOfItems(want)) {
    const { $key: key, $items: items } = want;
    return [
      ...('$count' in want ? lost(`${path}.length`, want.$count) : []),
      ...items.flatMap((item) => [
        missing(`${path}[]`, item[key]),
        ...othersOf(item, key, path).flatMap(([at, wanted]) => lost(at, wanted)),
      ]),
    ];
  }
  if (!isRecord(want) || isOperator(want)) return [missing(path, want)];
  return Object.entries(want).flatMap(([name, wanted]) => lost(`${path}.${name}`, wanted));
}

function missing(path: string, want: unknown): Leaf {
  return { path, verdict: 'missing', want };
}

interface ListOfItems {
  $key: string;
  $count?: number;
  $items: readonly Row[];
}

function compareItems(path: string, want: ListOfItems, got: unknown): Leaf[] {
  const { $key: key, $items: items } = want;
  if (isNothing(got)) {
    return want.$count === 0 && items.length === 0 ? [leaf(`${path}.length`, 0, 0)] : lost(path, want);
  }
  const list: unknown[] = Array.isArray(got) ? got : [];
  const leaves = '$count' in want ? [leaf(`${path}.length`, want.$count, list.length)] : [];
  for (const item of items) {
    const found = list.filter(isRecord).find((entry) => isSame(item[key], entry[key]));
    leaves.push(leaf(`${path}[]`, true, found === undefined ? undefined : true));
    for (const [at, wanted, name] of othersOf(item, key, path))
      leaves.push(...(found === undefined ? lost(at, wanted) : compare(at, wanted, found[name])));
  }
  return leaves;
}

/** The members of an item but its key, with the paths of their leaves. */
function othersOf(item: Row, key: string, path: string): [path: string, want: unknown, name: string][] {
  return Object.entries(item)
    .filter(([name]) => name !== key)
    .map(([name, want]) => [`${path}[].${name}`, want, name]);
}

function isSame(want: unknown, got: unknown): boolean {
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
  if ('$length' in want) return Array.isArray(got) && got.length === want.$length;
  if (Array.isArray(any)) return any.some((entry) => (entry === null ? isNothing(got) : isSame(entry, got)));
  return (
    isRecord(got) &&
    Object.entries(want).every(([name, entry]) =>
      entry === null ? isNothing(got[name]) : !isNothing(got[name]) && isSame(entry, got[name]),
    )
  );
}

function isOperator(want: Row): boolean {
  return Object.keys(want).some((name) => name.startsWith('$'));
}

function isListOfItems(want: unknown): want is ListOfItems {
  return isRecord(want) && Array.isArray(want.$items);
}

function allowsNothing(want: unknown): boolean {
  return isRecord(want) && Array.isArray(want.$any) && want.$any.includes(null);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function cleaned(text: string): string {
  return text.normalize('NFC').replace(DIRECTIONS, '').replace(/\s+/g, ' ').trim();
}
