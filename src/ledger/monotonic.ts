/** The monotonic clock, which nobody can set. */

import { nodeProcess } from '../options/runtime.ts';

/**
 * Returns the time since the machine started [milliseconds]. It is the same in all processes and containers of a machine. Browsers and edge runtimes,
 * which cannot share a ledger between processes, return the time since the program started.
 */
export function monotonicMs(): number {
  const { hrtime } = nodeProcess ?? {};
  return hrtime?.bigint === undefined ? Math.floor(performance.now()) : Number(hrtime.bigint() / 1_000_000n);
}
