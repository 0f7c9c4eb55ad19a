/** Delivers results to the sink of a worker. */

import { retryDelay } from '../client/retries.ts';
import { sleep, unlessAborted } from '../client/waits.ts';
import { InternalError, MarketplaceError } from '../contract/errors.ts';
import type { JobResult, ResultSink } from './result-types.ts';

/** The delays between two deliveries [milliseconds]. */
const DELAYS = { retryDelayMs: 1_000, maxRetryDelayMs: 30_000 };

/** How a result is delivered. */
export interface DeliveryOptions {
  deliveryAttempts: number;
  signal: AbortSignal;
  /** Called before each wait. */
  onFailure: (error: unknown, delayMs: number) => void;
}

/**
 * Delivers a result, again and again if that fails.
 *
 * @throws InternalError `DELIVERY_FAILED` after the last attempt, or at once for an error of the sink that is not retryable; the signal's reason
 */
export async function deliver(sink: ResultSink, result: JobResult, options: DeliveryOptions): Promise<void> {
  const { deliveryAttempts, signal, onFailure } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      signal.throwIfAborted();
      return await unlessAborted(sink.deliver(result, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      const isFinal = error instanceof MarketplaceError && !error.retryable;
      if (isFinal || attempt >= deliveryAttempts) throw deliveryFailed(error);
      const delayMs = retryDelay(error, attempt, DELAYS);
      onFailure(error, delayMs);
      await sleep(delayMs, signal);
    }
  }
}

function deliveryFailed(cause: unknown): InternalError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new InternalError(`results: the result could not be delivered: ${message}`, {
    code: 'DELIVERY_FAILED',
    cause,
  });
}
