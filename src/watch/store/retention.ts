/** Removes what is older than it is to be kept. */
import type { Duration } from '../../contract/marketplace.ts';
import type { WatchStoreOptions } from './options.ts';
import { first, run, type Work } from './sql.ts';

/** The numbers of removed rows. */
export interface Compacted {
  /** Number of envelopes. */
  envelopes: number;
  /** Number of rows with values. */
  observations: number;
  /** Number of changes. */
  changes: number;
}

/** Removes what is older than these options say. */
export function* removeOld({ keep = {}, thinEnvelopes }: WatchStoreOptions, now: number): Work<Compacted> {
  const changes = yield* removeRows(
    now,
    keep.changes,
    `watch_changes WHERE at < ?
       AND NOT EXISTS (SELECT 1 FROM watch_deliveries d WHERE d.position = watch_changes.position)`,
  );
  if (changes > 0) yield* run('DELETE FROM watch_change_parts WHERE no NOT IN (SELECT part FROM watch_changes)');
  const observations = yield* removeRows(
    now,
    keep.observations,
    'watch_observations WHERE last_at < ? AND is_last = 0',
  );
  if (observations > 0)
    yield* run(
      'DELETE FROM watch_details WHERE no NOT IN (SELECT details FROM watch_observations WHERE details IS NOT NULL)',
    );
  const old = yield* removeRows(now, keep.envelopes, FREE_ENVELOPES);
  const thinned = yield* removeRows(
    now,
    thinEnvelopes,
    `${FREE_ENVELOPES} AND EXISTS (
       SELECT 1 FROM watch_envelopes e WHERE e.target = watch_envelopes.target AND e.page = watch_envelopes.page
         AND e.at < watch_envelopes.at AND e.at >= watch_envelopes.at - watch_envelopes.at % ${DAY_MS})`,
  );
  return { envelopes: old + thinned, observations, changes };
}

const DAY_MS = 86_400_000;

/** Differences need their whole envelope. */
const FREE_ENVELOPES = `watch_envelopes WHERE at < ? AND (whole_at IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM watch_envelopes d WHERE d.target = watch_envelopes.target AND d.page = watch_envelopes.page
    AND d.at > watch_envelopes.at AND d.whole_at = watch_envelopes.at))`;

/** @param age Milliseconds, after the check of the options. @param rows The table, and a condition with the time before which rows are old. */
function* removeRows(now: number, age: Duration | undefined, rows: string): Work<number> {
  if (age === undefined) return 0;
  const values = [now - Number(age)];
  const counted = yield* first<{ rows: number }>(`SELECT count(*) AS rows FROM ${rows}`, values);
  yield* run(`DELETE FROM ${rows}`, values);
  return counted?.rows ?? 0;
}
