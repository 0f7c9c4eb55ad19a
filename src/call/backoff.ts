/** Waits that double. */

/** The first wait and the longest one [milliseconds]. */
export interface DoublingWaits {
  firstMs: number;
  longestMs: number;
}

/** Returns the wait after a failure: twice as long each time. @param failures Number of failures one after the other, at least 1. */
export function backoffMs(failures: number, { firstMs, longestMs }: DoublingWaits): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1));
}
