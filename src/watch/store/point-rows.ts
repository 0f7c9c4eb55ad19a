/** Rows for histories. */

import { rowOf, storedJson } from '../history/damaged-row.ts';
import type { ExportTarget, StoredRow } from '../history/export.ts';
import type { HistoryTarget } from '../history/history.ts';
import type { Period, StoredPoint } from '../history/points.ts';
import { all, type Cell, type Work } from './sql.ts';

/** Returns targets with an id, or of an endpoint, a product and a marketplace. */
export function* findTargets(query: {
  id?: string;
  endpoint?: string;
  asin?: string;
  marketplace?: string;
}): Work<readonly HistoryTarget[]> {
  const names = (['id', 'endpoint', 'asin', 'marketplace'] as const).filter((name) => query[name] !== undefined);
  const where = names.map((name) => `${name} = ?`).join(' AND ');
  const values: Cell[] = names.map((name) => query[name] ?? null);
  return yield* all<HistoryTarget>(`SELECT no, id FROM watch_targets WHERE ${where} ORDER BY id LIMIT 10`, values);
}

const ITEM = 'o.target = ? AND o.item = ?';

const POINT_COLUMNS = ['first_at', 'last_at', 'every_ms', 'looks', 'found', 'none', 'currency'];

/** Returns the rows of an item within a period, with the row before and the one after it. */
export function* pointRows(
  target: number,
  item: string,
  columns: readonly string[],
  from: number,
  to: number,
): Work<readonly StoredPoint[]> {
  const names = [...new Set([...POINT_COLUMNS, ...columns])];
  const cells = names.map((name) => (name === 'seller' ? 's.identity AS seller' : `o.${name}`)).join(', ');
  const join = names.includes('seller') ? 'LEFT JOIN watch_sellers s ON s.no = o.seller' : '';
  const bound = (limit: 'max' | 'min', order: string) =>
    `(SELECT ${limit}(o.first_at) FROM watch_observations o WHERE ${ITEM} AND o.first_at ${order} ?)`;
  return yield* all<StoredPoint>(
    `SELECT ${cells} FROM watch_observations o ${join}
     WHERE ${ITEM} AND o.first_at >= coalesce(${bound('max', '<=')}, ?) AND o.first_at <= coalesce(${bound('min', '>=')}, ?)
     ORDER BY o.first_at`,
    [target, item, target, item, from, from, target, item, to, to],
  );
}

/** Returns the target with an id, or all behind another id. */
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

/** Returns rows of a target in a period, behind a row. */
export function* rowsBehind(
  target: number,
  behind: { item: string; first_at: number },
  { from, to, item }: Period & { item?: string | undefined },
  limit: number,
): Work<readonly StoredRow[]> {
  const [where, values] = item === undefined ? ['', []] : ['AND o.item = ?', [item]];
  return yield* all<StoredRow>(
    `SELECT o.item, o.first_at, o.last_at, o.looks, o.found, o.none, o.price, o.currency, o.shipping_price, o.list_price,
       o.new_from_price, s.seller_id, s.name AS seller_name, o.is_suppressed, o.in_stock, o.stock_qty, o.sellers_all, o.rank,
       o.rating, o.reviews, o.deal, o.coupon
     FROM watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller
     WHERE o.target = ? AND (o.item, o.first_at) > (?, ?) AND o.last_at >= ? AND o.first_at < ? ${where}
     ORDER BY o.item, o.first_at LIMIT ?`,
    [target, behind.item, behind.first_at, from, to, ...values, limit],
  );
}
