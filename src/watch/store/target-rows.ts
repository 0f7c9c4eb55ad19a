/** Targets as rows. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { rowOf, storedJson } from './damaged-row.ts';
import { all, type Cell, first, run, type Work } from './sql.ts';
import type { StoredTarget, StoreHolder, TargetState } from './store.ts';

/** The contents of the column `options`. */
type Options = Pick<StoredTarget, 'asins' | 'when' | 'extra'>;

interface TargetRow {
  id: string;
  endpoint: EndpointName;
  params: string;
  every_ms: number;
  pages: number;
  options: string;
  state: string | null;
}

/** The least value of the column `active`. */
const LEAST_ACTIVE = { active: 1, any: 0 } as const;

const COLUMNS = 'id, endpoint, params, every_ms, pages, options, state';

const REPLACED = `DO UPDATE SET endpoint = excluded.endpoint, params = excluded.params, asin = excluded.asin,
  marketplace = excluded.marketplace, every_ms = excluded.every_ms, pages = excluded.pages, options = excluded.options, active = 1`;

/**
 * Adds targets, or replaces their options, in one statement, and returns them. In one order, so that processes that add the same targets do not lock rows
 * that the other one waits for.
 */
export function* addTargets(targets: readonly Omit<StoredTarget, 'state'>[]): Work<StoredTarget[]> {
  // A statement cannot change a row twice: the last one holds.
  const byId = new Map(targets.map((target) => [target.id, target]));
  const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (sorted.length === 0) return [];
  const rows = yield* all<TargetRow>(
    `${INSERT} ${sorted.map(() => ROW).join(', ')} ON CONFLICT (id) ${REPLACED} RETURNING ${COLUMNS}`,
    sorted.flatMap((target) => cellsOf(target, 1)),
  );
  const added = new Map(rows.map((row) => [row.id, storedTarget(row)]));
  return [...byId.keys()].flatMap((id) => added.get(id) ?? []);
}

/** Adds a target that nobody watches. One that exists stays as it is. */
export function* addPastTarget(target: Omit<StoredTarget, 'state'>): Work<void> {
  yield* run(`${INSERT} ${ROW} ON CONFLICT (id) DO NOTHING`, cellsOf(target, 0));
}

const INSERT =
  'INSERT INTO watch_targets (id, endpoint, params, asin, marketplace, every_ms, pages, options, active, visits) VALUES';
const ROW = '(?, ?, ?, ?, ?, ?, ?, ?, ?, 0)';

function cellsOf(target: Omit<StoredTarget, 'state'>, active: 0 | 1): Cell[] {
  const { id, endpoint, params, every_ms, pages, asins, when, extra } = target;
  const options: Options = { ...(asins && { asins }), ...(when !== undefined && { when }), ...(extra && { extra }) };
  return [
    ...[id, endpoint, JSON.stringify(params), textOf(params.asin), textOf(params.marketplace), every_ms, pages],
    ...[JSON.stringify(options), active],
  ];
}

/** Notes which watch uses the store. Returns the one before, if it is another one. */
export function* claimStore({ id, since }: StoreHolder): Work<StoreHolder | undefined> {
  const last = yield* first<StoreHolder>("SELECT holder AS id, since FROM watch_holder WHERE name = 'watch'");
  if (last?.id === id) return undefined;
  yield* run(
    `INSERT INTO watch_holder (name, holder, since) VALUES ('watch', ?, ?)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, since = excluded.since`,
    [id, since],
  );
  return last;
}

/** Ends the watch of targets. */
export function* removeTargets(ids: readonly string[]): Work<void> {
  for (const id of ids.toSorted()) yield* run('UPDATE watch_targets SET active = 0 WHERE id = ?', [id]);
}

/** Returns active targets behind an id, in the order of their ids. */
export function* targetsAfter(id: string, limit: number): Work<StoredTarget[]> {
  const sql = `SELECT ${COLUMNS} FROM watch_targets WHERE active = 1 AND id > ? ORDER BY id LIMIT ?`;
  return (yield* all<TargetRow>(sql, [id, limit])).map(storedTarget);
}

/** Returns a target: an active one, or any. */
export function* targetOf(id: string, which: 'active' | 'any'): Work<StoredTarget | undefined> {
  const row = yield* first<TargetRow>(`SELECT ${COLUMNS} FROM watch_targets WHERE id = ? AND active >= ?`, [
    id,
    LEAST_ACTIVE[which],
  ]);
  return row && storedTarget(row);
}

/** A target whose visit is recorded. */
export interface VisitedTarget {
  /** Its number in the other tables. */
  no: number;
  /** Longest time between two looks [milliseconds]. */
  every_ms: number;
}

/** Stores the state after a visit. Returns `undefined`, and changes nothing, if this visit is not the next one, or the target is not such a one. */
export function* visitTarget(
  id: string,
  number: number,
  state: TargetState,
  which: 'active' | 'any',
): Work<VisitedTarget | undefined> {
  return yield* first<VisitedTarget>(
    'UPDATE watch_targets SET visits = ?, state = ? WHERE id = ? AND visits = ? AND active >= ? RETURNING no, every_ms',
    [number, JSON.stringify(state), id, number - 1, LEAST_ACTIVE[which]],
  );
}

function storedTarget({ id, endpoint, params, every_ms, pages, options, state }: TargetRow): StoredTarget {
  const at = (column: string) => () => ({ table: 'watch_targets', column, row: rowOf({ id }) });
  return {
    id,
    endpoint,
    params: storedJson<StoredTarget['params']>(params, at('params')),
    every_ms,
    pages,
    ...storedJson<Options>(options, at('options')),
    ...(state !== null && { state: storedJson<TargetState>(state, at('state')) }),
  };
}

function textOf(value: unknown): Cell {
  return typeof value === 'string' ? value : null;
}
