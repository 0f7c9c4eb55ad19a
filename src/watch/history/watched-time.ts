/** Which time counts as watched. */

/**
 * Looks that are further apart than this many times the interval of their target do not continue each other: a program was not running, or calls failed.
 * Nobody knows what happened in between.
 */
export const LONGEST_GAP = 3;

/** The last look of a row, or the first look of the next one. */
export interface WatchedRow {
  /** Longest time between two looks when the row was written [milliseconds]. */
  every_ms: number;
}

/** Whether the time from the last look of a row to a later look counts as watched. */
export function isWatched(before: WatchedRow & { last_at: number }, after: WatchedRow & { first_at: number }): boolean {
  return after.first_at - before.last_at <= LONGEST_GAP * Math.max(before.every_ms, after.every_ms);
}
