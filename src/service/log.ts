/** What is said of a request when it is over. No secret stands in it: no key, no token, no query, no body. */
import type { Outcome } from './store.ts';

/** A line of the service's log. */
export interface LogEntry {
  /** When the request came: ISO 8601. */
  time: string;
  /** `meta.request_id` of the answer. */
  request_id: string;
  /** `GET`, `POST`. */
  method: string;
  /** Without the query. */
  path: string;
  /** The endpoint's name, when it was one. */
  endpoint: string | undefined;
  /** The marketplace's code, when the request named one that there is. */
  marketplace: string | undefined;
  /** The part of the API key that names it, when it was a good one. */
  key_id: string | undefined;
  /** HTTP status. */
  status: number;
  /** The error's code; `undefined` for an answer. */
  code: string | undefined;
  /** How a call ended; `undefined` for what was no call. */
  outcome: Outcome | undefined;
  /** From receipt to answer, in milliseconds. */
  timing_ms: number;
  /** Credits charged. */
  requests_consumed: number;
  /** `request_id` of the marketplace's own call, to find its events. */
  upstream_request_id: string | undefined;
  /** What failed inside, with its stack: for the operator alone. */
  error: string | undefined;
}
