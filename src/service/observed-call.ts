/** Attempts, retries and blocks of a call, from the events of its marketplace. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type MarketplaceEvent, subscribeToEvents } from '../client/events.ts';
import { BlockedError, MarketplaceError, RateLimitError } from '../contract/errors.ts';
import { shortened } from '../contract/shown.ts';
import { RECORD_LIMITS, type RetryRecord } from './request-record.ts';

const running = new AsyncLocalStorage<ObservedCall>();
let isSubscribed = false;

/**
 * Collects attempts, retries and blocks of one call. They come from the events of the marketplace, which reach every subscriber in the process; the
 * asynchronous context says which call an event belongs to. A marketplace without events has one attempt.
 */
export class ObservedCall {
  /** Number of attempts that were started. */
  attempts = 1;
  /** Number of attempts that the marketplace refused. */
  blocks = 0;
  /** The first retries. */
  readonly retries: RetryRecord[] = [];
  /** URL of the last attempt. */
  url: string | undefined;
  /** Time that the call waited for its turn in the marketplace [milliseconds]. */
  queuedMs = 0;

  /** Runs the call, and collects its events. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (!isSubscribed) subscribeToEvents((event) => running.getStore()?.add(event));
    isSubscribed = true;
    try {
      return await running.run(this, call);
    } catch (error) {
      if (isRefusal(error)) this.blocks++;
      throw error;
    }
  }

  /** Adds an event of the call. */
  add(event: MarketplaceEvent): void {
    this.attempts = Math.max(this.attempts, event.attempt);
    if (event.type === 'request') this.url = event.url;
    if (event.type === 'done') this.queuedMs = event.queued_ms ?? 0;
    if (event.type !== 'retry') return;
    const { error, delay_ms } = event;
    if (isRefusal(error)) this.blocks++;
    if (this.retries.length >= RECORD_LIMITS.retries) return;
    const code = error instanceof MarketplaceError ? error.code : 'INTERNAL';
    this.retries.push({ code: shortened(code, RECORD_LIMITS.text), delayMs: delay_ms });
  }
}

/** Returns whether the marketplace refused the attempt. A marketplace without events has only its error, so that events of the type `blocked` are not read. */
function isRefusal(error: unknown): boolean {
  return error instanceof BlockedError || error instanceof RateLimitError;
}
