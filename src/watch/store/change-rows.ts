/** Changes, their deliveries and the credits of visits as rows. */
import { createHash } from 'node:crypto';
import { BUDGET_PERIODS, periodOf } from '../../ledger/budget.ts';
import { DRIFTING_CHANGES } from '../changes.ts';
import type { Change, Evidence } from '../types.ts';
import { storedJson } from './damaged-row.ts';
import { add, all, type Cell, numberOf, run, type Work } from './sql.ts';
import type { ChangeFilter, Delivery, Visit } from './store.ts';

/**
 * Stores the changes of a visit at a target with this number, what to deliver of them, and what the visit cost.
 *
 * @param keepsAll Whether to store changes of ranks, ratings and numbers of reviews too that nobody gets.
 */
export function* storeChanges(
  target: number,
  { at, changes, deliveries, credits }: Visit,
  keepsAll: boolean,
): Work<void> {
  const delivered = new Set(deliveries.map(({ change }) => change));
  for (const change of changes) {
    const { id, asin, type } = change;
    if (!keepsAll && DRIFTING_CHANGES.has(type) && !delivered.has(id)) continue;
    const { part, own } = partsOf(change);
    const row = { id, target, asin: asin ?? null, type, at: Date.parse(change.at), change: own };
    yield* add('watch_changes', { ...row, part: yield* partNumber(part) });
  }
  for (const { change, receiver } of deliveries) {
    yield* run(
      `INSERT INTO watch_deliveries (receiver, position, not_before) SELECT ?, position, ? FROM watch_changes WHERE id = ?
       ON CONFLICT (receiver, position) DO NOTHING`,
      [receiver, at, change],
    );
  }
  if (credits === 0) return;
  const spent = Math.min(credits, Number.MAX_SAFE_INTEGER);
  for (const per of BUDGET_PERIODS) {
    yield* run(
      `INSERT INTO watch_spend (period, credits) VALUES (?, ?) ON CONFLICT (period) DO UPDATE SET credits =
       CASE WHEN watch_spend.credits > ? THEN ? ELSE watch_spend.credits + excluded.credits END`,
      [periodOf(per, at).name, spent, Number.MAX_SAFE_INTEGER - spent, Number.MAX_SAFE_INTEGER],
    );
  }
}

interface ChangeRow {
  position: number;
  id: string;
  at: number;
  part: number;
  content: string;
  change: string;
}

/** @param from The tables without that of parts. */
function* readChanges(from: string, rest: string, values: readonly Cell[]): Work<Delivery[]> {
  const rows = yield* all<ChangeRow>(
    `SELECT c.position, c.id, c.at, c.part, p.content, c.change
     FROM ${from} JOIN watch_change_parts p ON p.no = c.part ${rest}`,
    values,
  );
  return rows.map(deliveryOf);
}

/** The members that differ between changes of a target, besides the columns. As an array they need half of the bytes. */
type Own = [
  before: unknown,
  after: unknown,
  /** [milliseconds since the epoch] */
  since: number,
  request_ids: readonly string[],
  evidence?: Pick<Evidence, 'first_request_ids'>,
];

/** Returns what a change has in common with others of its target, and what it does not, as JSON. Most of a change is the former. */
function partsOf({ id: _, before, after, at: _at, since, evidence, ...others }: Change): { part: string; own: string } {
  const { request_ids, first_request_ids, ...page } = evidence;
  const own: Own = [before, after, Date.parse(since), request_ids];
  if (first_request_ids !== undefined) own.push({ first_request_ids });
  return { part: JSON.stringify({ ...others, evidence: page }), own: JSON.stringify(own) };
}

function* partNumber(content: string): Work<number | null> {
  const hash = createHash('sha256').update(content).digest().subarray(0, 16).toString('base64url');
  return yield* numberOf('watch_change_parts', { hash, content });
}

/** Returns the first deliveries of a receiver, in the order of recording. */
export function firstDeliveries(receiver: string, limit: number): Work<Delivery[]> {
  const rows = 'watch_deliveries d JOIN watch_changes c ON c.position = d.position';
  return readChanges(rows, 'WHERE d.receiver = ? ORDER BY d.position LIMIT ?', [receiver, limit]);
}

/** Removes deliveries, and changes of ranks, ratings and numbers of reviews that nobody waits for any more. */
export function* removeDeliveries(receiver: string, changes: readonly string[]): Work<void> {
  const sql =
    'DELETE FROM watch_deliveries WHERE receiver = ? AND position = (SELECT position FROM watch_changes WHERE id = ?)';
  const drifting = `DELETE FROM watch_changes WHERE id = ? AND type IN (${[...DRIFTING_CHANGES].map(() => '?').join(', ')})
    AND NOT EXISTS (SELECT 1 FROM watch_deliveries d WHERE d.position = watch_changes.position)`;
  for (const id of changes) {
    yield* run(sql, [receiver, id]);
    yield* run(drifting, [id, ...DRIFTING_CHANGES]);
  }
}

/** Returns changes behind a position, in the order of recording. */
export function changesAfter(position: number, filter: ChangeFilter, limit: number): Work<Delivery[]> {
  const { target, asin, types, from, to } = filter;
  const conditions: [string, Cell[]][] = [['c.position > ?', [position]]];
  if (target !== undefined) conditions.push(['c.target = (SELECT no FROM watch_targets WHERE id = ?)', [target]]);
  if (asin !== undefined) conditions.push(['c.asin = ?', [asin]]);
  if (types !== undefined) conditions.push([`c.type IN (${types.map(() => '?').join(', ') || 'NULL'})`, [...types]]);
  if (from !== undefined) conditions.push(['c.at >= ?', [from]]);
  if (to !== undefined) conditions.push(['c.at < ?', [to]]);
  const where = conditions.map(([condition]) => condition).join(' AND ');
  const values = conditions.flatMap(([, own]) => own);
  return readChanges('watch_changes c', `WHERE ${where} ORDER BY c.position LIMIT ?`, [...values, limit]);
}

function deliveryOf({ position, id, at, part, content, change }: ChangeRow): Delivery {
  const common = storedJson<Omit<Change, 'id'>>(content, { table: 'watch_change_parts', column: 'content', no: part });
  const own = storedJson<Own>(change, { table: 'watch_changes', column: 'change', position });
  const [before, after, since, request_ids, further] = own;
  const evidence = { ...common.evidence, request_ids, ...further };
  const times = { at: new Date(at).toISOString(), since: new Date(since).toISOString() };
  // The row is of a change.
  return { position, change: { id, ...common, before, after, ...times, evidence } as Change };
}
