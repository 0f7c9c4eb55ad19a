/** Waits with the global timer, which fake clocks of tests replace. `node:timers/promises` is not replaced. */

/** Longest delay of a timer. A longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

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
    Math.min(ms, LONGEST_MS),
  );
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return promise;
}
