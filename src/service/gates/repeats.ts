/** The gate of repeated requests: with the idempotency key of an earlier one, a request gets its response and is not charged again. */
import { unlessAborted } from '../../client/waits.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { type Call, type CallGate, type CallResult, failed, IDEMPOTENCY_KEY, type Pass } from '../calls.ts';
import { failureOfRefusal } from '../failure.ts';
import type { ServiceSettings } from '../options.ts';

/** Throws if a key was used for another call. @throws BadRequestError with status 422 */
export function assertSameCall(fingerprint: string, first: string): void {
  if (fingerprint === first) return;
  throw new BadRequestError(
    `${IDEMPOTENCY_KEY}: was used for a call with other parameters: expected a new key for each call. Repeat a key only to retry the same call.`,
    { parameter: IDEMPOTENCY_KEY, status: 422 },
  );
}

/**
 * Joins calls that repeat each other: those that run in this process, and those whose response is stored. A call whose caller disconnects makes way for the
 * next one. A key that was used for another call is a BadRequestError with status 422.
 */
export function repeats({ store }: ServiceSettings): CallGate {
  const running = new Map<string, { fingerprint: string; result: Promise<CallResult> }>();

  async function findOrMake(call: Call, once: NonNullable<Call['once']>, next: Pass) {
    const response = await store.findResponse(call.keyId, once.idempotencyKey);
    if (response === undefined)
      return next(call).catch((error: unknown) => failed(call.signal, error, failureOfRefusal));
    assertSameCall(once.fingerprint, response.fingerprint);
    return { response };
  }

  return async (call, next) => {
    const { keyId, once, signal } = call;
    if (once === undefined) return next(call);
    const id = `${keyId} ${once.idempotencyKey}`;
    for (let first = running.get(id); first !== undefined; first = running.get(id)) {
      assertSameCall(once.fingerprint, first.fingerprint);
      const { response, failure } = await unlessAborted(first.result, signal);
      if (failure?.code !== 'CALLER_LEFT') return { response, failure };
    }
    // Nothing is awaited before the next line, so that a request that arrives now finds this one.
    const result = findOrMake(call, once, next);
    running.set(id, { fingerprint: once.fingerprint, result });
    try {
      return await result;
    } finally {
      running.delete(id);
    }
  };
}
