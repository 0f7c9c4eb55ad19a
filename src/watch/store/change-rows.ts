/** Changes, their deliveries and the credits of visits as rows. */
import { BUDGET_PERIODS, periodOf } from '../../ledger/budget.ts';
import { rowOf, storedJson } from '../history/damaged-row.ts';
import type { Change } from '../types.ts';
import { all, type Cell, first, run, type Work } from './sql.ts';
import type { ChangeFilter, Delivery, Visit } from './store.ts';

/** Stores the changes of a visit, what to deliver of them, and what the visit cost. */
export function* storeChanges({ at, changes, deliveries, credits }: Visit): Work<void> {
  for (const change of changes) {
    const { id, target, asin, type } = change;
    yield* run(
      'INSERT INTO watch_changes (id, target, asin, type, at, change) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
      [id, target.id, asin ?? null, type, Date.parse(change.at), JSON.stringify(change)],
    );
  }
  for (const { change, receiver, not_before } of deliveries) {
    yield* run(
      `INSERT INTO watch_deliveries (receiver, position, not_before) SELECT ?, position, ? FROM watch_changes WHERE id = ?
       ON CONFLICT (receiver, position) DO NOTHING`,
      [receiver, not_before, change],
    );
  }
  if (credits === 0) return;
  for (const per of BUDGET_PERIODS) {
    yield* run(
      `INSERT INTO watch_spend (period, credits) VALUES (?, ?)
       ON CONFLICT (period) DO UPDATE SET credits = watch_spend.credits + excluded.credits`,
      [periodOf(per, at).name, credits],
    );
  }
}

interface ChangeRow {
  position: number;
  change: string;
}

/** Returns deliveries that are due, in the order of recording. */
export function* dueDeliveries(receiver: string, now: number, limit: number): Work<Delivery[]> {
  const rows = yield* all<ChangeRow>(
    `SELECT d.position, c.change FROM watch_deliveries d JOIN watch_changes c ON c.position = d.position
     WHERE d.receiver = ? AND d.not_before <= ? ORDER BY d.position LIMIT ?`,
    [receiver, now, limit],
  );
  return rows.map(deliveryOf);
}

/** Returns when the next delivery of a receiver is due. */
export function* nextDelivery(receiver: string): Work<number | undefined> {
  const sql = 'SELECT min(not_before) AS at FROM watch_deliveries WHERE receiver = ?';
  return (yield* first<{ at: number | null }>(sql, [receiver]))?.at ?? undefined;
}

/** Removes deliveries. */
export function* removeDeliveries(receiver: string, changes: readonly string[]): Work<void> {
  const sql =
    'DELETE FROM watch_deliveries WHERE receiver = ? AND position = (SELECT position FROM watch_changes WHERE id = ?)';
  for (const id of changes) yield* run(sql, [receiver, id]);
}

/** Returns the credits of a period. */
export function* spentCredits(period: string): Work<number> {
  const sql = 'SELECT credits FROM watch_spend WHERE period = ?';
  return (yield* first<{ credits: number }>(sql, [period]))?.credits ?? 0;
}

/** Returns changes behind a position, in the order of recording. */
export function* changesAfter(position: number, filter: ChangeFilter, limit: number): Work<Delivery[]> {
  const { target, asin, types, from, to } = filter;
  const conditions: [string, Cell[]][] = [['position > ?', [position]]];
  if (target !== undefined) conditions.push(['target = ?', [target]]);
  if (asin !== undefined) conditions.push(['asin = ?', [asin]]);
  if (types !== undefined) conditions.push([`type IN (${types.map(() => '?').join(', ') || 'NULL'})`, [...types]]);
  if (from !== undefined) conditions.push(['at >= ?', [from]]);
  if (to !== undefined) conditions.push(['at < ?', [to]]);
  const where = conditions.map(([condition]) => condition).join(' AND ');
  const rows = yield* all<ChangeRow>(
    `SELECT position, change FROM watch_changes WHERE ${where} ORDER BY position LIMIT ?`,
    [...conditions.flatMap(([, values]) => values), limit],
  );
  return rows.map(deliveryOf);
}

function deliveryOf({ position, change }: ChangeRow): Delivery {
  const at = () => ({ table: 'watch_changes', column: 'change', row: rowOf({ position }) });
  return { position, change: storedJson<Change>(change, at) };
}
