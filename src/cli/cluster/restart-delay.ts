/** How long a cluster waits before it replaces a process that ended. */
import { backoffMs, type DoublingWaits } from '../../client/waits.ts';

const DELAYS: DoublingWaits = { firstMs: 500, longestMs: 30_000 };
/** A process that ran for so long did not end because of its start. */
const LONG_RUN_MS = 60_000;

/**
 * Returns the delay, which doubles with each process that ends soon after its start.
 *
 * @param fastEnds How many processes ended soon after their start, one after the other.
 * @param ranMs Milliseconds that the last one ran.
 */
export function restartDelay(fastEnds: number, ranMs: number): { delayMs: number; ends: number } {
  const ends = ranMs < LONG_RUN_MS ? fastEnds + 1 : 1;
  return { delayMs: backoffMs(ends, DELAYS), ends };
}
