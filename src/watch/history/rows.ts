/** Reads rows of a store for histories. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { COLUMNS, COMPARED, NONE, readCell } from '../store/columns.ts';
import { rowOf, storedJson } from '../store/damaged-row.ts';
import { envelopesAt } from '../store/envelope-rows.ts';
import { all, type Cell, first, type Work } from '../store/sql.ts';
import type { StoredObservation } from './history-types.ts';
import type { HistoryField, Period, StoredPoint } from './spans.ts';

/** A target whose history is asked for. */
export interface HistoryTarget {
  no: number;
  id: string;
}

/** Returns targets with an id, or of an endpoint, a product and a marketplace, also removed ones. */
export function* findTargets(query: {
  id?: string | undefined;
  endpoint?: string | undefined;
  asin?: string | undefined;
  marketplace?: string | undefined;
}): Work<readonly HistoryTarget[]> {
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  const where = given.map(([name]) => `${name} = ?`).join(' AND ');
  const sql = `SELECT no, id FROM watch_targets WHERE ${where} ORDER BY id LIMIT 10`;
  return yield* all<HistoryTarget>(
    sql,
    given.map(([, value]) => value),
  );
}

/** Targets by their numbers. */
export interface Numbers {
  first: number;
  last: number;
}

/** A row of an item, with the number of its target. */
export type TargetPoint = StoredPoint & { target: number };

const POINT_COLUMNS = ['target', 'first_at', 'last_at', 'every_ms', 'found', 'none', 'currency'];

function selected(columns: readonly string[]): string {
  const names = [...new Set([...POINT_COLUMNS, ...columns])];
  const cells = names.map((name) => (name === 'seller' ? 's.identity AS seller' : `o.${name}`)).join(', ');
  return `SELECT ${cells} FROM watch_targets t CROSS JOIN watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller`;
}

/**
 * Returns the rows of an item of targets within a period, with the row before and the one after it, in the order of time. SQLite reads the tables of a
 * `CROSS JOIN` in this order: the bounds are then found once for each target.
 */
export function* pointRows(
  { first: least, last: most }: Numbers,
  item: string,
  columns: readonly string[],
  { from, to }: Period,
): Work<readonly TargetPoint[]> {
  const bound = (limit: 'max' | 'min', order: string) =>
    `(SELECT ${limit}(b.first_at) FROM watch_observations b WHERE b.target = t.no AND b.item = ? AND b.first_at ${order} ?)`;
  return yield* all<TargetPoint>(
    `${selected(columns)} WHERE t.no BETWEEN ? AND ? AND o.target = t.no AND o.item = ?
       AND o.first_at >= coalesce(${bound('max', '<=')}, ?) AND o.first_at <= coalesce(${bound('min', '>=')}, ?)
     ORDER BY t.no, o.first_at`,
    [least, most, item, item, from, from, item, to, to],
  );
}

/** Returns the last row of a target before a time that shows a field, or that the marketplace does not know the target. */
export function* lastPoint(
  target: number,
  { column, none }: HistoryField,
  before: number,
): Work<TargetPoint | undefined> {
  return yield* first<TargetPoint>(
    `${selected([column])} WHERE t.no = ? AND o.target = t.no AND o.item = '' AND o.first_at < ?
       AND (o.found = 0 OR o.${column} IS NOT NULL OR (o.none & ?) <> 0) ORDER BY o.first_at DESC LIMIT 1`,
    [target, before, none],
  );
}

interface ObservationRow extends Readonly<Record<string, Cell>> {
  first_at: number;
  last_at: number;
  looks: number;
  found: number;
  none: number;
  content: string | null;
}

/** Returns observations of an item that end at a time or later, and begin before another one, in the order of time. */
export function* storedObservations(
  target: number,
  item: string,
  { from, to }: Period,
  { envelopes, limit }: { envelopes: boolean; limit: number },
): Work<StoredObservation[]> {
  const rows = yield* all<ObservationRow>(
    `SELECT o.first_at, o.last_at, o.looks, s.identity AS seller, d.content, ${COMPARED.map((name) => `o.${name}`).join(', ')}
     FROM watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller LEFT JOIN watch_details d ON d.no = o.details
     WHERE o.target = ? AND o.item = ? AND o.last_at >= ? AND o.first_at < ? ORDER BY o.first_at LIMIT ?`,
    [target, item, from, to, limit],
  );
  const observations: StoredObservation[] = [];
  for (const row of rows) {
    const { first_at, last_at, looks, found, none } = row;
    const at = (column: string) => () => {
      return { table: 'watch_observations', column, row: rowOf({ target, item, first_at }) };
    };
    const cells = COLUMNS.map(([name, { kind }]) => {
      return [name, (none & (NONE[name] ?? 0)) === 0 ? readCell(row[name], kind, at(name)) : null] as const;
    });
    const details = storedJson<Record<string, unknown>>(row.content ?? '{}', at('details'));
    const { page_type: _, is_complete: __, ...content } = details;
    const values = { ...Object.fromEntries(cells.filter(([, value]) => value !== undefined)), ...content };
    const own = { first_at, last_at, looks, found: found === 1, values };
    observations.push(envelopes ? { ...own, envelopes: yield* envelopesAt(target, first_at) } : own);
  }
  return observations;
}

/** A target whose rows are exported. */
export interface ExportTarget {
  no: number;
  id: string;
  endpoint: EndpointName;
  params: Readonly<Record<string, unknown>>;
}

/** Returns the target with an id, or all behind another id, in the order of their ids, also removed ones. */
export function* targetsBehind(behind: string, id: string | undefined, limit: number): Work<readonly ExportTarget[]> {
  const rows = yield* all<Omit<ExportTarget, 'params'> & { params: string }>(
    `SELECT no, id, endpoint, params FROM watch_targets WHERE id ${id === undefined ? '>' : '='} ? ORDER BY id LIMIT ?`,
    [id ?? behind, limit],
  );
  return rows.map(({ params, ...row }) => {
    const at = () => ({ table: 'watch_targets', column: 'params', row: rowOf({ id: row.id }) });
    return { ...row, params: storedJson<ExportTarget['params']>(params, at) };
  });
}

/** A row as stored. */
export interface StoredRow extends Readonly<Record<string, Cell>> {
  item: string;
  first_at: number;
}

/** Returns rows of a target in a period, behind a row, in the order of items and times. */
export function* rowsBehind(
  target: number,
  behind: { item: string; first_at: number },
  { from, to }: Period,
  item: string | undefined,
  limit: number,
): Work<readonly StoredRow[]> {
  const [where, values] = item === undefined ? ['', []] : ['AND o.item = ?', [item]];
  return yield* all<StoredRow>(
    `SELECT o.item, o.first_at, o.last_at, o.looks, s.seller_id, s.name AS seller_name, ${COMPARED.map((name) => `o.${name}`).join(', ')}
     FROM watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller
     WHERE o.target = ? AND (o.item, o.first_at) > (?, ?) AND o.last_at >= ? AND o.first_at < ? ${where}
     ORDER BY o.item, o.first_at LIMIT ?`,
    [target, behind.item, behind.first_at, from, to, ...values, limit],
  );
}
