/** Calls that wait for a file that another process has locked. Only the first one tries, so that the event loop is not blocked by many. */
import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait. */
export interface WaitOptions {
  /** Milliseconds. @default 1_000 */
  waitMs?: number | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

interface Waiter {
  /** Returns whether the work is done, or has failed for another reason than the lock. */
  attempt: () => boolean;
}

const WAIT_MS = 1_000;
const LONGEST_PAUSE_MS = 40;
/** Time that waiting work may take at once when the lock ends [milliseconds]. */
const LONGEST_TURN_MS = 10;

/** The calls that wait for one kind of lock, in order. */
export class LockLine {
  readonly #isLocked: (error: unknown) => boolean;
  readonly #waiting = new Set<Waiter>();
  #isTrying = false;

  constructor(isLocked: (error: unknown) => boolean) {
    this.#isLocked = isLocked;
  }

  /**
   * Runs `work`, which must be atomic. While the file is locked, it is run again.
   *
   * @param giveUp Returns the error for a lock that lasts longer than `waitMs`.
   * @throws the signal's reason if it aborts
   */
  async run<T>(
    work: () => T,
    { waitMs = WAIT_MS, signal }: WaitOptions,
    giveUp: (waitedMs: number, error: unknown) => unknown,
  ): Promise<T> {
    signal?.throwIfAborted();
    let locked: unknown;
    if (this.#waiting.size === 0) {
      try {
        return work();
      } catch (error) {
        if (!this.#isLocked(error)) throw error;
        locked = error;
      }
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const attempt = () => {
      try {
        resolve(work());
      } catch (error) {
        if (this.#isLocked(error)) {
          locked = error;
          return false;
        }
        reject(error);
      }
      return true;
    };
    const waiter: Waiter = { attempt };
    const abort = () => reject(signal?.reason);
    const timer = setTimeout(() => reject(giveUp(waitMs, locked)), waitMs);
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.add(waiter);
    this.tryInTurn();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.#waiting.delete(waiter);
    }
  }

  private async tryInTurn(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    while (this.#waiting.size > 0) {
      // A random pause, so that processes that wait for the same file do not try at the same times.
      await sleep(1 + Math.random() * LONGEST_PAUSE_MS);
      const startedAt = performance.now();
      for (const waiter of this.#waiting) {
        if (!waiter.attempt()) break;
        this.#waiting.delete(waiter);
        if (performance.now() - startedAt > LONGEST_TURN_MS) break;
      }
    }
    this.#isTrying = false;
  }
}
