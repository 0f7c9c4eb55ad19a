/** Every code that an error of this library, or a failure of its service, can have (design §4), in one table. */

/** The classes of errors, by the name that each carries. */
export type ErrorClassName =
  | 'BadRequestError'
  | 'AuthenticationError'
  | 'RateLimitError'
  | 'QuotaExceededError'
  | 'InternalError'
  | 'ParseError'
  | 'TransportError'
  | 'UnavailableError'
  | 'BlockedError';

/** What a code tells. */
export interface ErrorCodeInfo {
  /** The class of the error that has it. */
  readonly class: ErrorClassName;
  /** HTTP status that the failure has, or would have, on the wire. */
  readonly status: number;
  /** Whether another attempt can help, and so is made; an error of the code can know better. */
  readonly retryable: boolean;
}

const code = (name: ErrorClassName, status: number, retryable: boolean): ErrorCodeInfo => ({
  class: name,
  status,
  retryable,
});

/** The codes of the contract. A service may have further ones of its own: they are passed through. */
export const ERROR_CODES = {
  INVALID_PARAMETER: code('BadRequestError', 400, false),
  NATIVE_LANGUAGE_NOT_SUPPORTED: code('BadRequestError', 400, false),
  UNSUPPORTED_URL: code('BadRequestError', 400, false),
  INVALID_CONFIGURATION: code('BadRequestError', 400, false),
  UNAUTHORIZED: code('AuthenticationError', 401, false),
  RATE_LIMITED: code('RateLimitError', 429, true),
  QUOTA_EXCEEDED: code('QuotaExceededError', 429, false),
  INTERNAL: code('InternalError', 500, true),
  PARSER_ERROR: code('ParseError', 500, false),
  TRANSPORT_ERROR: code('TransportError', 500, true),
  TIMEOUT: code('TransportError', 500, false),
  UNAVAILABLE: code('UnavailableError', 503, true),
  WRONG_MARKETPLACE: code('UnavailableError', 503, true),
  SIGN_IN_REQUIRED: code('UnavailableError', 503, false),
  BLOCKED: code('BlockedError', 503, true),
  CAPTCHA: code('BlockedError', 503, true),
  INTERSTITIAL: code('BlockedError', 503, true),
  PROOF_OF_WORK: code('BlockedError', 503, true),
  ROBOT_CHECK: code('BlockedError', 503, true),
  // Of the service alone: what HTTP itself has a status for, and a caller that hung up, which only its log tells.
  NOT_FOUND: code('BadRequestError', 404, false),
  METHOD_NOT_ALLOWED: code('BadRequestError', 405, false),
  REQUEST_TIMEOUT: code('TransportError', 408, true),
  BODY_TOO_LARGE: code('BadRequestError', 413, false),
  HEADERS_TOO_LARGE: code('BadRequestError', 431, false),
  CALLER_LEFT: code('BadRequestError', 499, false),
} as const satisfies Record<string, ErrorCodeInfo>;

/** A code of the contract. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** What a code tells; `undefined` for a service's own. */
export function errorCodeInfo(code: string): ErrorCodeInfo | undefined {
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code as ErrorCode] : undefined;
}
