/** Delivers the results of jobs, for as long as the jobs are this worker's. */
import { retryDelay } from '../client/retries.ts';
import { sleep, unlessAborted } from '../client/waits.ts';
import { InternalError, MarketplaceError } from '../contract/errors.ts';
import type { JobKeys } from './job-keys.ts';
import { type JobLock, type JobResult, locks, StopReason } from './result-types.ts';
import type { WorkerSettings } from './worker-options.ts';

/** The delays between two deliveries [milliseconds]. */
const DELAYS = { retryDelayMs: 1_000, maxRetryDelayMs: 30_000 };

/** The lock of a job that this worker runs. */
export class HeldLock {
  readonly #keys: Pick<JobKeys, 'owner'>;
  readonly #lock: JobLock;
  readonly #lockMs: number;
  /** When the worker surely had the lock, of `performance.now()`. */
  #heldAt: number;

  /** @param takenAt When the worker asked for the job [milliseconds since the epoch]: the lock is as old. */
  constructor(keys: Pick<JobKeys, 'owner'>, lock: JobLock, lockMs: number, takenAt: number) {
    this.#keys = keys;
    this.#lock = lock;
    this.#lockMs = lockMs;
    this.#heldAt = performance.now() - Math.max(0, Date.now() - takenAt);
  }

  /** Takes note that the lock was renewed. */
  renewed(): void {
    this.#heldAt = performance.now();
  }

  /**
   * Delivers a result, again and again if that fails.
   *
   * @param onFailure Called with a failure, and the time until the next attempt [milliseconds].
   * @throws InternalError `DELIVERY_FAILED` after the last attempt, or at once for an error of the sink that is not retryable; the signal's reason; StopReason
   *   if another worker has the job, or can take it
   */
  async deliver(
    result: JobResult,
    { results, deliveryAttempts }: Pick<WorkerSettings, 'results' | 'deliveryAttempts'>,
    signal: AbortSignal,
    onFailure: (error: unknown, delayMs: number) => void,
  ): Promise<void> {
    locks.set(result, this.#lock);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#check(signal);
        return await unlessAborted(results.deliver(result, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof StopReason) throw error;
        const isFinal = error instanceof MarketplaceError && !error.retryable;
        if (isFinal || attempt >= deliveryAttempts) throw deliveryFailed(error);
        const delayMs = retryDelay(error, attempt, DELAYS);
        onFailure(error, delayMs);
        await sleep(delayMs, signal);
      }
    }
  }

  /** Asks Redis for the lock, unless it is young. */
  async #check(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (performance.now() - this.#heldAt < this.#lockMs / 2) return;
    const { key, token } = this.#lock;
    if ((await unlessAborted(this.#keys.owner(key), signal)) !== token) throw new StopReason('lost');
  }
}

/** Whether a result could not be delivered. */
export function isDeliveryFailure(error: unknown): boolean {
  return error instanceof MarketplaceError && error.code === 'DELIVERY_FAILED';
}

function deliveryFailed(cause: unknown): InternalError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new InternalError(`results: the result could not be delivered: ${message}`, {
    code: 'DELIVERY_FAILED',
    cause,
  });
}
