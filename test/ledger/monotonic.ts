/** Moves the monotonic clock of the machine, which leases use. */
import { vi } from 'vitest';

const read = process.hrtime.bigint;

/** Returns a function that moves the clock. It stands still otherwise, until the mocks are restored. */
export function monotonicClock(): (ms: number) => void {
  let now = read();
  vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => now);
  return (ms) => {
    now += BigInt(ms) * 1_000_000n;
  };
}
