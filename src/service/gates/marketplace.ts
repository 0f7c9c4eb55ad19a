/** The last gate of the service: the call of the marketplace, which has further ones, its connections and the pace of its sites. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Deadline, timeoutError } from '../../client/deadline.ts';
import { type MarketplaceEvent, subscribeToEvents } from '../../client/events.ts';
import { BlockedError, MarketplaceError, RateLimitError } from '../../contract/errors.ts';
import { fieldsOf, withFields } from '../../contract/fields.ts';
import type { AnyEnvelope, EndpointMethods } from '../../contract/marketplace.ts';
import { readExtensions } from '../../contract/schemas/envelope.ts';
import { shortened } from '../../contract/shown.ts';
import { LONGEST_TIMER_MS } from '../../options/checks.ts';
import { type CallGate, failed } from '../calls.ts';
import { failureOfCall } from '../failure.ts';
import type { ServiceSettings } from '../options.ts';
import { RECORD_LIMITS, type RetryRecord } from '../request-record.ts';

/** The marketplace's own limits end a call first, so that its error reaches the caller. */
const GRACE_MS = 1_000;

/** Calls the marketplace, and limits the time of the call (`timeoutMs`, and the rest of `queueTimeoutMs`). */
export function marketplace({ marketplace: given, timeoutMs, queueTimeoutMs }: ServiceSettings): CallGate {
  const endpoints: EndpointMethods = given;
  return async ({ endpoint, params, signal, facts }) => {
    const queueMs = Math.max(1, queueTimeoutMs - facts.queuedMs);
    const method = endpoints[endpoint] as (params: object, options: object) => Promise<AnyEnvelope>;
    const observed = new ObservedCall();
    using deadline = new Deadline(Math.min(queueMs + timeoutMs + GRACE_MS, LONGEST_TIMER_MS), [signal]);
    const options = { signal: deadline.signal, timeoutMs, queueTimeoutMs: queueMs };
    try {
      // A marketplace of the user's own can ignore `fields`.
      const envelope = withFields(
        await deadline.race(observed.run(() => method.call(given, params, options))),
        fieldsOf(params),
      );
      const { marketplace, language, request_id: upstreamRequestId } = envelope.meta;
      const extensions = readExtensions(envelope.meta);
      return { envelope, call: { ...facts, marketplace, language, upstreamRequestId, extensions, observed } };
    } catch (cause) {
      const error = deadline.hasTimedOut
        ? timeoutError({ hasWaitedTooLong: false, workedMs: timeoutMs, waitedMs: facts.queuedMs }, { cause })
        : cause;
      const upstreamRequestId = error instanceof MarketplaceError ? error.requestId : undefined;
      return { ...failed(signal, error, failureOfCall), call: { ...facts, upstreamRequestId, observed } };
    }
  };
}

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
