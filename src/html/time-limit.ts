/**
 * The time limit of reading a page. Reading is synchronous: no timer can stop it. Each loop over parts of a page counts its steps here, and every few
 * steps the clock is read. Beyond the limit, the next step throws. The steps have a limit too: it ends work that grows with the square of a page at the
 * same place on each machine.
 */
import { PageLimit } from './limits.ts';

/** Steps between two looks at the clock: between ten microseconds and a millisecond of work. */
const STEPS_PER_LOOK = 1_000;

/** The limit of the page that is being read: one at a time, because reading is synchronous. */
let current: TimeLimit | undefined;
/** Steps until the next look at the clock. Negative after the limit, so that each further step throws. */
let steps = STEPS_PER_LOOK;

/**
 * Counts steps of work.
 *
 * @param count Steps: about one for each node that is visited
 * @throws the error of the limit if the page is being read longer
 */
export function step(count = 1): void {
  steps -= count;
  if (steps < 0) look();
}

function look(): void {
  current?.check(STEPS_PER_LOOK - steps);
  steps = STEPS_PER_LOOK;
}

/** Time that reading a page may take. The time runs from the creation. */
export class TimeLimit {
  readonly #error: () => Error;
  readonly #now: () => number;
  readonly #end: number;
  readonly #mostSteps: number;
  #steps = 0;

  /**
   * @param ms The limit [milliseconds]
   * @param error Returns the error to throw
   * @param mostSteps Steps that reading may take
   * @param now A clock that never goes back [milliseconds]
   */
  constructor(ms: number, error: () => Error, mostSteps = Infinity, now: () => number = () => performance.now()) {
    this.#error = error;
    this.#mostSteps = mostSteps;
    this.#now = now;
    this.#end = now() + ms;
  }

  /**
   * Throws if there were too many steps, or if the time is over.
   *
   * @param steps Steps since the last check
   */
  check(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#mostSteps) throw new PageLimit('steps of reading', this.#mostSteps);
    if (this.#now() >= this.#end) throw this.#error();
  }

  /** Returns the result of `read`, in which every {@link step} checks this limit. */
  run<T>(read: () => T): T {
    const outer = current;
    current = this;
    steps = STEPS_PER_LOOK;
    try {
      const result = read();
      // A reader that catches errors of malformed parts can have caught this one too.
      step(0);
      return result;
    } finally {
      current = outer;
      steps = STEPS_PER_LOOK;
    }
  }
}
