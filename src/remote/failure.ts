/** A failed answer -> the error that its code and its status ask for (design §4, "Errors"). */
import { readRetryAfter } from '../call/retry-after.ts';
import { ERROR_CLASSES, type ErrorClass } from '../contract/error-classes.ts';
import { errorCodeInfo } from '../contract/error-codes.ts';
import {
  AuthenticationError,
  BadRequestError,
  InternalError,
  type MarketplaceError,
  QuotaExceededError,
  RateLimitError,
  TransportError,
  UnavailableError,
} from '../contract/errors.ts';
import type { ServiceResponse } from './connection.ts';
import type { ErrorBody } from './error-body.ts';

/** Statuses that a later attempt can mend (design §5.3). */
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

/**
 * The error of an answer that is a failure. A code of the contract decides the class when it fits the status (`success: false` on a 200 has none
 * that could contradict it), else the status does; a service's own code is passed through.
 */
export function failureOf(
  { status, headers }: Pick<ServiceResponse, 'status' | 'headers'>,
  { code, message, parameter, requestId, usage }: ErrorBody & { message: string },
  now: number,
): MarketplaceError {
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  const coded = code === undefined ? undefined : classOfCode(code, status);
  const Class = coded ?? classOfStatus(status, retryAfterMs);
  return new Class(message, {
    ...(status >= 400 ? { status } : {}),
    ...(code === undefined ? {} : { code }),
    ...(parameter === undefined ? {} : { parameter }),
    ...(coded !== undefined || RETRIED.has(status) ? {} : { retryable: false }),
    requestId: requestId ?? headers['x-request-id']?.toString(),
    usage,
    billed: (usage?.requests_consumed ?? 0) > 0,
    retryAfterMs,
  });
}

function classOfCode(code: string, status: number): ErrorClass | undefined {
  const info = errorCodeInfo(code);
  const isFitting = info !== undefined && (status < 400 || info.status >= 500 === status >= 500);
  return isFitting ? ERROR_CLASSES[info.class] : undefined;
}

function classOfStatus(status: number, retryAfterMs: number | undefined): ErrorClass {
  if (status === 401) return AuthenticationError;
  if (status === 408) return TransportError;
  // Without a code, only the header tells a limit that passes from a quota that is spent (design §5.2).
  if (status === 429) return retryAfterMs === undefined ? QuotaExceededError : RateLimitError;
  if (status >= 400 && status < 500) return BadRequestError;
  return status >= 502 && status <= 504 ? UnavailableError : InternalError;
}
