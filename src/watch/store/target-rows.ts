/** Targets as rows. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { storedJson } from './damaged-row.ts';
import { all, first, insertOf, type Row, type Work } from './sql.ts';
import type { StoredTarget, TargetState } from './store.ts';

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

/** The least value of the column `active`: 1 for targets that are watched, 0 for all. */
export type LeastActive = 0 | 1;

const COLUMNS = 'id, endpoint, params, every_ms, pages, options, state';

/**
 * Adds targets, or replaces their options, in one statement, and returns them. In one order, so that processes that add the same targets do not lock rows
 * that the other one waits for.
 */
export function* addTargets(targets: readonly Omit<StoredTarget, 'state'>[]): Work<StoredTarget[]> {
  // A statement cannot change a row twice: the last one holds.
  const byId = new Map(targets.map((target) => [target.id, target]));
  const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const [sql, values] = insertOf(
    'watch_targets',
    sorted.map((target) => rowOf(target, 1)),
  );
  const options = ['endpoint', 'params', 'asin', 'marketplace', 'every_ms', 'pages', 'options', 'active'];
  const replaced = options.map((name) => `${name} = excluded.${name}`).join(', ');
  const rows = yield* all<TargetRow>(`${sql} ON CONFLICT (id) DO UPDATE SET ${replaced} RETURNING ${COLUMNS}`, values);
  const added = new Map(rows.map((row) => [row.id, storedTarget(row)]));
  return [...byId.keys()].flatMap((id) => added.get(id) ?? []);
}

/** Returns the row of a target before its first visit. */
export function rowOf(target: Omit<StoredTarget, 'state'>, active: 0 | 1): Row {
  const { id, endpoint, params, every_ms, pages, asins, when, extra } = target;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const subject = { asin: text(params.asin), marketplace: text(params.marketplace) };
  const options: { [Name in keyof Options]: Options[Name] | undefined } = { asins, when, extra };
  const json = { params: JSON.stringify(params), options: JSON.stringify(options) };
  return { id, endpoint, ...subject, every_ms, pages, ...json, active, visits: 0 };
}

/** Returns active targets behind an id, in the order of their ids. */
export function* targetsAfter(id: string, limit: number): Work<StoredTarget[]> {
  const sql = `SELECT ${COLUMNS} FROM watch_targets WHERE active = 1 AND id > ? ORDER BY id LIMIT ?`;
  return (yield* all<TargetRow>(sql, [id, limit])).map(storedTarget);
}

/** Returns a target. */
export function* targetOf(id: string, active: LeastActive): Work<StoredTarget | undefined> {
  const sql = `SELECT ${COLUMNS} FROM watch_targets WHERE id = ? AND active >= ?`;
  const row = yield* first<TargetRow>(sql, [id, active]);
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
  active: LeastActive,
): Work<VisitedTarget | undefined> {
  return yield* first<VisitedTarget>(
    'UPDATE watch_targets SET visits = ?, state = ? WHERE id = ? AND visits = ? AND active >= ? RETURNING no, every_ms',
    [number, JSON.stringify(state), id, number - 1, active],
  );
}

function storedTarget({ params, options, state, ...row }: TargetRow): StoredTarget {
  const at = (column: string) => ({ table: 'watch_targets', column, id: row.id });
  return {
    ...row,
    params: storedJson<StoredTarget['params']>(params, at('params')),
    ...storedJson<Options>(options, at('options')),
    ...(state !== null && { state: storedJson<TargetState>(state, at('state')) }),
  };
}
