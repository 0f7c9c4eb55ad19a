/** The time of the fixtures. */

/** Time of the fixtures, in milliseconds since the epoch. Their relative dates are counted from it. */
export const FIXTURE_TIME: number = Date.parse('2026-11-20T12:00:00Z');
