/** Requests with an idempotency key: a repeated request gets the response of the first one, and is not charged again. */

import { createHash } from 'node:crypto';
import { unlessAborted } from '../client/waits.ts';
import { callIdentity } from '../contract/call-identity.ts';
import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
import { IDEMPOTENCY_KEY_FORM, isIdempotencyKey } from '../options/call-options.ts';
import type { Result } from './result.ts';
import type { ServiceStore } from './store.ts';

/** Name of the request header. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Name of the header of a repeated response. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

/** Returns the idempotency key of a request, or `undefined` if it has none. @throws BadRequestError for an invalid one */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || isIdempotencyKey(header)) return header;
  throw new BadRequestError(`${IDEMPOTENCY_KEY}: ${shown(header)} is not valid: expected ${IDEMPOTENCY_KEY_FORM}.`, {
    parameter: IDEMPOTENCY_KEY,
  });
}

/** Returns a hash of a call, to detect other parameters under the same key. */
export function fingerprintOf(endpoint: string, params: object): string {
  return createHash('sha256').update(callIdentity(endpoint, params)).digest('hex');
}

/** Throws if a key was used for another call. @throws BadRequestError with status 422 */
export function assertSameCall(fingerprint: string, first: string): void {
  if (fingerprint === first) return;
  throw new BadRequestError(
    `${IDEMPOTENCY_KEY}: was used for a call with other parameters: expected a new key for each call. Repeat a key only to retry the same call.`,
    { parameter: IDEMPOTENCY_KEY, status: 422 },
  );
}

/** A call with an idempotency key. */
export interface IdempotentCall {
  /** Id of the caller's API key. Idempotency keys of different callers are independent. */
  keyId: string;
  idempotencyKey: string;
  fingerprint: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** The result of a call. `isRepeat` is set if an earlier or a running request made the call. */
export interface IdempotentResult {
  result: Result;
  isRepeat: boolean;
}

/** Joins requests that repeat each other: those that run in this process, and those whose response is stored. */
export class IdempotentCalls {
  readonly #store: ServiceStore;
  readonly #running = new Map<string, { fingerprint: string; result: Promise<IdempotentResult> }>();

  constructor(store: ServiceStore) {
    this.#store = store;
  }

  /**
   * Returns the stored response, or the result of the request that makes the same call at this time, or makes the call. A request whose caller
   * disconnects makes way for the next one.
   *
   * @throws BadRequestError with status 422 if the key was used for another call; the signal's reason if it aborts during the wait
   */
  async run(call: IdempotentCall, make: () => Promise<Result>): Promise<IdempotentResult> {
    const id = `${call.keyId} ${call.idempotencyKey}`;
    for (;;) {
      const first = this.#running.get(id);
      if (first === undefined) break;
      assertSameCall(call.fingerprint, first.fingerprint);
      const { result } = await unlessAborted(first.result, call.signal);
      if (!('failure' in result && result.failure.code === 'CALLER_LEFT')) return { result, isRepeat: true };
    }
    // Nothing is awaited before the next line, so that a request that arrives now finds this one.
    const result = this.findOrMake(call, make);
    this.#running.set(id, { fingerprint: call.fingerprint, result });
    try {
      return await result;
    } finally {
      this.#running.delete(id);
    }
  }

  private async findOrMake(call: IdempotentCall, make: () => Promise<Result>): Promise<IdempotentResult> {
    const stored = await this.#store.findResponse(call.keyId, call.idempotencyKey);
    if (stored === undefined) return { result: await make(), isRepeat: false };
    assertSameCall(call.fingerprint, stored.fingerprint);
    return { result: { response: stored }, isRepeat: true };
  }
}
