/** What the error of a call means for later calls. */
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

/** Longest wait that a service or a receiver can ask for, where nobody waits for the answer [milliseconds]. */
export const LONGEST_ASKED_MS = 3_600_000;

/** Returns the delay before the next attempt: what the error asks for, else one that doubles with each attempt, spread over its second half. */
export function retryDelay(
  error: unknown,
  attempt: number,
  { retryDelayMs, maxRetryDelayMs }: { retryDelayMs: number; maxRetryDelayMs: number },
): number {
  const asked = error instanceof MarketplaceError ? error.retryAfterMs : undefined;
  if (asked !== undefined) return asked;
  const longest = backoffMs(attempt, { firstMs: retryDelayMs, longestMs: maxRetryDelayMs });
  return Math.round(longest * (0.5 + Math.random() / 2));
}
