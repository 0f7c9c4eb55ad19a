/** The table of error codes, as far as programs branch on it. `ERROR_CODES` adds what people read. */

/** The name of an error class. */
export type ErrorClassName =
  | 'BadRequestError'
  | 'AuthenticationError'
  | 'RateLimitError'
  | 'QuotaExceededError'
  | 'BudgetExceededError'
  | 'InternalError'
  | 'ParseError'
  | 'TransportError'
  | 'UnavailableError'
  | 'BlockedError';

/** The meaning of an error code for a program. */
export interface ErrorKind {
  /** Class of the error. */
  readonly class: ErrorClassName;
  /** HTTP status of the failure, or the status that it would have over HTTP. */
  readonly status: number;
  /** Whether another attempt can succeed: the call is retried. An error can override it. */
  readonly retryable: boolean;
  /**
   * Where the error comes from: `call` (a call, of the library or the service), `library` (not sent over HTTP, except for a page that is not a
   * fixture), `server` (the service's HTTP server, outside of the API's endpoints) or `log` (only in the service's log).
   */
  readonly source: 'call' | 'library' | 'server' | 'log';
}

/** The kind of every code of the contract. */
export const ERROR_KINDS = {
  INVALID_PARAMETER: { class: 'BadRequestError', status: 400, retryable: false, source: 'call' },
  NATIVE_LANGUAGE_NOT_SUPPORTED: { class: 'BadRequestError', status: 400, retryable: false, source: 'call' },
  UNSUPPORTED_URL: { class: 'BadRequestError', status: 400, retryable: false, source: 'call' },
  ROBOTS_DISALLOWED: { class: 'BadRequestError', status: 400, retryable: false, source: 'call' },
  INVALID_CONFIGURATION: { class: 'BadRequestError', status: 400, retryable: false, source: 'library' },
  UNAUTHORIZED: { class: 'AuthenticationError', status: 401, retryable: false, source: 'call' },
  RATE_LIMITED: { class: 'RateLimitError', status: 429, retryable: true, source: 'call' },
  QUOTA_EXCEEDED: { class: 'QuotaExceededError', status: 429, retryable: false, source: 'call' },
  BUDGET_EXCEEDED: { class: 'BudgetExceededError', status: 429, retryable: false, source: 'library' },
  INTERNAL: { class: 'InternalError', status: 500, retryable: true, source: 'call' },
  PARSER_ERROR: { class: 'ParseError', status: 500, retryable: false, source: 'call' },
  PARSE_TIMEOUT: { class: 'ParseError', status: 500, retryable: false, source: 'call' },
  TRANSPORT_ERROR: { class: 'TransportError', status: 500, retryable: true, source: 'call' },
  TIMEOUT: { class: 'TransportError', status: 500, retryable: false, source: 'call' },
  JOB_STALLED: { class: 'InternalError', status: 500, retryable: false, source: 'library' },
  DELIVERY_FAILED: { class: 'InternalError', status: 500, retryable: false, source: 'library' },
  UNAVAILABLE: { class: 'UnavailableError', status: 503, retryable: true, source: 'call' },
  WRONG_MARKETPLACE: { class: 'UnavailableError', status: 503, retryable: true, source: 'call' },
  WRONG_PAGE: { class: 'UnavailableError', status: 503, retryable: true, source: 'call' },
  SIGN_IN_REQUIRED: { class: 'UnavailableError', status: 503, retryable: false, source: 'call' },
  BLOCKED: { class: 'BlockedError', status: 503, retryable: true, source: 'call' },
  CAPTCHA: { class: 'BlockedError', status: 503, retryable: true, source: 'call' },
  INTERSTITIAL: { class: 'BlockedError', status: 503, retryable: true, source: 'call' },
  PROOF_OF_WORK: { class: 'BlockedError', status: 503, retryable: true, source: 'call' },
  ROBOT_CHECK: { class: 'BlockedError', status: 503, retryable: true, source: 'call' },
  NOT_FOUND: { class: 'BadRequestError', status: 404, retryable: false, source: 'server' },
  METHOD_NOT_ALLOWED: { class: 'BadRequestError', status: 405, retryable: false, source: 'server' },
  REQUEST_TIMEOUT: { class: 'TransportError', status: 408, retryable: true, source: 'server' },
  BODY_TOO_LARGE: { class: 'BadRequestError', status: 413, retryable: false, source: 'call' },
  HEADERS_TOO_LARGE: { class: 'BadRequestError', status: 431, retryable: false, source: 'server' },
  CALLER_LEFT: { class: 'BadRequestError', status: 499, retryable: false, source: 'log' },
} as const satisfies Record<string, ErrorKind>;

/** A code of the contract. */
export type ErrorCode = keyof typeof ERROR_KINDS;

/** Whether a text is a code of the contract. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_KINDS, code);

/** Returns the kind of a code, or `undefined` for a code that only a service knows. */
export const errorKindOf = (code: string): ErrorKind | undefined => (isErrorCode(code) ? ERROR_KINDS[code] : undefined);

/**
 * Returns the code for an HTTP status without a code: the first code in the table with that status, else `UNAVAILABLE` for a failed gateway,
 * `INTERNAL` for other 5xx and `INVALID_PARAMETER` for everything below.
 */
export function errorCodeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(ERROR_KINDS) as ErrorCode[];
  const exact = codes.find((code) => ERROR_KINDS[code].status === status);
  if (exact !== undefined) return exact;
  if (status === 502 || status === 504) return 'UNAVAILABLE';
  return status >= 400 && status < 500 ? 'INVALID_PARAMETER' : 'INTERNAL';
}

/** Returns the path of the documentation page of a code, below `docs/`. */
export const errorPageOf = (code: ErrorCode): `errors/${ErrorCode}.md` => `errors/${code}.md`;
