/** A call of either backend: one timeout, retries with back-off, and abort. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { InternalError, MarketplaceError, TransportError } from '../contract/errors.ts';
import type { CallOptions, ObservedResponse } from '../contract/marketplace.ts';
import { Deadline } from './deadline.ts';
import {
  type EventDetails,
  type EventListener,
  type EventType,
  isObserved,
  type MarketplaceEvent,
  publish,
} from './events.ts';
import { assertTimeout } from './options.ts';

/** How a marketplace makes its calls. */
export interface CallPolicy {
  /** Timeout of a whole call [milliseconds]. */
  timeoutMs: number;
  /** Maximum number of retries. */
  retries: number;
  /** Returns the current time [milliseconds since the epoch]. */
  now: () => number;
  onEvent?: EventListener | undefined;
  /** Aborted when the marketplace is closed. */
  closed: AbortSignal;
}

/** One call. */
export class Call {
  readonly requestId = randomUUID();
  readonly startedAt: number;
  readonly endpoint: EndpointName;
  readonly marketplace: MarketplaceCode;
  readonly #policy: CallPolicy;
  readonly #onResponse: ((response: ObservedResponse) => void) | undefined;
  #attempt = 0;

  constructor(
    endpoint: EndpointName,
    marketplace: MarketplaceCode,
    policy: CallPolicy,
    onResponse?: (response: ObservedResponse) => void,
  ) {
    this.endpoint = endpoint;
    this.marketplace = marketplace;
    this.#policy = policy;
    this.#onResponse = onResponse;
    this.startedAt = policy.now();
  }

  get elapsedMs(): number {
    return Math.max(0, Math.round(this.#policy.now() - this.startedAt));
  }

  /** Publishes an event. */
  emit<Type extends EventType>(type: Type, details: EventDetails[Type]): void {
    // Most calls have no listener: create the event only if there is one.
    if (!isObserved(type, this.#policy.onEvent)) return;
    const { endpoint, marketplace, elapsedMs } = this;
    const base = { request_id: this.requestId, endpoint, marketplace, attempt: this.#attempt, elapsed_ms: elapsedMs };
    publish({ type, ...base, ...details } as MarketplaceEvent, this.#policy.onEvent);
  }

  /** Whether a listener can receive the body of a response. */
  get isWatched(): boolean {
    const { onEvent } = this.#policy;
    return this.#onResponse !== undefined || isObserved('gaps', onEvent) || isObserved('blocked', onEvent);
  }

  /** Passes a response to the listener of `withResponse`, if there is one. */
  received(response: () => ObservedResponse): void {
    this.#onResponse?.(response());
  }

  /**
   * Makes attempts until one succeeds, none is left, or the call times out.
   *
   * @throws the caller's abort reason, `TransportError` `TIMEOUT`, or the error of the last attempt with the request id
   */
  async run<T>(
    attempt: (signal: AbortSignal, number: number) => Promise<T>,
    { signal, timeoutMs = this.#policy.timeoutMs }: CallOptions = {},
  ): Promise<T> {
    assertTimeout(timeoutMs);
    const { closed } = this.#policy;
    using deadline = new Deadline(timeoutMs, signal === undefined ? [closed] : [closed, signal]);
    const ended = deadline.signal;
    try {
      for (;;) {
        ended.throwIfAborted();
        this.#attempt++;
        try {
          return await deadline.race(attempt(ended, this.#attempt));
        } catch (error) {
          if (ended.aborted) throw error;
          await this.pause(error, ended);
        }
      }
    } catch (error) {
      const outcome = this.outcome(error, deadline, timeoutMs, signal);
      this.emit('done', { error: outcome });
      throw outcome;
    }
  }

  /** Waits before the next attempt. Throws the error if there is none. */
  private async pause(error: unknown, ended: AbortSignal): Promise<void> {
    if (!(error instanceof MarketplaceError) || !error.retryable || this.#attempt > this.#policy.retries) throw error;
    const delayMs = delayBefore(this.#attempt, error.retryAfterMs);
    this.emit('retry', { error, delay_ms: delayMs });
    await sleep(delayMs, undefined, { signal: ended });
  }

  private outcome(error: unknown, deadline: Deadline, timeoutMs: number, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted) return signal.reason;
    if (this.#policy.closed.aborted) {
      const when = this.#attempt === 0 ? 'is closed. Create a new one.' : 'was closed while the call ran';
      return new TransportError(`the marketplace ${when}`, {
        requestId: this.requestId,
        retryable: false,
        cause: error,
      });
    }
    if (deadline.hasTimedOut) {
      return new TransportError(`timed out after ${timeoutMs} ms (timeoutMs)`, {
        code: 'TIMEOUT',
        requestId: this.requestId,
        cause: error,
      });
    }
    if (!(error instanceof MarketplaceError)) {
      const message = error instanceof Error ? error.message : String(error);
      return new InternalError(message, { requestId: this.requestId, retryable: false, cause: error });
    }
    if (error.requestId === undefined) {
      Object.defineProperty(error, 'requestId', { value: this.requestId, enumerable: true, configurable: true });
    }
    return error;
  }
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/** Returns the delay before the next attempt [milliseconds]: exponential back-off with full jitter, or what the response asked for, up to 30 s. */
export function delayBefore(
  failedAttempts: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, LONGEST_DELAY_MS);
  return Math.round(random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failedAttempts - 1)));
}
