/** Maps errors of a marketplace to HTTP responses of this server. */
import {
  AuthenticationError,
  BadRequestError,
  MarketplaceError,
  ParseError,
  QuotaExceededError,
  RateLimitError,
  TransportError,
  UnavailableError,
} from 'buybox';

/** An error response. */
export interface Failure {
  status: number;
  code: string;
  message: string;
  /** Value of the `Retry-After` header, for errors that can be retried. */
  retryAfterSeconds?: number;
}

/** `Retry-After` when the error has no wait of its own. */
const DEFAULT_RETRY_SECONDS = 30;

/**
 * Returns the response for an error. Invalid requests get the full message. Errors about this server's key, credits or settings get a general message:
 * their details belong in its log.
 */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof MarketplaceError)) return { status: 500, code: 'INTERNAL', message: 'something went wrong' };
  const { code, message, retryAfterMs } = error;
  const later = {
    retryAfterSeconds: retryAfterMs === undefined ? DEFAULT_RETRY_SECONDS : Math.ceil(retryAfterMs / 1000),
  };
  if (error instanceof BadRequestError) {
    return code === 'INVALID_CONFIGURATION'
      ? { status: 500, code: 'INTERNAL', message: 'something went wrong' }
      : { status: 400, code, message };
  }
  if (error instanceof AuthenticationError || error instanceof QuotaExceededError) {
    return { status: 503, code: 'UNAVAILABLE', message: 'the data is not available at the moment' };
  }
  if (error instanceof RateLimitError) return { status: 503, code, message, ...later };
  if (error instanceof UnavailableError) {
    return error.retryable ? { status: 503, code, message, ...later } : { status: 502, code, message };
  }
  if (error instanceof TransportError) return { status: code === 'TIMEOUT' ? 504 : 502, code, message };
  return { status: 502, code: error instanceof ParseError ? code : 'INTERNAL', message };
}
