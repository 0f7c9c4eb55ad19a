/** Reads JSON of unknown shape: returns a value only if it exists and has the right type. */
import { isRecord } from '../../contract/json.ts';
import { collapse } from '../../html/index.ts';

/** Returns a nested member of an object. */
export function member(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (!isRecord(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** Returns the entries of a list. Empty for any other value. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the members of an object. Empty for any other value. */
export const members = (value: unknown): readonly [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

/** Returns a string with collapsed white space. `undefined` for an empty string. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? collapse(value) || undefined : undefined;
}

/** Returns a number, also from a string. */
export function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof found === 'number' && Math.abs(found) <= Number.MAX_SAFE_INTEGER ? found : undefined;
}
