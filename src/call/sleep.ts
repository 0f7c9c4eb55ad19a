/** Waits with the global timer, which fake clocks of tests replace. `node:timers/promises` is not replaced. */
import { LONGEST_TIMER_MS } from '../settings/checks.ts';

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
