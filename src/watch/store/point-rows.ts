/** Rows for histories. */
import type { HistoryTarget } from '../history/history.ts';
import type { PointRow } from '../history/points.ts';
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

/** Returns the rows of an item within a period, with the row before and the one after it. */
export function* pointRows(
  target: number,
  item: string,
  column: string,
  from: number,
  to: number,
): Work<readonly PointRow[]> {
  const [value, join] =
    column === 'seller' ? ['s.identity', 'LEFT JOIN watch_sellers s ON s.no = o.seller'] : [`o.${column}`, ''];
  const bound = (limit: 'max' | 'min', order: string) =>
    `(SELECT ${limit}(o.first_at) FROM watch_observations o WHERE ${ITEM} AND o.first_at ${order} ?)`;
  return yield* all<PointRow>(
    `SELECT o.first_at, o.last_at, o.every_ms, o.looks, o.found, o.none, o.currency, ${value} AS value
     FROM watch_observations o ${join}
     WHERE ${ITEM} AND o.first_at >= coalesce(${bound('max', '<=')}, ?) AND o.first_at <= coalesce(${bound('min', '>=')}, ?)
     ORDER BY o.first_at`,
    [target, item, target, item, from, from, target, item, to, to],
  );
}
