/** The facts of a request: three objects, each of which is written once, and what the log, the store and `meta` say of them. */
import type { Language, MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { MetaExtensions, ResponseMeta, Usage } from '../contract/envelope.ts';
import type { ObservedCall } from './observed-call.ts';
import { boundedRecord, type Outcome, type RequestRecord } from './request-record.ts';

/** The arrival of a request. Written before the first gate. */
export interface RequestFacts {
  /** `meta.request_id` of its response. */
  readonly id: string;
  readonly method: string;
  /** Path without the query, and without API keys. */
  readonly path: string;
  /** The URL that was called, as its caller knows it. */
  readonly url: string;
  /** The caller's IP address, if it is known. */
  readonly address: string | undefined;
  /** Id of the API key, if it is valid. */
  readonly keyId: string | undefined;
  readonly hasWrongKey: boolean;
  /** Why the request goes no further: it is not clear, or its key cannot be read. */
  readonly fault: unknown;
  /** The count of the limits that it belongs to; `undefined` for one without a limit. */
  readonly counted: { as: 'key' | 'address' | 'dashboard'; id: string } | undefined;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Of `performance.now()`, which is never set back. */
  readonly since: number;
}

/** A call, and what the marketplace says of it. Written when the call has ended. */
export interface CallFacts {
  readonly endpoint: EndpointName;
  readonly marketplace: MarketplaceCode;
  readonly language: Language;
  /** Milliseconds that the call waited in the queue of the service. */
  readonly queuedMs: number;
  /** Further members of `meta`: gaps and the page. */
  readonly extensions: MetaExtensions;
  readonly upstreamRequestId?: string | undefined;
  /** The events of the call; `undefined` for one that did not reach the marketplace. */
  readonly observed?: ObservedCall;
}

/** The limits that refuse requests, as the log and the metrics name them. */
export const LIMIT_NAMES = [
  'wrong_keys',
  'key_requests_per_minute',
  'key_requests_at_once',
  'address_requests_per_minute',
  'address_requests_at_once',
  'sign_ins',
] as const;

/** A limit that refuses requests, as the log and the metrics name it. */
export type LimitName = (typeof LIMIT_NAMES)[number];

/** How a request ended. Written with its response. */
export interface Ending {
  readonly status: number;
  readonly usage: Usage;
  readonly code?: string | undefined;
  /** Message of the failure, as its caller receives it. */
  readonly message?: string | undefined;
  readonly error?: unknown;
  /** How the call ended; `undefined` for a request that was not a call. */
  readonly outcome?: Outcome;
  /** Id of the earlier request with the same idempotency key, whose response this one has. */
  readonly replayOf?: string | undefined;
  /** The limit that refused the request, and the number of requests that it has refused in this minute. */
  readonly refusedBy?: { readonly limit: LimitName; readonly refusals: number } | undefined;
}

/** How a call ended. */
export type CallEnding = Ending & Required<Pick<Ending, 'outcome'>>;

/** The facts of a request, as far as they are written. */
export interface Facts {
  readonly request: RequestFacts;
  call?: CallFacts;
  ending?: Ending;
}

/** The usage of a request without a key. */
export const NO_USAGE: Usage = { requests_consumed: 0, requests_remaining: 0 };

/** Statuses of wrong keys and tokens: the log has the IP address of their callers. */
const SHOWS_ADDRESS: ReadonlySet<number> = new Set([401, 429]);

/** Returns the milliseconds since a request arrived. */
export function timingOf({ since }: RequestFacts): number {
  return Math.round(performance.now() - since);
}

/** Returns the milliseconds that a call waited for its turn, in the service and in its marketplace. */
export function waitOf(call: CallFacts | undefined): number {
  return (call?.queuedMs ?? 0) + (call?.extensions.queued_ms ?? call?.observed?.queuedMs ?? 0);
}

/** Returns `meta` of a response. */
export function metaOf(request: RequestFacts, call: CallFacts | undefined, usage: Usage): ResponseMeta {
  const waitMs = waitOf(call);
  return {
    marketplace: call?.marketplace ?? 'us',
    language: call?.language ?? 'en',
    timing_ms: timingOf(request),
    request_url: request.url,
    timestamp: new Date(request.now()).toISOString(),
    request_id: request.id,
    usage,
    ...call?.extensions,
    ...(waitMs > 0 ? { queued_ms: waitMs } : {}),
  };
}

/** Returns the record of a call for the store. */
export function recordOf(request: RequestFacts, call: CallFacts, ending: CallEnding): RequestRecord {
  const { source, gaps = [] } = call.extensions;
  const { observed } = call;
  return boundedRecord({
    requestId: ending.replayOf ?? request.id,
    keyId: request.keyId ?? '',
    endpoint: call.endpoint,
    marketplace: call.marketplace,
    status: ending.status,
    code: ending.code ?? null,
    message: ending.message ?? null,
    outcome: ending.outcome,
    consumed: ending.usage.requests_consumed,
    timingMs: timingOf(request),
    queuedMs: waitOf(call),
    at: request.startedAt,
    replayed: ending.replayOf !== undefined,
    upstreamRequestId: call.upstreamRequestId ?? null,
    pageUrl: source?.url ?? observed?.url ?? null,
    attempts: observed === undefined ? 0 : Math.max(observed.attempts, source?.attempts ?? 1),
    retries: observed?.retries ?? [],
    blocks: observed?.blocks ?? 0,
    gaps,
  });
}

/** The log entry of a finished request. It has no secrets: no key, token, query or body. */
export interface LogEntry {
  /** When the request arrived: ISO 8601. */
  time: string;
  /** `meta.request_id` of the response. */
  request_id: string;
  /** HTTP method, such as `GET`; empty for bytes that are not a request. */
  method: string;
  /** Path without the query. */
  path: string;
  /** Name of the endpoint; `undefined` for other paths. */
  endpoint: string | undefined;
  /** Code of the marketplace; `undefined` for other paths. */
  marketplace: string | undefined;
  /** Id of the API key, if the key was valid. */
  key_id: string | undefined;
  /** HTTP status. */
  status: number;
  /** Code of the error; `undefined` for a successful response. */
  code: string | undefined;
  /** How the call ended; `undefined` for a request that was not a call. */
  outcome: Outcome | undefined;
  /** `true` if the response was stored, for an idempotency key that was used before; else `undefined`. */
  replayed: boolean | undefined;
  /** Milliseconds from request to response. */
  timing_ms: number;
  /** Milliseconds that the call waited for its turn, as part of `timing_ms`. */
  queued_ms: number;
  /** Number of credits charged. */
  requests_consumed: number;
  /** `request_id` of the marketplace's own call, which its events have too. */
  upstream_request_id: string | undefined;
  /** IP address of a caller who was refused with status 401 or 429 and has no valid key, or whose request is not clear. */
  address: string | undefined;
  /** The limit that refused the request. */
  limit: LimitName | undefined;
  /** Number of requests that this limit has refused in this minute. The log has the first, the 10th, the 100th and so on. */
  refusals: number | undefined;
  /** Error with its stack, for internal errors. */
  error: string | undefined;
}

/** Returns the line of a request for the service's log. */
export function entryOf({ request, call }: Facts, ending: Ending): LogEntry {
  const { status, error, refusedBy } = ending;
  const showsAddress =
    request.keyId === undefined && (SHOWS_ADDRESS.has(status) || (request.fault !== undefined && status < 500));
  return {
    time: new Date(request.startedAt).toISOString(),
    request_id: ending.replayOf ?? request.id,
    method: request.method,
    path: request.path,
    endpoint: call?.endpoint,
    marketplace: call?.marketplace,
    key_id: request.keyId,
    status,
    code: ending.code,
    outcome: ending.outcome,
    replayed: ending.replayOf !== undefined || undefined,
    timing_ms: timingOf(request),
    queued_ms: waitOf(call),
    requests_consumed: ending.usage.requests_consumed,
    upstream_request_id: call?.upstreamRequestId,
    address: showsAddress ? request.address : undefined,
    limit: refusedBy?.limit,
    refusals: refusedBy?.refusals,
    error: error instanceof Error ? (error.stack ?? error.message) : undefined,
  };
}
