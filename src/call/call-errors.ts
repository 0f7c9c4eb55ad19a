/** The meaning of a call's error for later calls. */
import { AuthenticationError, MarketplaceError, QuotaExceededError } from '../contract/errors.ts';
import { backoffMs } from './backoff.ts';

/** Whether every other call would fail the same way: no credits are left, the budget is used up, the key or a setting is wrong. */
export function stopsAllCalls(error: unknown): boolean {
  return (
    error instanceof QuotaExceededError ||
    error instanceof AuthenticationError ||
    (error instanceof MarketplaceError && error.code === 'INVALID_CONFIGURATION')
  );
}

/** Whether another attempt can succeed. A call that timed out is not retried by itself, but a new call can succeed. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof MarketplaceError ? error.retryable || error.code === 'TIMEOUT' : true;
}

/** Longest wait that an error can ask for, where nobody waits for the answer [milliseconds]. */
const LONGEST_ASKED_MS = 3_600_000;

/** Returns the wait that an error asks for, at most an hour: services, receivers and sinks can ask for any time. `undefined` if it asks for none. */
export function askedWaitMs(error: unknown): number | undefined {
  const { retryAfterMs = Number.NaN } = error instanceof MarketplaceError ? error : {};
  return retryAfterMs >= 0 ? Math.min(retryAfterMs, LONGEST_ASKED_MS) : undefined;
}

/** Returns the pause after an error that every other call would have too: the wait that it asks for, else your own. A wait of 0 would try without end. */
export function pauseMs(error: unknown, ownMs: number): number {
  return askedWaitMs(error) || ownMs;
}

/** Returns the delay before the next attempt: {@link askedWaitMs}, else one that doubles with each attempt, spread over its second half. */
export function retryDelay(
  error: unknown,
  attempt: number,
  { retryDelayMs, maxRetryDelayMs }: { retryDelayMs: number; maxRetryDelayMs: number },
): number {
  const asked = askedWaitMs(error);
  if (asked !== undefined) return asked;
  const longest = backoffMs(attempt, { firstMs: retryDelayMs, longestMs: maxRetryDelayMs });
  return Math.round(longest * (0.5 + Math.random() / 2));
}
