/** The monotonic clock, which nobody can set. */

/** Returns the time since the machine started [milliseconds]. It is the same in all processes and containers of a machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
