/** The figures of the dashboard, from counters. */
import { percentile } from '../latency.ts';
import { CODE_COUNTER, type Counters } from '../request-counts.ts';

/** The figures of a group of requests. A share or a duration is `undefined` if nothing was counted that it could be of. */
export interface Figures {
  requests: number;
  /** Share of successful requests, found or not, of all but the rejected ones. */
  success: number | undefined;
  /** Share of found entities, of the successful requests. */
  found: number | undefined;
  /** Share of attempts that the marketplace refused. */
  blocks: number | undefined;
  /** Share of responses with a gap. */
  gaps: number | undefined;
  /** Milliseconds, of calls that reached the marketplace. */
  p50: number | undefined;
  p95: number | undefined;
  credits: number;
  /** Failed and rejected requests by code, most frequent first. */
  codes: [string, number][];
}

/** Returns the figures of counters. */
export function figuresOf(counters: Counters): Figures {
  const count = (name: string) => counters[name] ?? 0;
  const successful = count('found') + count('not_found');
  return {
    requests: successful + count('rejected') + count('failed'),
    success: share(successful, successful + count('failed')),
    found: share(count('found'), successful),
    blocks: share(count('blocks'), count('attempts')),
    gaps: share(count('gaps'), successful - count('replayed')),
    p50: percentile(counters, 0.5),
    p95: percentile(counters, 0.95),
    credits: count('credits'),
    codes: Object.entries(counters)
      .filter(([name]) => name.startsWith(CODE_COUNTER))
      .map(([name, requests]): [string, number] => [name.slice(CODE_COUNTER.length), requests])
      .sort(([, a], [, b]) => b - a),
  };
}

function share(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.min(1, part / whole) : undefined;
}
