/** A line of the service's log. It has no secrets: no key, token, query or body. */
import type { LimitName } from './limits.ts';
import type { Outcome } from './request-record.ts';

/** The log entry of a finished request. */
export interface LogEntry {
  /** When the request arrived: ISO 8601. */
  time: string;
  /** `meta.request_id` of the response. */
  request_id: string;
  /** HTTP method, such as `GET`. */
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
  /** IP address of a caller who was refused with status 401 or 429 and has no valid key. */
  address: string | undefined;
  /** The limit that refused the request. */
  limit: LimitName | undefined;
  /** Number of requests that this limit has refused in this minute. The log has the first, the 10th, the 100th and so on. */
  refusals: number | undefined;
  /** Stack of the internal error. Callers never see it. */
  error: string | undefined;
}
