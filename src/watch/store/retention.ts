/** Removes what is older than it is to be kept. */
import type { Duration } from '../../contract/marketplace.ts';
import type { KeepOptions } from './options.ts';
import { run, type Work } from './sql.ts';

/** Removes what is older than these options say. */
export function* removeOld({ changes, observations, envelopes }: KeepOptions, now: number): Work<void> {
  yield* removeRows(
    now,
    changes,
    `watch_changes WHERE at < ?
       AND NOT EXISTS (SELECT 1 FROM watch_deliveries d WHERE d.position = watch_changes.position)`,
  );
  yield* run('DELETE FROM watch_change_parts WHERE no NOT IN (SELECT part FROM watch_changes)');
  yield* removeRows(now, observations, 'watch_observations WHERE last_at < ? AND is_last = 0');
  yield* run(
    'DELETE FROM watch_details WHERE no NOT IN (SELECT details FROM watch_observations WHERE details IS NOT NULL)',
  );
  // Differences need their whole envelope.
  yield* removeRows(
    now,
    envelopes,
    `watch_envelopes WHERE at < ? AND (whole_at IS NOT NULL OR NOT EXISTS (
       SELECT 1 FROM watch_envelopes d WHERE d.target = watch_envelopes.target AND d.page = watch_envelopes.page
         AND d.at > watch_envelopes.at AND d.whole_at = watch_envelopes.at))`,
  );
}

/** @param age Milliseconds, after the check of the options. @param rows The table, and a condition with the time before which rows are old. */
function* removeRows(now: number, age: Duration | undefined, rows: string): Work<void> {
  if (age !== undefined) yield* run(`DELETE FROM ${rows}`, [now - Number(age)]);
}
