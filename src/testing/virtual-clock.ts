/** The time of the fixtures, and a clock that a test moves. */
import { invalidSetting } from '../options/checks.ts';
import { shownValue } from '../options/secrets.ts';
import { type TimedEvent, Timeline } from './timeline.ts';

/** Time of the fixtures, in milliseconds since the epoch. Their relative dates are counted from it, on any day. */
export const FIXTURE_TIME: number = Date.parse('2026-11-20T12:00:00Z');

/** Returns a clock that starts at the time of the fixtures, and runs. */
export function fixtureClock(): () => number {
  const startedAt = performance.now();
  return () => FIXTURE_TIME + Math.round(performance.now() - startedAt);
}

/** The function of Node itself: test runners can replace the global one. */
const nodeImmediate = setImmediate;

/** A clock that stands still until a test advances it. Its functions need no `this`. */
export interface VirtualClock {
  /** Returns the time [milliseconds since the epoch], for the option `now`. */
  readonly now: () => number;
  /** Resolves when the clock has advanced by `ms` milliseconds. @throws the reason of the signal, when it aborts */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Advances the clock, and runs all that is due, in order. Resolves when that has happened. */
  readonly advance: (ms: number) => Promise<void>;
  /** Advances the clock to a time: a date, an ISO string, or milliseconds since the epoch. */
  readonly advanceTo: (time: number | string | Date) => Promise<void>;
  /** Advances the clock from timer to timer until the promise settles, and returns its value. */
  readonly runUntil: <T>(promise: Promise<T>) => Promise<T>;
  /** Number of timers that wait. */
  readonly waiting: number;
}

/**
 * Returns a clock for tests. It moves only when the test says so: a month passes as fast as what happens in it.
 *
 * @param start Its time: a date, an ISO string, or milliseconds since the epoch. @default FIXTURE_TIME
 * @throws BadRequestError `INVALID_CONFIGURATION` for a time that is not valid
 * @example
 * const clock = virtualClock('2026-11-20T12:00:00Z');
 * const monitor = watch({ now: clock.now, sleep: clock.sleep });
 * await clock.advance(3_600_000);
 */
export function virtualClock(start: number | string | Date = FIXTURE_TIME): VirtualClock {
  const timers = new Timeline();
  let time = timeOf('start', start);

  const run = async (timer: TimedEvent) => {
    timers.remove(timer);
    time = Math.max(time, timer.at);
    timer.run(time);
    await others();
  };
  const advanceTo = async (to: number) => {
    // Functions that were called before the advance set their timers first.
    await others();
    for (let timer = timers.next(to); timer !== undefined; timer = timers.next(to)) await run(timer);
    time = Math.max(time, to);
  };

  return {
    now: () => time,
    sleep: (ms, signal) => sleepOn(timers, time + durationOf(ms), signal),
    advance: async (ms) => advanceTo(time + durationOf(ms)),
    advanceTo: async (given) => {
      const to = timeOf('time', given);
      if (to >= time) return advanceTo(to);
      throw invalidSetting(
        'time',
        undefined,
        `${new Date(to).toISOString()} is in the past: the clock cannot go back.`,
      );
    },
    runUntil: async (promise) => {
      let isSettled = false;
      const settle = () => {
        isSettled = true;
      };
      promise.then(settle, settle);
      for (await others(); !isSettled; await others()) {
        const timer = timers.next(Number.POSITIVE_INFINITY);
        if (timer !== undefined) await run(timer);
      }
      return promise;
    },
    get waiting() {
      return timers.size;
    },
  };
}

/** Lets everything run that does not wait for a timer or for input. */
function others(): Promise<void> {
  return new Promise((resolve) => void nodeImmediate(resolve));
}

function sleepOn(timers: Timeline, at: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => {
    timers.remove(timer);
    reject(signal?.reason);
  };
  const run = () => {
    signal?.removeEventListener('abort', abort);
    resolve();
  };
  const timer = { at, run };
  timers.add(timer);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return promise;
}

function timeOf(name: string, given: number | string | Date): number {
  const time = new Date(given).getTime();
  if (!Number.isNaN(time)) return time;
  throw invalidSetting(
    name,
    undefined,
    `${shownValue(given)} is not a time: expected a date, an ISO string or milliseconds.`,
  );
}

function durationOf(ms: number): number {
  if (typeof ms === 'number' && ms >= 0 && Number.isFinite(ms)) return ms;
  throw invalidSetting('ms', undefined, `${shownValue(ms)} is not valid: expected 0 or more milliseconds.`);
}
