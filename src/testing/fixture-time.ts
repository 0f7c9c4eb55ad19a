/** The time of the fixtures. */

/** Time of the fixtures, in milliseconds since the epoch. Their relative dates are counted from it, on any day. */
export const FIXTURE_TIME: number = Date.parse('2026-11-20T12:00:00Z');

/** Returns a clock that starts at the time of the fixtures, and runs. */
export function fixtureClock(): () => number {
  const startedAt = performance.now();
  return () => FIXTURE_TIME + Math.round(performance.now() - startedAt);
}
