/** Counts events per key, in windows of one minute. */

/** Length of a window [milliseconds]. */
const WINDOW_MS = 60_000;

/** Number of keys that are counted at a time. The oldest window is dropped first, so that many addresses need no more memory. */
export const MOST_WINDOWS = 10_000;

interface Window {
  count: number;
  /** Time of `performance.now()`, which is never set back. */
  endsAt: number;
}

/** The result of counting an event. */
export interface Counted {
  /** Number of events of the window beyond the limit. */
  excess: number;
  /** Milliseconds until the window ends. */
  endsInMs: number;
}

/** Counts events per key. */
export class RateWindows {
  readonly #limit: number;
  readonly #windows = new Map<string, Window>();

  /** @param limit Number of events per window. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of windows in memory. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts an event. */
  add(key: string): Counted {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (window === undefined || now >= window.endsAt) {
      window = { count: 0, endsAt: now + WINDOW_MS };
      setNewest(this.#windows, key, window, MOST_WINDOWS);
    }
    window.count++;
    return { excess: Math.max(0, window.count - this.#limit), endsInMs: window.endsAt - now };
  }
}

/** Sets a key as the newest one of a map, whose first key is the oldest. The oldest is dropped if there are too many, so that many callers need no more memory. */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
