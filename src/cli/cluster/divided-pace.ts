/** The pace of one of several processes that do not know of each other's requests. */

import type { PageSource } from '../../entries/local.ts';
import { DEFAULT_PACE, type Pace } from '../../sources/page-source.ts';

/**
 * Returns the pace with which all processes together keep the pace of one; `undefined` if there is none.
 *
 * @param pages The page source; the sites themselves if it is absent.
 */
export function dividedPace(
  pace: Partial<Pace> | undefined,
  pages: PageSource | string | undefined,
  processes: number,
): Pace | undefined {
  const source = typeof pages === 'function' ? pages.pace : DEFAULT_PACE;
  if (pace === undefined && source === undefined) return undefined;
  const { concurrency, minGapMs, jitterMs } = { ...DEFAULT_PACE, ...source, ...pace };
  return {
    concurrency: Math.max(1, Math.floor(concurrency / processes)),
    minGapMs: minGapMs * processes,
    jitterMs: jitterMs * processes,
  };
}
