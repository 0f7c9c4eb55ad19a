/** Runs calls: reads their parameters, leads them through their gates, and records how they end. */
import { callIdentity } from '../contract/call-identity.ts';
import { LANGUAGES, MARKETPLACES } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Usage } from '../contract/envelope.ts';
import { BadRequestError, MarketplaceError } from '../contract/errors.ts';
import type { AnyEnvelope, FullParams } from '../contract/marketplace.ts';
import { shown } from '../contract/shown.ts';
import { validateParams } from '../contract/validate.ts';
import { IDEMPOTENCY_KEY_FORM, isIdempotencyKey } from '../options/call-options.ts';
import {
  type CallEnding,
  type CallFacts,
  type Ending,
  type Facts,
  NO_USAGE,
  type RequestFacts,
  recordOf,
} from './facts.ts';
import { CALLER_LEFT, type Failure, failureOfRefusal, STORE_UNAVAILABLE } from './failure.ts';
import { hashOf } from './keys.ts';
import type { ServiceStore, StoredResponse } from './store.ts';

/** Name of the request header. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Name of the header of a repeated response. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

/** A call on its way through the gates. */
export interface Call {
  readonly request: RequestFacts;
  readonly keyId: string;
  readonly endpoint: EndpointName;
  readonly params: { [Name in EndpointName]: FullParams<Name> }[EndpointName];
  /** Aborted when the caller disconnects. The call then ends and is not charged. */
  readonly signal: AbortSignal;
  /** The identity of a call that is made once: its idempotency key, and a hash to detect other parameters under the same key. */
  readonly once: (Pick<StoredResponse, 'fingerprint'> & { idempotencyKey: string }) | undefined;
  /** The facts that are known before the marketplace is called. */
  readonly facts: CallFacts;
}

/** A response as it is sent. */
export type SentResponse = Pick<StoredResponse, 'requestId' | 'found' | 'body'>;

/** The result of a call: an envelope until it is charged, then its response; or a failure. */
export interface CallResult {
  envelope?: AnyEnvelope;
  response?: SentResponse | undefined;
  failure?: Failure | undefined;
  error?: unknown;
  /** The facts of a call that came as far as the queue. */
  call?: CallFacts;
  usage?: Usage | undefined;
}

/** Passes a call through its further gates. */
export type Pass = (call: Call) => Promise<CallResult>;

/** A gate of calls: passes a call on with `next`, or returns or throws why not. */
export type CallGate = (call: Call, next: Pass) => Promise<CallResult>;

/** The request of a call. */
interface CallRequest {
  request: RequestFacts & { readonly keyId: string };
  endpoint: EndpointName;
  /** Reads the parameters. */
  read: () => Record<string, unknown> | Promise<Record<string, unknown>>;
  signal: AbortSignal;
  /** The header `Idempotency-Key`. */
  idempotencyKey?: string | undefined;
}

/** A call that has ended. It has a body if it succeeded, else a failure. */
type EndedCall = Required<Facts> & ({ body: string } | { failure: Failure });

/** Returns the idempotency key of a request, or `undefined` if it has none. @throws BadRequestError for an invalid one */
function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || isIdempotencyKey(header)) return header;
  throw new BadRequestError(`${IDEMPOTENCY_KEY}: ${shown(header)} is not valid: expected ${IDEMPOTENCY_KEY_FORM}.`, {
    parameter: IDEMPOTENCY_KEY,
  });
}

/** Returns the result of a call that failed. @param failureOf Returns the failure of its error. */
export function failed(signal: AbortSignal, error: unknown, failureOf: (error: unknown) => Failure): CallResult {
  return { failure: signal.aborted ? CALLER_LEFT : failureOf(error), error };
}

/** Runs a call and records it in the store, however it ends. */
export type RunCall = (given: CallRequest) => Promise<EndedCall>;

/** Returns the function that runs the calls of a service. @param gates In the order of a call. */
export function callRunner(store: ServiceStore, gates: readonly CallGate[]): RunCall {
  const end: Pass = () => Promise.reject(new TypeError('the last gate passes no call on'));
  const pass = gates.reduceRight<Pass>((next, gate) => (call) => gate(call, next), end);

  /** Records a call in the store. A call that is charged is not lost to its caller if this fails: the error goes to the service's log. */
  async function recorded(request: RequestFacts, call: CallFacts, ending: CallEnding): Promise<Ending> {
    try {
      await store.record(recordOf(request, call, ending));
      return ending;
    } catch (error) {
      return { ...ending, error: ending.error ?? error };
    }
  }

  return async ({ request, endpoint, read, signal, idempotencyKey }) => {
    const { keyId } = request;
    let facts: CallFacts = { endpoint, marketplace: 'us', language: 'en', queuedMs: 0, extensions: {} };
    let result: CallResult;
    try {
      const given = await read();
      facts = { ...facts, ...siteOf(given) };
      const params: Call['params'] = validateParams(endpoint, given as FullParams<typeof endpoint>);
      const key = readIdempotencyKey(idempotencyKey);
      const once =
        key === undefined ? undefined : { idempotencyKey: key, fingerprint: hashOf(callIdentity(endpoint, params)) };
      result = await pass({ request, keyId, endpoint, params, signal, once, facts });
    } catch (error) {
      result = failed(signal, error, failureOfRefusal);
    }
    const { response, error, call = facts } = result;
    const known = result.usage ?? (error instanceof MarketplaceError ? error.usage : undefined);
    if (response !== undefined) {
      const usage = known ?? (await creditsOf(store, keyId));
      const replayOf = response.requestId === request.id ? undefined : response.requestId;
      const ending = { status: 200, usage, outcome: response.found ? 'found' : 'not_found', replayOf } as const;
      return { request, call, body: response.body, ending: await recorded(request, call, ending) };
    }
    const failure = result.failure ?? failureOfRefusal(error);
    const usage = known ?? (await creditsOf(store, keyId, failure));
    const { status, code, message } = failure;
    const outcome = status < 500 && failure !== CALLER_LEFT ? 'rejected' : 'failed';
    const ending = { status, code, message, usage, outcome, error: status >= 500 ? error : undefined } as const;
    return { request, call, failure, ending: await recorded(request, call, ending) };
  };
}

/** Returns the usage of a request that is not charged. A store that could not be used is not asked again: that would wait once more. */
export async function creditsOf(store: ServiceStore, keyId: string, failure?: Failure): Promise<Usage> {
  return failure === STORE_UNAVAILABLE
    ? NO_USAGE
    : { requests_consumed: 0, requests_remaining: await store.ledger.remaining(keyId) };
}

/** Reads marketplace and language from the parameters. Values that are not valid leave the defaults: `meta` of a refused request has them too. */
function siteOf(given: Record<string, unknown>): Partial<Pick<CallFacts, 'marketplace' | 'language'>> {
  const marketplace = MARKETPLACES.find((code) => code === given.marketplace);
  const language = LANGUAGES.find((code) => code === given.language);
  return { ...(marketplace && { marketplace }), ...(language && { language }) };
}
