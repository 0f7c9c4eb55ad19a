/** Percentiles of durations, from counts in buckets with fixed bounds. */

/**
 * Upper bounds of the buckets [milliseconds], ten for each power of ten from 10. Durations above the last one share a bucket of their own.
 * A percentile that is read from them differs from the exact one by at most {@link LATENCY_PRECISION}, or by 1 ms.
 */
export const LATENCY_BOUNDS: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 8],
  ...[10, 100, 1_000, 10_000].flatMap((power) =>
    [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8].map((n) => Math.ceil(n * power)),
  ),
  ...[100_000, 125_000],
];

/** Largest relative error of a percentile up to 125 s. */
export const LATENCY_PRECISION = 0.14;

/** Prefix of the counters of durations: `ms_250` counts those above 200 ms and up to 250 ms, `ms_more` those above the last bound. */
const PREFIX = 'ms_';

/** Names of the counters of all buckets. */
export const LATENCY_COUNTERS: readonly string[] = [...LATENCY_BOUNDS, 'more'].map((bound) => `${PREFIX}${bound}`);

/** Returns the counter for a duration [milliseconds]. */
export function latencyCounter(ms: number): string {
  const bound = LATENCY_BOUNDS.find((candidate) => ms <= candidate);
  return `${PREFIX}${bound ?? 'more'}`;
}

/**
 * Returns a percentile [milliseconds] by nearest rank; `undefined` without durations. Durations above the last bound count as that bound.
 *
 * @param share 0.5 for the median, 0.95 for p95.
 */
export function percentile(counters: Readonly<Record<string, number>>, share: number): number | undefined {
  const counts = LATENCY_COUNTERS.map((name) => counters[name] ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let left = Math.max(1, Math.ceil(share * total));
  const index = counts.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
  return middleOf(index);
}

/** Durations are whole milliseconds. The geometric middle of a bucket has the smallest relative error. */
function middleOf(index: number): number {
  const upper = LATENCY_BOUNDS[index];
  const lowest = (LATENCY_BOUNDS[index - 1] ?? -1) + 1;
  if (upper === undefined) return lowest - 1;
  return Math.max(1, Math.round(Math.sqrt(lowest * upper)));
}
