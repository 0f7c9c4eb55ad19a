/** Waits that another process can end. */
import { sleep } from '../../call/sleep.ts';
import type { PaceStore } from './pace-store.ts';

/** The next wake of a place. */
export interface Wake {
  /** Resolves when the place is woken, or after `ms` milliseconds. @throws the reason of the signal, when it aborts */
  within(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the listening. */
  cancel(): void;
}

/** The wakes that a process receives, by host or marketplace. */
export class Wakes {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #stop: () => void;

  constructor(shared: PaceStore) {
    this.#stop = shared.onWake((place) => {
      for (const wake of this.#waiting.get(place) ?? []) wake();
    });
  }

  /** Listens for a wake. Call it before asking: a wake that comes before the reply counts. */
  next(place: string): Wake {
    const woken = new AbortController();
    const wake = () => woken.abort();
    const listeners = this.#waiting.get(place) ?? new Set();
    this.#waiting.set(place, listeners.add(wake));
    const cancel = () => {
      listeners.delete(wake);
      if (listeners.size === 0) this.#waiting.delete(place);
    };
    return {
      cancel,
      async within(ms, signal) {
        try {
          await sleep(ms, AbortSignal.any([woken.signal, signal]));
        } catch (error) {
          signal.throwIfAborted();
          if (!woken.signal.aborted) throw error;
        } finally {
          cancel();
        }
      },
    };
  }

  close(): void {
    this.#stop();
  }
}
