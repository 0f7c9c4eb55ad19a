/** Targets as rows. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { storedJson } from './damaged-row.ts';
import { all, type Cell, insertOf, type Row, type Work } from './sql.ts';
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

/** Returns the targets for which a condition holds. */
export function* targetsWhere(condition: string, values: readonly Cell[]): Work<StoredTarget[]> {
  const rows = yield* all<TargetRow>(`SELECT ${COLUMNS} FROM watch_targets WHERE ${condition}`, values);
  return rows.map(storedTarget);
}

/** A target whose visit is recorded. */
export interface VisitedTarget {
  /** Its number in the other tables. */
  no: number;
  /** Longest time between two looks [milliseconds]. */
  every_ms: number;
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
