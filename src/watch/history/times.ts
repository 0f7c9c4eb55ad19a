/** Times and lengths in queries. */
import { durationIn } from '../../options/duration.ts';
import { invalidParameter } from './points.ts';

/** Shorter steps have no use: marketplaces are asked at most every few minutes [milliseconds]. */
const SHORTEST = 60_000;

/** Returns a length in milliseconds. @throws BadRequestError `INVALID_PARAMETER` */
export function lengthOf(name: string, value: unknown): number {
  const length = lengthIn(value);
  if (length !== undefined) return length;
  throw invalidParameter(
    name,
    value,
    'is not valid: expected a length such as "1h" or "1d", or milliseconds from 60000 on.',
  );
}

/** Returns a length of a minute or more in milliseconds; `undefined` for another value. */
export function lengthIn(value: unknown): number | undefined {
  const length = typeof value === 'string' ? durationIn(value) : value;
  return typeof length === 'number' && Number.isInteger(length) && length >= SHORTEST ? length : undefined;
}

/** Returns a time in milliseconds since the epoch. @throws BadRequestError `INVALID_PARAMETER` */
export function timeOf(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const time = typeof value === 'string' ? Date.parse(value) : value instanceof Date ? value.getTime() : value;
  if (typeof time === 'number' && Number.isFinite(time)) return time;
  throw invalidParameter(
    name,
    value,
    'is not a time: expected milliseconds since the epoch, a Date, or a string such as "2026-11-01T00:00:00Z".',
  );
}
