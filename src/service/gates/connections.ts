/** The gate of the connections and credits of a key: reserves a credit, and charges or frees it. */
import { Deadline } from '../../client/deadline.ts';
import type { Usage } from '../../contract/envelope.ts';
import { UnavailableError } from '../../contract/errors.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { Leases, type OpenLease } from '../../ledger/leases.ts';
import { type Call, type CallGate, type CallResult, failed, type SentResponse } from '../calls.ts';
import { type CallFacts, metaOf, timingOf, waitOf } from '../facts.ts';
import { failureOfRefusal } from '../failure.ts';
import type { ServiceSettings } from '../options.ts';
import { assertSameCall } from './repeats.ts';

const LOCKED = 'the store was locked until the call timed out (timeoutMs): the call is not charged.';

/** Limits the calls at once of a key to the connections of its packs, and charges the successful ones. */
export function connections({ store, idempotencyMs, timeoutMs }: ServiceSettings): CallGate {
  const leases = new Leases(store.ledger);

  /** Charges a call and returns its response. It is charged before it is sent: if the process is killed in between, no response was free. */
  async function charge(call: Call, lease: OpenLease, envelope: AnyEnvelope, facts: CallFacts, signal: AbortSignal) {
    const { keyId, once, request } = call;
    const { found } = envelope;
    const bodyFor = (usage: Usage) => JSON.stringify({ ...envelope, meta: metaOf(request, facts, usage) });
    if (once === undefined) {
      const usage = await lease.commit({ signal });
      return { usage, response: { requestId: request.id, found, body: bodyFor(usage) } satisfies SentResponse };
    }
    const unsent = { ...once, keyId, requestId: request.id, found, keepMs: idempotencyMs, bodyFor };
    const response = await lease.settle((reservation) => store.commitResponse(reservation, unsent, { signal }));
    if (response.requestId === request.id) return { usage: response.usage, response };
    // Another process that shares the store made the same call at the same time.
    const usage = await lease.release();
    assertSameCall(once.fingerprint, response.fingerprint);
    return { usage, response };
  }

  return async (call, next): Promise<CallResult> => {
    const lease = await leases.reserve(call.keyId, call.signal);
    const result = await next(call);
    const { envelope, call: facts = call.facts } = result;
    if (envelope === undefined) return { ...result, usage: await lease.release() };
    // A wait for a locked store is part of the call's work.
    using deadline = new Deadline(Math.max(1, timeoutMs - timingOf(call.request) + waitOf(facts)), []);
    try {
      return { call: facts, ...(await charge(call, lease, envelope, facts, deadline.signal)) };
    } catch (cause) {
      const error = deadline.hasTimedOut ? new UnavailableError(LOCKED, { cause }) : cause;
      return { ...failed(call.signal, error, failureOfRefusal), call: facts };
    }
  };
}
