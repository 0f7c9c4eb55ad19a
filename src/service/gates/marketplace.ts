/** The last gate of the service: the call of the marketplace, which has further ones, its connections and the pace of its sites. */
import { Deadline, timeoutError } from '../../client/deadline.ts';
import { MarketplaceError } from '../../contract/errors.ts';
import { fieldsOf, withFields } from '../../contract/fields.ts';
import type { AnyEnvelope, EndpointMethods } from '../../contract/marketplace.ts';
import { readExtensions } from '../../contract/schemas/envelope.ts';
import { LONGEST_TIMER_MS } from '../../options/checks.ts';
import { type CallGate, failed } from '../calls.ts';
import { failureOfCall } from '../failure.ts';
import { ObservedCall } from '../observed-call.ts';
import type { ServiceSettings } from '../options.ts';

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
