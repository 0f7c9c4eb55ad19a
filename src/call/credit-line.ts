/** The calls of a process that wait for credits or connections that running calls hold. */
import { RateLimitError } from '../contract/errors.ts';
import type { Call } from './call.ts';
import { sleep } from './sleep.ts';
import { TaskQueue } from './task-queue.ts';

/** Milliseconds between two tries: the running calls can be those of other processes. */
const RETRY_MS = 200;

/** Lets calls wait in order. Only the first one asks the ledger. */
export class CreditLine {
  readonly #queue = new TaskQueue(1);

  /**
   * Reserves what a call needs. It waits while the ledger says that running calls hold it.
   *
   * @throws QuotaExceededError if the credits are used up
   */
  async reserve<T>(call: Pick<Call, 'wait' | 'priority'>, signal: AbortSignal, reserve: () => Promise<T>): Promise<T> {
    if (!this.#queue.isFull) {
      try {
        return await reserve();
      } catch (error) {
        if (!(error instanceof RateLimitError)) throw error;
      }
    }
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
      try {
        return await reserve();
      } catch (error) {
        if (!(error instanceof RateLimitError)) throw error;
      }
      await sleep(RETRY_MS, signal);
    }
  }
}
