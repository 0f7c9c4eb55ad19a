/** The wait for credits that running calls hold. */
import { RateLimitError } from '../contract/errors.ts';
import type { Call } from './call.ts';
import { TaskQueue } from './task-queue.ts';
import { sleep } from './waits.ts';

/** Milliseconds between two tries: the running calls can be those of other processes. */
const RETRY_MS = 200;

/** Reserves credits. `undefined` while running calls hold them. */
async function ifFree<T>(reserve: () => Promise<T>): Promise<T | undefined> {
  try {
    return await reserve();
  } catch (error) {
    if (error instanceof RateLimitError) return undefined;
    throw error;
  }
}

/** Calls that wait for credits, in order. Only the first one asks the ledger. */
export class CreditQueue {
  readonly #queue = new TaskQueue(1);

  /** Reserves what a call needs. It waits while the ledger says that running calls hold it. @throws QuotaExceededError */
  async reserve<T>(call: Pick<Call, 'wait' | 'priority'>, signal: AbortSignal, reserve: () => Promise<T>): Promise<T> {
    const free = this.#queue.isFull ? undefined : await ifFree(reserve);
    if (free !== undefined) return free;
    const endWait = call.wait({ reason: 'credits', position: this.#queue.running + this.#queue.waiting + 1 });
    try {
      // Without the signal: it would end the turn of a call that has just reserved a credit, which nobody would free then.
      return await this.#queue.run(() => this.retry(reserve, signal), { priority: call.priority });
    } finally {
      endWait();
    }
  }

  private async retry<T>(reserve: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      const free = await ifFree(reserve);
      if (free !== undefined) return free;
      await sleep(RETRY_MS, signal);
    }
  }
}
