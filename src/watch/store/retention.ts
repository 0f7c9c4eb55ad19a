/** Removes what is older than it is to be kept. */
import { first, run, type Work } from './sql.ts';

/** How long to keep what a watch saw [milliseconds]. What is not set is kept for ever. */
export interface Keep {
  /** Envelopes. */
  envelopes?: number | undefined;
  /** Values. The latest ones of each target are always kept. */
  observations?: number | undefined;
  /** Changes. Those that wait for a delivery are always kept. */
  changes?: number | undefined;
}

/** The numbers of removed rows. */
export interface Compacted {
  /** Number of envelopes. */
  envelopes: number;
  /** Number of rows with values. */
  observations: number;
  /** Number of changes. */
  changes: number;
}

/** Removes what is older. */
export function* removeOld(keep: Keep, thin: number | undefined, now: number): Work<Compacted> {
  const changes = yield* removeRows('watch_changes', keep.changes, now, (limit) => [
    'at < ? AND NOT EXISTS (SELECT 1 FROM watch_deliveries d WHERE d.position = watch_changes.position)',
    [limit],
  ]);
  if (changes > 0) yield* run('DELETE FROM watch_change_parts WHERE no NOT IN (SELECT part FROM watch_changes)');
  const observations = yield* removeRows('watch_observations', keep.observations, now, (limit) => [
    'last_at < ? AND is_last = 0',
    [limit],
  ]);
  if (observations > 0)
    yield* run(
      'DELETE FROM watch_details WHERE no NOT IN (SELECT details FROM watch_observations WHERE details IS NOT NULL)',
    );
  const old = yield* removeRows('watch_envelopes', keep.envelopes, now, (limit) => [`at < ? AND ${IS_FREE}`, [limit]]);
  const thinned = yield* removeRows('watch_envelopes', thin, now, (limit) => [
    `at < ? AND ${IS_FREE} AND EXISTS (
       SELECT 1 FROM watch_envelopes e WHERE e.target = watch_envelopes.target AND e.page = watch_envelopes.page
         AND e.at < watch_envelopes.at AND e.at >= watch_envelopes.at - watch_envelopes.at % ${DAY_MS})`,
    [limit],
  ]);
  return { envelopes: old + thinned, observations, changes };
}

const DAY_MS = 86_400_000;

/** Differences need their whole envelope. */
const IS_FREE = `(whole_at IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM watch_envelopes d WHERE d.target = watch_envelopes.target AND d.page = watch_envelopes.page
    AND d.at > watch_envelopes.at AND d.whole_at = watch_envelopes.at))`;

function* removeRows(
  table: string,
  age: number | undefined,
  now: number,
  conditionOf: (limit: number) => [string, number[]],
): Work<number> {
  if (age === undefined) return 0;
  const [condition, values] = conditionOf(now - age);
  const counted = yield* first<{ rows: number }>(`SELECT count(*) AS rows FROM ${table} WHERE ${condition}`, values);
  yield* run(`DELETE FROM ${table} WHERE ${condition}`, values);
  return Number(counted?.rows ?? 0);
}
