/** The error of a call that timed out: it says how long the call worked and waited. */
import { type MarketplaceErrorOptions, TransportError } from '../contract/errors.ts';
import type { Deadline } from './deadline.ts';

/** Returns the error of a call that exceeded one of its two limits. */
export function timeoutError(
  { hasWaitedTooLong, workedMs, waitedMs }: Pick<Deadline, 'hasWaitedTooLong' | 'workedMs' | 'waitedMs'>,
  options: MarketplaceErrorOptions,
): TransportError {
  const message = hasWaitedTooLong
    ? `timed out: the call waited ${duration(waitedMs)} for its turn (queueTimeoutMs) and worked ${duration(workedMs)}. Make fewer calls at once, set a faster pace, or increase queueTimeoutMs.`
    : `timed out after ${duration(workedMs)} (timeoutMs)${waitedBefore(waitedMs)}.`;
  // Waits are the caller's load, or that of other callers: the call can succeed later.
  return new TransportError(message, { ...options, code: 'TIMEOUT', ...(hasWaitedTooLong ? { status: 503 } : {}) });
}

function waitedBefore(waitedMs: number): string {
  return Math.round(waitedMs) === 0 ? '' : `; it waited ${duration(waitedMs)} for its turn before`;
}

/** Returns a duration for a message: `20 ms`, `1.5 s`, `58 s`. */
function duration(ms: number): string {
  const whole = Math.round(ms);
  if (whole < 1_000) return `${whole} ms`;
  return whole < 10_000 ? `${Math.round(whole / 100) / 10} s` : `${Math.round(whole / 1_000)} s`;
}
