/** JSON of a shape that nobody promises: what is asked for, if it is there and of the right kind. */
import { collapse } from '../../html/index.ts';

/** A member of an object, of an object in it, and so on. */
export function member(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (!isRecord(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** The entries of a list; none for anything else. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of an object; none for anything else. */
export function members(value: unknown): readonly [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** A string that is not empty, white space collapsed. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? collapse(value) || undefined : undefined;
}

/** A number, also one that is written as a string. */
export function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
