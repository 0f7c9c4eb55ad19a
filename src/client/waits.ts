/** Waits: for a time, for a result unless a signal aborts, and before the next attempt. */
import { LONGEST_TIMER_MS } from '../options/checks.ts';

/** Resolves after `ms` milliseconds, at most 24 days. @throws the reason of the signal, when it aborts */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => {
    clearTimeout(timer);
    reject(signal.reason);
  };
  const timer = setTimeout(
    () => {
      signal.removeEventListener('abort', abort);
      resolve();
    },
    Math.min(ms, LONGEST_TIMER_MS),
  );
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return promise;
}

/** Returns the value; throws the signal's reason when it aborts first, also if what makes the value ignores the signal. */
export async function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return value;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([value, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The first wait and the longest one [milliseconds]. */
export interface DoublingWaits {
  firstMs: number;
  longestMs: number;
}

/** Returns the wait after a failure: twice as long each time. @param failures Number of failures one after the other, at least 1. */
export const backoffMs = (failures: number, { firstMs, longestMs }: DoublingWaits): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));
