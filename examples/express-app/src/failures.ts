/** What an error of a marketplace is to those who call this server. */
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

/** A failure as it is answered. */
export interface Failure {
  status: number;
  code: string;
  message: string;
  /** For the `Retry-After` header: when the same request is worth another try. */
  retryAfterSeconds?: number;
}

/** How long callers are asked to wait when the marketplace names no time. */
const PATIENCE_SECONDS = 30;

/**
 * The caller's mistakes are told in full. What is this server's own affair (its key, its credits, its settings) is not: such errors belong into
 * its log.
 */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof MarketplaceError)) return { status: 500, code: 'INTERNAL', message: 'something went wrong' };
  const { code, message, retryAfterMs } = error;
  const later = { retryAfterSeconds: retryAfterMs === undefined ? PATIENCE_SECONDS : Math.ceil(retryAfterMs / 1000) };
  if (error instanceof BadRequestError) {
    return code === 'INVALID_CONFIGURATION'
      ? { status: 500, code: 'INTERNAL', message: 'something went wrong' }
      : { status: 400, code, message };
  }
  if (error instanceof AuthenticationError || error instanceof QuotaExceededError) {
    return { status: 503, code: 'UNAVAILABLE', message: 'the data cannot be had at the moment' };
  }
  if (error instanceof RateLimitError) return { status: 503, code, message, ...later };
  if (error instanceof UnavailableError) {
    return error.retryable ? { status: 503, code, message, ...later } : { status: 502, code, message };
  }
  if (error instanceof TransportError) return { status: code === 'TIMEOUT' ? 504 : 502, code, message };
  return { status: 502, code: error instanceof ParseError ? code : 'INTERNAL', message };
}
