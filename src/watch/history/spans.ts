/** From rows to spans of watched time with one value, and the times of queries. */
import type { BadRequestError } from '../../contract/errors.ts';
import { shown } from '../../contract/shown.ts';
import { wrongParameter } from '../../options/checks.ts';
import { durationIn } from '../../options/duration.ts';
import type { ValueKind } from '../kinds.ts';
import { isWatched } from '../store/look-rows.ts';
import { SHORTEST_AGE_MS } from '../store/options.ts';
import { readCell } from '../store/tables.ts';
import type { SellerName } from '../types.ts';

/** A value of a field. `null`: the page shows that there is none. */
export type HistoryValue = number | boolean | string | SellerName | object | null;

/** Equal looks at an item, with the cells of fields by their columns. */
export interface StoredPoint extends Readonly<Record<string, number | string | null>> {
  /** The number of the target. */
  target: number;
  first_at: number;
  last_at: number;
  every_ms: number;
  found: number;
  none: number;
  currency: string | null;
}

/** Watched time in which a field had one value. A single look has no duration. */
export interface Span {
  /** Start [milliseconds since the epoch]. */
  from: number;
  /** End [milliseconds since the epoch]. */
  to: number;
  /** `undefined` while it is unknown. */
  value: HistoryValue | undefined;
  /** Currency of an amount. */
  currency?: string;
}

/** A period [milliseconds since the epoch]. */
export interface Period {
  from: number;
  to: number;
}

/** Where a field is stored. */
export interface HistoryField {
  /** The column. */
  column: string;
  kind: ValueKind;
  /** The flag of "there is none" in the column `none`. 0: it has none. */
  none: number;
  /** Whether it is a field of the target itself, or of an entry of its list, or of an offer. */
  of: 'target' | 'entry' | 'offer';
}

/** Returns the spans of rows, in their order, within a period. A value holds until the next look, if that is not too late to know. */
export function spansOf(rows: readonly StoredPoint[], field: HistoryField, period: Period): Span[] {
  return rows.flatMap((row, index) => spanOf(row, rows[index + 1], field, period));
}

function spanOf(row: StoredPoint, next: StoredPoint | undefined, field: HistoryField, period: Period): Span[] {
  const end = next !== undefined && isWatched(row, next) ? next.first_at : row.last_at;
  const span = clipped({ from: row.first_at, to: end }, period);
  if (span === undefined) return [];
  const currency = field.kind === 'amount' ? row.currency : null;
  return [{ ...span, value: pointValue(row, field), ...(currency !== null && { currency }) }];
}

/**
 * Returns the spans of an entry of a list. A row that says that the entry is gone is not renewed by further looks: it holds as long as the list is
 * watched, until the entry is back.
 */
export function entrySpans(
  rows: readonly StoredPoint[],
  list: readonly StoredPoint[],
  field: HistoryField,
  period: Period,
): Span[] {
  const watched = watchedPeriods(list);
  const end = watched.at(-1)?.to ?? 0;
  return rows.flatMap((row, index) => {
    if (row.found === 1) return spanOf(row, rows[index + 1], field, period);
    const until = rows[index + 1]?.first_at ?? Math.max(end, row.last_at);
    return watched.flatMap((part) => {
      const span = clipped({ from: Math.max(part.from, row.first_at), to: Math.min(part.to, until) }, period);
      return span === undefined ? [] : [{ ...span, value: pointValue(row, field) }];
    });
  });
}

/** Returns the periods in which looks followed each other. */
function watchedPeriods(rows: readonly StoredPoint[]): Period[] {
  const periods: Period[] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const last = periods.at(-1);
    if (before !== undefined && last !== undefined && isWatched(before, row)) last.to = row.last_at;
    else periods.push({ from: row.first_at, to: row.last_at });
  }
  return periods;
}

/** Returns the error for an invalid parameter of a query. */
export const invalidParameter = (name: string, value: unknown, why: string): BadRequestError =>
  wrongParameter(name, `${value === undefined ? '' : `${shown(value)} `}${why}`);

function clipped({ from, to }: Period, period: Period): Period | undefined {
  const part = { from: Math.max(from, period.from), to: Math.min(to, period.to) };
  // A single look has no duration, and belongs to the period that it starts.
  return part.from < part.to || (from === to && part.from === part.to && from < period.to) ? part : undefined;
}

/** Returns the value of a field in a row. `undefined`: unknown. */
function pointValue(row: StoredPoint, { column, kind, none }: HistoryField): HistoryValue | undefined {
  if ((row.none & none) !== 0) return null;
  const at = { table: 'watch_observations', column, first_at: row.first_at, target: row.target };
  return readCell(row[column], kind, at) as HistoryValue | undefined;
}

/** Returns a length in milliseconds. @throws BadRequestError `INVALID_PARAMETER` */
export function lengthOf(name: string, value: unknown): number {
  const length = typeof value === 'string' ? durationIn(value) : value;
  if (typeof length === 'number' && Number.isInteger(length) && length >= SHORTEST_AGE_MS) return length;
  throw invalidParameter(
    name,
    value,
    'is not valid: expected a length such as "1h" or "1d", or milliseconds from 60000 on.',
  );
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

/** Returns the period of a query. @throws BadRequestError `INVALID_PARAMETER` */
export function periodOf({ from, to }: { from?: unknown; to?: unknown }): Period {
  const period = { from: timeOf('from', from) ?? 0, to: timeOf('to', to) ?? Number.MAX_SAFE_INTEGER };
  if (period.from < period.to) return period;
  throw invalidParameter('from', from, 'is not before "to": expected an earlier time.');
}
