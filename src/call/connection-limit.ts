/** Limits how many attempts of a marketplace run at once. Further attempts wait for their turn, in order. */
import PQueue from 'p-queue';
import type { Call } from './call.ts';

/** The queue of a marketplace. */
export class ConnectionLimit {
  readonly #queue: PQueue;

  /** @param connections How many attempts may run at once. */
  constructor(connections: number) {
    this.#queue = new PQueue({ concurrency: connections });
  }

  set connections(connections: number) {
    this.#queue.concurrency = connections;
  }

  /** Runs an attempt when it is its turn. An abort ends the wait. */
  async run<T>(call: Pick<Call, 'wait' | 'priority'>, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    const { pending, concurrency, size } = this.#queue;
    const endWait = pending < concurrency ? undefined : call.wait({ reason: 'connections', position: size + 1 });
    return this.#queue.add(
      () => {
        endWait?.();
        return attempt();
      },
      { signal, priority: call.priority },
    );
  }
}
