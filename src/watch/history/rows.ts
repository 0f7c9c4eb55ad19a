/** Reads rows of a store for histories. */
import type { EndpointName } from '../../contract/endpoints.ts';
import type { ValueKind } from '../kinds.ts';
import { type StoredAt, storedJson } from '../store/damaged-row.ts';
import { envelopesAt } from '../store/envelope-rows.ts';
import { all, type Cell, type Work } from '../store/sql.ts';
import { COLUMNS, COMPARED, NONE, readCell } from '../store/tables.ts';
import type { StoredObservation } from './history-types.ts';
import type { Period, StoredPoint } from './spans.ts';

/** A target whose history is asked for. */
export interface HistoryTarget {
  no: number;
  id: string;
  endpoint: EndpointName;
  /** JSON. */
  params: string;
}

/** Returns the first targets behind an id that have these columns, in the order of their ids, also removed ones. */
export function* findTargets(
  query: { [Name in 'id' | 'endpoint' | 'asin' | 'marketplace']?: string | undefined },
  limit: number,
  behind = '',
): Work<readonly HistoryTarget[]> {
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  const where = ['id > ?', ...given.map(([name]) => `${name} = ?`)].join(' AND ');
  return yield* all<HistoryTarget>(
    `SELECT no, id, endpoint, params FROM watch_targets WHERE ${where} ORDER BY id LIMIT ?`,
    [behind, ...given.map(([, value]) => value), limit],
  );
}

const POINT_COLUMNS = ['target', 'first_at', 'last_at', 'every_ms', 'found', 'none', 'currency'];

/**
 * Returns the rows of an item of the targets with these numbers within a period, with the row before and the one after it, in the order of time. SQLite reads the tables of a
 * `CROSS JOIN` in this order: the bounds are then found once for each target.
 */
export function* pointRows(
  [least, most]: readonly [no: number, last: number],
  item: string,
  columns: readonly string[],
  { from, to }: Period,
): Work<readonly StoredPoint[]> {
  const bound = (limit: 'max' | 'min', order: string) =>
    `(SELECT ${limit}(b.first_at) FROM watch_observations b WHERE b.target = t.no AND b.item = ? AND b.first_at ${order} ?)`;
  const names = [...new Set([...POINT_COLUMNS, ...columns])];
  const cells = names.map((name) => (name === 'seller' ? 's.identity AS seller' : `o.${name}`)).join(', ');
  return yield* all<StoredPoint>(
    `SELECT ${cells} FROM watch_targets t CROSS JOIN watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller
     WHERE t.no BETWEEN ? AND ? AND o.target = t.no AND o.item = ?
       AND o.first_at >= coalesce(${bound('max', '<=')}, ?) AND o.first_at <= coalesce(${bound('min', '>=')}, ?)
     ORDER BY t.no, o.first_at`,
    [least, most, item, item, from, from, item, to, to],
  );
}

/** A row as stored, with its seller and its details. */
export interface StoredRow extends Readonly<Record<string, Cell>> {
  target: number;
  item: string;
  first_at: number;
  last_at: number;
  looks: number;
  found: number;
  none: number;
  content: string | null;
}

/**
 * Returns rows of a target that end in a period or later, and begin before its end: those behind a row, in the order of items and times.
 *
 * @param only Only of this item.
 */
export function* rowsBehind(
  target: number,
  behind: { item: string; first_at: number },
  { from, to }: Period,
  only: string | undefined,
  limit: number,
): Work<readonly StoredRow[]> {
  const isBehind = only === undefined ? '(o.item, o.first_at) > (?, ?)' : 'o.item = ? AND o.first_at > ?';
  return yield* all<StoredRow>(
    `SELECT o.target, o.item, o.first_at, o.last_at, o.looks, s.identity AS seller, s.seller_id, s.name AS seller_name, d.content,
       ${COMPARED.map((name) => `o.${name}`).join(', ')}
     FROM watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller LEFT JOIN watch_details d ON d.no = o.details
     WHERE o.target = ? AND ${isBehind} AND o.last_at >= ? AND o.first_at < ? ORDER BY o.item, o.first_at LIMIT ?`,
    [target, only ?? behind.item, behind.first_at, from, to, limit],
  );
}

/** Returns observations of an item in a period that begin behind a time, in the order of time. */
export function* observationsBehind(
  target: number,
  behind: { item: string; first_at: number },
  period: Period,
  { envelopes, limit }: { envelopes: boolean; limit: number },
): Work<StoredObservation[]> {
  const observations: StoredObservation[] = [];
  for (const row of yield* rowsBehind(target, behind, period, behind.item, limit)) {
    const own = observationOf(row);
    observations.push(envelopes ? { ...own, envelopes: yield* envelopesAt(target, row.first_at) } : own);
  }
  return observations;
}

/** Returns a value of a row. `undefined`: unknown, or there is none. */
export function storedValue(row: StoredRow, name: string, kind: ValueKind): unknown {
  return readCell(row[name], kind, placeOf(row, name));
}

function placeOf({ target, item, first_at }: StoredRow, column: string): StoredAt {
  return { table: 'watch_observations', column, target, item, first_at };
}

function observationOf(row: StoredRow): StoredObservation {
  const { first_at, last_at, looks, found, none } = row;
  const values = COLUMNS.map(([name, { kind }]) => {
    return [name, (none & (NONE[name] ?? 0)) === 0 ? storedValue(row, name, kind) : null] as const;
  });
  const details = storedJson<Record<string, unknown>>(row.content ?? '{}', placeOf(row, 'details'));
  const { page_type: _, is_complete: __, ...others } = details;
  const known = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { first_at, last_at, looks, found: found === 1, values: { ...known, ...others } };
}
