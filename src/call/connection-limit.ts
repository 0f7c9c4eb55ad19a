/** Limits how many attempts of a marketplace run at once. Further attempts wait for their turn, in order. */
import type { Call } from './call.ts';
import { TaskQueue } from './task-queue.ts';

/** The queue of a marketplace. */
export class ConnectionLimit {
  readonly #queue: TaskQueue;

  /** @param connections How many attempts may run at once. */
  constructor(connections: number) {
    this.#queue = new TaskQueue(connections);
  }

  set connections(connections: number) {
    this.#queue.concurrency = connections;
  }

  /** Runs an attempt when it is its turn. An abort ends the wait. */
  async run<T>(call: Pick<Call, 'wait' | 'priority'>, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    const { isFull, waiting } = this.#queue;
    const endWait = isFull ? call.wait({ reason: 'connections', position: waiting + 1 }) : undefined;
    return this.#queue.run(
      () => {
        endWait?.();
        return attempt();
      },
      { signal, priority: call.priority },
    );
  }
}
