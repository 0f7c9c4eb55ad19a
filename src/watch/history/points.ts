/** From rows to spans of watched time with one value. */
import { BadRequestError } from '../../contract/errors.ts';
import { shown } from '../../contract/shown.ts';
import type { SellerName } from '../types.ts';
import { rowOf, storedJson } from './damaged-row.ts';
import { isWatched } from './watched-time.ts';

/** The kind of the values of a field. */
export type PointKind = 'amount' | 'number' | 'truth' | 'text' | 'seller' | 'json';

/** A value of a field. `null`: the page shows that there is none. */
export type HistoryValue = number | boolean | string | SellerName | object | null;

/** Equal looks at an item, with the cells of fields by their columns. */
export type StoredPoint = Omit<PointRow, 'value'> & Readonly<Record<string, number | string | null>>;

/** Returns the rows with the cell of one field. */
export function pointRowsOf(rows: readonly StoredPoint[], column: string): PointRow[] {
  return rows.map((row) => ({ ...row, value: row[column] ?? null }));
}

/** Equal looks at an item, with the cell of one field. */
export interface PointRow {
  first_at: number;
  last_at: number;
  every_ms: number;
  looks: number;
  found: number;
  none: number;
  currency: string | null;
  value: number | string | null;
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

/** Returns the spans of rows, in their order, within a period. A value holds until the next look, if that is not too late to know. */
export function spansOf(
  rows: readonly PointRow[],
  { kind, none = 0 }: { kind: PointKind; none?: number },
  period: Period,
): Span[] {
  return rows.flatMap((row, index) => spanOf(row, rows[index + 1], { kind, none }, period));
}

function spanOf(
  row: PointRow,
  next: PointRow | undefined,
  { kind, none = 0 }: { kind: PointKind; none?: number },
  period: Period,
): Span[] {
  const end = next !== undefined && isWatched(row, next) ? next.first_at : row.last_at;
  const span = clipped({ from: row.first_at, to: end }, period);
  if (span === undefined) return [];
  const value = cellValue(row, kind, none);
  return [{ ...span, value, ...(kind === 'amount' && row.currency !== null && { currency: row.currency }) }];
}

/**
 * Returns the spans of an entry of a list. A row that says that the entry is gone is not renewed by further looks: it holds as long as the list is
 * watched, until the entry is back.
 */
export function entrySpans(
  rows: readonly PointRow[],
  list: readonly PointRow[],
  field: { kind: PointKind; none?: number },
  period: Period,
): Span[] {
  const watched = watchedPeriods(list);
  const end = watched.at(-1)?.to ?? 0;
  return rows.flatMap((row, index) => {
    if (row.found === 1) return spanOf(row, rows[index + 1], field, period);
    const until = rows[index + 1]?.first_at ?? Math.max(end, row.last_at);
    return watched.flatMap((part) => {
      const span = clipped({ from: Math.max(part.from, row.first_at), to: Math.min(part.to, until) }, period);
      return span === undefined ? [] : [{ ...span, value: cellValue(row, field.kind, field.none ?? 0) }];
    });
  });
}

/** Returns the periods in which looks followed each other. */
function watchedPeriods(rows: readonly PointRow[]): Period[] {
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
export function invalidParameter(name: string, value: unknown, why: string): BadRequestError {
  return new BadRequestError(`${name}: ${value === undefined ? '' : `${shown(value)} `}${why}`, {
    code: 'INVALID_PARAMETER',
    parameter: name,
  });
}

function clipped({ from, to }: Period, period: Period): Period | undefined {
  const part = { from: Math.max(from, period.from), to: Math.min(to, period.to) };
  // A single look has no duration, and belongs to the period that it starts.
  return part.from < part.to || (from === to && part.from === part.to && from < period.to) ? part : undefined;
}

function cellValue(row: PointRow, kind: PointKind, none: number): HistoryValue | undefined {
  if ((row.none & none) !== 0) return null;
  const { value } = row;
  if (value === null) return undefined;
  switch (kind) {
    case 'truth':
      return value === 1;
    case 'seller':
    case 'json':
      return storedJson<object>(String(value), () => ({
        table: 'watch_observations',
        column: kind === 'seller' ? 'seller' : 'deal or coupon',
        row: rowOf({ first_at: row.first_at }),
      }));
    default:
      return value;
  }
}
