/** A queue: limits how many tasks run at once, and decides which one is next. */
import { unlessAborted } from './waits.ts';

interface TaskOptions {
  /** Ends the wait or the run of the task with its reason, at once, also if the task ignores it. */
  signal?: AbortSignal | undefined;
  /** Tasks with a higher number are next. Those with the same number keep their order. @default 0 */
  priority?: number | undefined;
}

/** The tasks of one priority that wait. */
interface Line {
  /** Functions that begin the turn of a task, in order. */
  readonly waiting: Set<() => void>;
  /** Goes on where it was: a new iterator of a long set first passes everything that was removed from it. */
  readonly turns: Iterator<() => void>;
}

/** Runs tasks, and lets further ones wait for their turn. */
export class TaskQueue {
  readonly #lines = new Map<number, Line>();
  #concurrency: number;
  #running = 0;
  #waiting = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get running(): number {
    return this.#running;
  }

  get isFull(): boolean {
    return this.#running >= this.#concurrency;
  }

  set concurrency(concurrency: number) {
    this.#concurrency = concurrency;
    this.beginNext();
  }

  /** Runs a task when it is its turn. @throws the reason of the signal when it aborts; errors of the task unchanged */
  async run<T>(task: () => Promise<T>, { signal, priority = 0 }: TaskOptions = {}): Promise<T> {
    signal?.throwIfAborted();
    if (this.isFull) await this.turn(priority, signal);
    else this.#running++;
    try {
      // An abort between the begin of the turn and this line.
      signal?.throwIfAborted();
      return await unlessAborted(task(), signal);
    } finally {
      this.#running--;
      this.beginNext();
    }
  }

  /** Waits for a turn. An abort leaves the line in the same tick: it must not get a turn that nobody would end. */
  private turn(priority: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { waiting } = this.line(priority);
    const leave = () => {
      signal?.removeEventListener('abort', abort);
      waiting.delete(begin);
      if (waiting.size === 0) this.#lines.delete(priority);
      this.#waiting--;
    };
    const begin = () => {
      leave();
      this.#running++;
      resolve();
    };
    const abort = () => {
      leave();
      reject(signal?.reason);
    };
    waiting.add(begin);
    this.#waiting++;
    signal?.addEventListener('abort', abort);
    return promise;
  }

  private line(priority: number): Line {
    const known = this.#lines.get(priority);
    if (known !== undefined) return known;
    const waiting = new Set<() => void>();
    const line = { waiting, turns: waiting.values() };
    this.#lines.set(priority, line);
    return line;
  }

  private beginNext(): void {
    while (this.#waiting > 0 && !this.isFull) {
      const highest = [...this.#lines.keys()].reduce((most, priority) => Math.max(most, priority));
      this.#lines.get(highest)?.turns.next().value?.();
    }
  }
}
