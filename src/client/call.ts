/** A call of either backend: time limits for work and waiting, retries with back-off, and abort. */
import type { MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Usage } from '../contract/envelope.ts';
import { MarketplaceError, TransportError } from '../contract/errors.ts';
import type { CallOptions, ObservedResponse, ResponseListener } from '../contract/marketplace.ts';
import { callOptions } from '../options/call-options.ts';
import { DEFAULTS } from '../options/defaults.ts';
import type { RequestHeaders } from '../options/request-headers.ts';
import { randomId } from '../options/runtime.ts';
import type { Checked } from '../options/table.ts';
import { Deadline, timeoutError } from './deadline.ts';
import { addCause, addFacts } from './error-facts.ts';
import {
  type EventDetails,
  type EventType,
  isObserved,
  isObservedWithPage,
  type MarketplaceEvent,
  publish,
} from './events.ts';
import { internalErrorOf } from './network-failure.ts';
import type { CommonOptions } from './options.ts';
import { type RetryQuota, retryOf } from './retries.ts';
import { sleep } from './waits.ts';

/** How a marketplace makes its calls: its options, and what its calls share. */
export interface CallPolicy extends Checked<CommonOptions> {
  /** Limits the retries of all calls together. */
  quota: RetryQuota | undefined;
  closed: AbortSignal;
  /** Returns the usage of a call that was not charged, for errors without one. */
  usage?: (() => Promise<Usage>) | undefined;
}

/** One call. */
export class Call {
  readonly requestId = randomId();
  readonly endpoint: EndpointName;
  readonly marketplace: MarketplaceCode;
  readonly #policy: CallPolicy;
  readonly #onResponse: ResponseListener | undefined;
  readonly #startedAt = performance.now();
  /** The caller's key of the call, once its options are checked. Calls with the same key are charged once. */
  idempotencyKey: string | undefined;
  /** Further headers of its requests, once its options are checked. */
  headers: RequestHeaders = {};
  /** Calls with a higher number leave queues first. */
  priority = 0;
  #retries: number;
  /** Number of the attempt that runs, or was the last one. @default 0 before the first one */
  attempt = 0;
  #lastFailure: MarketplaceError | undefined;
  /** Set while the call runs, and afterwards. */
  #deadline: Deadline | undefined;
  /** Tokens of the quota that the last retry took. */
  #taken: number | undefined;

  constructor(endpoint: EndpointName, marketplace: MarketplaceCode, policy: CallPolicy, onResponse?: ResponseListener) {
    this.endpoint = endpoint;
    this.marketplace = marketplace;
    this.#policy = policy;
    this.#retries = policy.retries ?? DEFAULTS.retries;
    this.#onResponse = onResponse;
  }

  get elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  /** Time that the call waited for its turn [milliseconds]. `undefined` if it did not wait. */
  get queuedMs(): number | undefined {
    return Math.round(this.#deadline?.waitedMs ?? 0) || undefined;
  }

  /** Starts a wait for the call's turn, and publishes it. Returns a function that ends the wait. */
  wait(details: EventDetails['queue']): () => void {
    const end = this.#deadline?.wait();
    const endObserved = this.#onResponse?.onWait?.(details);
    this.emit('queue', details);
    return () => {
      end?.();
      endObserved?.();
    };
  }

  done(result: { found: boolean } | { error: unknown }): void {
    const { queuedMs } = this;
    this.emit('done', { ...result, ...(queuedMs === undefined ? {} : { queued_ms: queuedMs }) });
  }

  /** Whether events of the type have a listener. Most calls have none. */
  isHeard(type: EventType): boolean {
    return isObserved(type, this.#policy.onEvent);
  }

  /** Publishes an event. It is created only if it has a listener. */
  emit<Type extends EventType>(type: Type, details: EventDetails[Type]): void {
    if (!this.isHeard(type)) return;
    const { endpoint, marketplace, elapsedMs } = this;
    const base = { request_id: this.requestId, endpoint, marketplace, attempt: this.attempt, elapsed_ms: elapsedMs };
    publish({ type, ...base, ...details } as MarketplaceEvent, this.#policy.onEvent);
  }

  /** Whether a listener can receive the body of a response. */
  get isWatched(): boolean {
    const { onEvent } = this.#policy;
    if (this.#onResponse !== undefined) return true;
    return isObservedWithPage('gaps', onEvent) || isObservedWithPage('blocked', onEvent);
  }

  /** Passes a response to the listener of `withResponse`, if there is one. */
  received(response: () => ObservedResponse): void {
    this.#onResponse?.(response());
  }

  /** Makes attempts until one succeeds, none is left, or the call times out. @throws the caller's abort reason, or the error of the last attempt */
  async run<T>(attempt: (signal: AbortSignal) => Promise<T>, options?: CallOptions): Promise<T> {
    const { timeoutMs: workMs = DEFAULTS.timeoutMs, queueTimeoutMs: waitMs = DEFAULTS.queueTimeoutMs } = this.#policy;
    const { signal, timeoutMs = workMs, queueTimeoutMs = waitMs, ...own } = callOptions(options);
    this.idempotencyKey = own.idempotencyKey;
    this.headers = own.headers ?? this.headers;
    this.priority = own.priority ?? this.priority;
    this.#retries = own.retries ?? this.#retries;
    const { closed } = this.#policy;
    // Without `using`, which some browsers lack.
    const deadline = new Deadline(timeoutMs, signal === undefined ? [closed] : [closed, signal], queueTimeoutMs);
    this.#deadline = deadline;
    try {
      return await this.attempts(attempt, deadline);
    } catch (error) {
      const outcome = this.outcome(error, deadline, signal);
      if (outcome instanceof MarketplaceError)
        await addFacts(outcome, this.requestId, this.#policy.usage, deadline.signal.aborted);
      this.done({ error: outcome });
      throw outcome;
    } finally {
      deadline.release();
    }
  }

  private async attempts<T>(attempt: (signal: AbortSignal) => Promise<T>, deadline: Deadline): Promise<T> {
    const ended = deadline.signal;
    for (;;) {
      ended.throwIfAborted();
      this.attempt++;
      try {
        const result = await deadline.race(attempt(ended));
        this.#policy.quota?.refill(this.#taken);
        return result;
      } catch (error) {
        if (ended.aborted) throw error;
        const retry = retryOf(error, this.attempt, this.#retries, this.#policy.quota);
        this.#taken = retry.taken;
        this.#lastFailure = retry.error;
        this.emit('retry', { error: retry.error, delay_ms: retry.delayMs });
        await sleep(retry.delayMs, ended);
      }
    }
  }

  private outcome(error: unknown, deadline: Deadline, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted) return signal.reason;
    if (this.#policy.closed.aborted) {
      const when = this.attempt === 0 ? 'is closed. Create a new one.' : 'was closed while the call ran.';
      return new TransportError(`the marketplace ${when}`, { retryable: false, cause: error });
    }
    if (deadline.hasTimedOut) return timeoutError(deadline, { cause: this.#lastFailure ?? error });
    addCause(error, this.#lastFailure);
    return error instanceof MarketplaceError ? error : internalErrorOf(error);
  }
}
