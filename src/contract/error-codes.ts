/** The table of error codes: everything else that describes an error is derived from it. */

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

/** A row of {@link ERROR_CODES}. */
export interface ErrorCodeInfo {
  /** Class of the error. */
  readonly class: ErrorClassName;
  /** HTTP status of the failure, or the status that it would have over HTTP. */
  readonly status: number;
  /** Whether another attempt can succeed: the call is retried. An error can override it. */
  readonly retryable: boolean;
  /**
   * Where the error comes from: `call` (a call, of the library or the service), `library` (never sent over HTTP), `server` (the service's HTTP
   * server, outside of the API's endpoints) or `log` (only in the service's log).
   */
  readonly source: 'call' | 'library' | 'server' | 'log';
  /** What happened. */
  readonly summary: string;
  /** What to do about it. */
  readonly cure: string;
}

/** The codes of the contract. A service can have further codes: they are passed through. */
export const ERROR_CODES = {
  INVALID_PARAMETER: {
    class: 'BadRequestError',
    status: 400,
    retryable: false,
    source: 'call',
    summary: 'A parameter is missing, unknown or invalid.',
    cure: 'Fix the parameter that the message names.',
  },
  NATIVE_LANGUAGE_NOT_SUPPORTED: {
    class: 'BadRequestError',
    status: 400,
    retryable: false,
    source: 'call',
    summary: 'The marketplace does not support `language: "native"`.',
    cure: 'Use "en", or one of the marketplaces that the message lists.',
  },
  UNSUPPORTED_URL: {
    class: 'BadRequestError',
    status: 400,
    retryable: false,
    source: 'call',
    summary: 'The URL is not a page that can be read.',
    cure: 'Check URLs with `detectPageType` before the call.',
  },
  INVALID_CONFIGURATION: {
    class: 'BadRequestError',
    status: 400,
    retryable: false,
    source: 'library',
    summary: 'A setting is missing or invalid.',
    cure: 'Fix the option or the environment variable that the message names.',
  },
  UNAUTHORIZED: {
    class: 'AuthenticationError',
    status: 401,
    retryable: false,
    source: 'call',
    summary: 'The API key is missing, wrong or revoked.',
    cure: 'Check the API key and the URL of the service.',
  },
  RATE_LIMITED: {
    class: 'RateLimitError',
    status: 429,
    retryable: true,
    source: 'call',
    summary: 'Too many calls at the same time, or too many in a short time.',
    cure: 'Wait, or make fewer calls at once.',
  },
  QUOTA_EXCEEDED: {
    class: 'QuotaExceededError',
    status: 429,
    retryable: false,
    source: 'call',
    summary: 'No credits are left.',
    cure: 'Add a pack of credits.',
  },
  BUDGET_EXCEEDED: {
    class: 'BudgetExceededError',
    status: 429,
    retryable: false,
    source: 'library',
    summary: 'The budget of the program is used up.',
    cure: 'Wait until the period of the budget ends, or raise the budget.',
  },
  INTERNAL: {
    class: 'InternalError',
    status: 500,
    retryable: true,
    source: 'call',
    summary: 'The service or the library failed unexpectedly.',
    cure: "Check the error's `cause`. For a failure of a service, send `requestId` to its operator.",
  },
  PARSER_ERROR: {
    class: 'ParseError',
    status: 500,
    retryable: false,
    source: 'call',
    summary: 'The HTML is not a page of the expected type.',
    cure: 'Record the page and look at it.',
  },
  PARSE_TIMEOUT: {
    class: 'ParseError',
    status: 500,
    retryable: false,
    source: 'call',
    summary: 'Reading the page took longer than `parseTimeoutMs`.',
    cure: 'Record the page and look at it. On a slow machine, set a longer `parseTimeoutMs`.',
  },
  TRANSPORT_ERROR: {
    class: 'TransportError',
    status: 500,
    retryable: true,
    source: 'call',
    summary: 'The connection failed: no complete response arrived.',
    cure: 'Check the connection and the URL of the proxy or the service.',
  },
  TIMEOUT: {
    class: 'TransportError',
    status: 500,
    retryable: false,
    source: 'call',
    summary: 'The call timed out.',
    cure: 'Allow more time, or make fewer calls at once. The message says how long the call worked and waited.',
  },
  JOB_STALLED: {
    class: 'InternalError',
    status: 500,
    retryable: false,
    source: 'library',
    summary: 'Workers of a queue died again and again while they worked on the job.',
    cure: "Look at the logs of the workers: memory, time limits, the job's page. Then retry the job.",
  },
  DELIVERY_FAILED: {
    class: 'InternalError',
    status: 500,
    retryable: false,
    source: 'library',
    summary: 'The handler or the sink of a worker did not take the result of a job.',
    cure: 'Fix the handler or the receiver, then retry the job. A result that was charged is not charged again.',
  },
  UNAVAILABLE: {
    class: 'UnavailableError',
    status: 503,
    retryable: true,
    source: 'call',
    summary: 'The marketplace or the service cannot serve the page now.',
    cure: 'Try again later.',
  },
  WRONG_MARKETPLACE: {
    class: 'UnavailableError',
    status: 503,
    retryable: true,
    source: 'call',
    summary: 'The site redirected the request to another marketplace.',
    cure: "Use a proxy in the marketplace's country.",
  },
  WRONG_PAGE: {
    class: 'UnavailableError',
    status: 503,
    retryable: true,
    source: 'call',
    summary: 'The site returned a page for another seller, keyword, browse node or product.',
    cure: 'Try again later, or use another session or proxy.',
  },
  SIGN_IN_REQUIRED: {
    class: 'UnavailableError',
    status: 503,
    retryable: false,
    source: 'call',
    summary: 'The marketplace shows this page only to signed-in shoppers.',
    cure: 'Do not repeat the call. Use the data of the product page instead.',
  },
  BLOCKED: {
    class: 'BlockedError',
    status: 503,
    retryable: true,
    source: 'call',
    summary: 'The marketplace refused the request.',
    cure: 'Wait, make fewer calls, or use another proxy.',
  },
  CAPTCHA: {
    class: 'BlockedError',
    status: 503,
    retryable: true,
    source: 'call',
    summary: 'The marketplace returned a captcha instead of the page.',
    cure: 'Wait, make fewer calls, or use another proxy.',
  },
  INTERSTITIAL: {
    class: 'BlockedError',
    status: 503,
    retryable: true,
    source: 'call',
    summary: 'The marketplace returned its "continue shopping" page instead of the page.',
    cure: 'Wait, make fewer calls, or use another proxy.',
  },
  PROOF_OF_WORK: {
    class: 'BlockedError',
    status: 503,
    retryable: true,
    source: 'call',
    summary: 'A guard of the site asked for a proof of work.',
    cure: 'Wait, make fewer calls, or use another proxy.',
  },
  ROBOT_CHECK: {
    class: 'BlockedError',
    status: 503,
    retryable: true,
    source: 'call',
    summary: 'The marketplace returned a robot check instead of the page.',
    cure: 'Wait, make fewer calls, or use another proxy.',
  },
  NOT_FOUND: {
    class: 'BadRequestError',
    status: 404,
    retryable: false,
    source: 'server',
    summary: 'The service has nothing at this path.',
    cure: 'Check the URL of the service: it has no `/v1` at its end.',
  },
  METHOD_NOT_ALLOWED: {
    class: 'BadRequestError',
    status: 405,
    retryable: false,
    source: 'server',
    summary: 'The path exists, but does not support this HTTP method.',
    cure: 'Use the method that the `Allow` header names.',
  },
  REQUEST_TIMEOUT: {
    class: 'TransportError',
    status: 408,
    retryable: true,
    source: 'server',
    summary: 'The request did not arrive in time.',
    cure: 'Send it again.',
  },
  BODY_TOO_LARGE: {
    class: 'BadRequestError',
    status: 413,
    retryable: false,
    source: 'call',
    summary: 'The body of the request is too large.',
    cure: 'Send the URL of the page, not its HTML.',
  },
  HEADERS_TOO_LARGE: {
    class: 'BadRequestError',
    status: 431,
    retryable: false,
    source: 'server',
    summary: 'The headers or the URL of the request are too large.',
    cure: 'Send `x-api-key` and no cookies.',
  },
  CALLER_LEFT: {
    class: 'BadRequestError',
    status: 499,
    retryable: false,
    source: 'log',
    summary: 'The caller closed the connection before the response.',
    cure: "Make the caller's timeout longer than the service's.",
  },
} as const satisfies Record<string, ErrorCodeInfo>;

/** A code of the contract. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Returns the row of a code, or `undefined` for a code that only a service knows. */
export function errorCodeInfo(code: string): ErrorCodeInfo | undefined {
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code as ErrorCode] : undefined;
}

/**
 * Returns the code for an HTTP status without a code: the first code in the table with that status, else `UNAVAILABLE` for a failed gateway,
 * `INTERNAL` for other 5xx and `INVALID_PARAMETER` for everything below.
 */
export function errorCodeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  const exact = codes.find((code) => ERROR_CODES[code].status === status);
  if (exact !== undefined) return exact;
  if (status === 502 || status === 504) return 'UNAVAILABLE';
  return status >= 400 && status < 500 ? 'INVALID_PARAMETER' : 'INTERNAL';
}

/** Returns the path of the documentation page of a code, below `docs/`. */
export function errorPageOf(code: ErrorCode): `errors/${ErrorCode}.md` {
  return `errors/${code}.md`;
}
