import { expect, vi } from 'vitest';

/** Lets the time of fake timers pass until a promise settles. */
export async function passing<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let steps = 0; !isSettled && steps < 10_000; steps++) await vi.advanceTimersByTimeAsync(100);
  expect(isSettled, 'settles within 1000 s').toBe(true);
  return promise;
}
