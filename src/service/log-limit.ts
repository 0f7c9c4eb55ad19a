/** Decides which requests the log has, so that callers without a key cannot fill it. */
import type { LogEntry } from './facts.ts';
import { PROBES } from './gates/limit.ts';
import { RateWindows } from './rate-windows.ts';

/** Failures and probes without a valid key per minute, of all IP addresses, that the log has one by one. */
const MOST_OPEN = 1_000;

/** The requests that are not logged one by one. */
export class LogLimit {
  readonly #open = new RateWindows(MOST_OPEN);

  /**
   * Whether the log has a request. Of those that a limit refuses in a minute it has the first, the 10th, the 100th and so on, and of many
   * failures and probes without a valid key too.
   */
  admits({ key_id, path, status, refusals }: LogEntry): boolean {
    if (refusals !== undefined && !isPowerOfTen(refusals)) return false;
    const isOpen = PROBES.has(path) || (status >= 400 && status < 500);
    if (key_id !== undefined || !isOpen) return true;
    const { excess } = this.#open.add('all');
    return excess === 0 || isPowerOfTen(excess);
  }
}

function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count));
}
