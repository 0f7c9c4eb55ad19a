/** The time and the waits of a watch. */
import { sleep } from '../../client/waits.ts';
import type { HoldClock } from '../../deliver/hold.ts';
import { LONGEST_TIMER_MS } from '../../options/checks.ts';

/** The time and the waits of a watch. */
export interface WatchClock extends HoldClock {
  /** Lets timers and signals of the process have their turn. Absent for clocks of tests, which would move on meanwhile. */
  readonly turn?: (() => Promise<void>) | undefined;
}

/** The clock of the machine. */
export const MACHINE_CLOCK: WatchClock = {
  now: () => Date.now(),
  sleep,
  turn: () => new Promise((resolve) => void setImmediate(resolve)),
};

/** Why a wait ends: an error of its own would be made for each. */
const RUNG = 'rung';

/** Wakes a loop that waits. */
export class Alarm {
  readonly #clock: WatchClock;
  #isRinging = false;
  #waiting: AbortController | undefined;

  constructor(clock: WatchClock) {
    this.#clock = clock;
  }

  /** Ends the wait; the next one, if none runs. */
  ring(): void {
    this.#isRinging = true;
    this.#waiting?.abort(RUNG);
  }

  /** Waits until it rings, or until a time has passed [milliseconds]. @throws the reason of the signal, when it aborts */
  async wait(signal: AbortSignal, ms: number = LONGEST_TIMER_MS): Promise<void> {
    signal.throwIfAborted();
    const waiting = new AbortController();
    const stop = () => waiting.abort(RUNG);
    if (!this.#isRinging && ms > 0) {
      this.#waiting = waiting;
      signal.addEventListener('abort', stop, { once: true });
      try {
        await this.#clock.sleep(Math.min(ms, LONGEST_TIMER_MS), waiting.signal);
      } catch (error) {
        if (!waiting.signal.aborted) throw error;
      } finally {
        signal.removeEventListener('abort', stop);
        this.#waiting = undefined;
      }
    }
    this.#isRinging = false;
    signal.throwIfAborted();
  }
}
