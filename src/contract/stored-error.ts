/** Errors that arrive by name: from a file, a queue, a service or another thread. */
import { type ErrorClassName, errorKindOf } from './error-kinds.ts';
import {
  AuthenticationError,
  BadRequestError,
  type BadRequestErrorOptions,
  BlockedError,
  BudgetExceededError,
  InternalError,
  MarketplaceError,
  ParseError,
  QuotaExceededError,
  RateLimitError,
  TransportError,
  UnavailableError,
} from './errors.ts';

/** Constructor of an error class. */
export type ErrorClass = new (message: string, options: BadRequestErrorOptions) => MarketplaceError;

/** Every error class except the base class. */
export const ERROR_CLASSES = {
  BadRequestError,
  AuthenticationError,
  RateLimitError,
  QuotaExceededError,
  BudgetExceededError,
  InternalError,
  ParseError,
  TransportError,
  UnavailableError,
  BlockedError,
} as const satisfies Record<ErrorClassName, ErrorClass>;

/** An error without its class, stack and cause. */
export interface StoredError {
  /** Name of the class. */
  name: string;
  /** Stable, machine-readable code. */
  code: string;
  /** HTTP status of the failure, or the status that it would have over HTTP. */
  status: number;
  /** Message of the error. */
  message: string;
  /** `meta.request_id` of the failed call. Absent if no call started. */
  request_id?: string | undefined;
  /** Whether the call cost a credit. */
  billed: boolean;
  /** Whether another attempt can succeed. */
  retryable: boolean;
  /** How long to wait before the next call [milliseconds]. Absent if the error does not say it. */
  retry_after_ms?: number;
}

/** Returns an error in the form in which it is stored. */
export function storedErrorOf(error: Error): StoredError {
  const { name, message } = error;
  if (error instanceof MarketplaceError) {
    const { code, status, requestId: request_id, billed, retryable, retryAfterMs } = error;
    const wait = retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs };
    return { name, code, status, message, request_id, billed, retryable, ...wait };
  }
  return { name, code: 'INTERNAL', status: 500, message, request_id: undefined, billed: false, retryable: false };
}

/** Returns a stored error with its class again: that of its name, else that of its code. One that was not of this library is an `InternalError`. */
export function restoredError(stored: StoredError): MarketplaceError {
  const { name, message, code, status, billed, retryable } = stored;
  const { request_id: requestId, retry_after_ms: retryAfterMs } = stored;
  const isClass = (text: string): text is ErrorClassName => Object.hasOwn(ERROR_CLASSES, text);
  const kind = isClass(name) ? name : (errorKindOf(code)?.class ?? 'InternalError');
  return new ERROR_CLASSES[kind](message, { code, status, requestId, billed, retryable, retryAfterMs });
}
