/** Maps a failed response to an error. */

import type { ErrorFacts } from '../contract/error-body.ts';
import { ERROR_KINDS, type ErrorKind, errorCodeOfStatus, errorKindOf } from '../contract/error-kinds.ts';
import type { MarketplaceError } from '../contract/errors.ts';
import { ERROR_CLASSES } from '../contract/stored-error.ts';
import { readRetryAfter } from '../http/retry-after.ts';
import type { ServiceResponse } from './connection.ts';

/** Statuses for which a later attempt can succeed. */
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Returns the error for a failed response. A code of the contract decides the class if it fits the status (a 200 with `success: false` fits any
 * code). Otherwise the status decides, and the service's code is kept.
 */
export function failureOf(
  { status, headers }: Pick<ServiceResponse, 'status' | 'headers'>,
  { message, ...facts }: ErrorFacts & { message: string },
  now: number,
): MarketplaceError {
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  const expected = errorKindOf(facts.code ?? '');
  const statusCode = codeOfStatus(status, retryAfterMs);
  const isFitting = expected !== undefined && fits(expected, status);
  const info = isFitting ? expected : ERROR_KINDS[statusCode];
  return new ERROR_CLASSES[info.class](message, {
    code: facts.code ?? statusCode,
    status: status >= 400 ? status : info.status,
    retryable: info.retryable && (isFitting || RETRIED.has(status)),
    parameter: facts.parameter,
    requestId: facts.requestId,
    usage: facts.usage,
    billed: (facts.usage?.requests_consumed ?? 0) > 0,
    retryAfterMs,
  });
}

function fits(info: ErrorKind, status: number): boolean {
  return status < 400 || info.status >= 500 === status >= 500;
}

/** Without a code, only `Retry-After` distinguishes a rate limit from a used-up quota. */
function codeOfStatus(status: number, retryAfterMs: number | undefined) {
  return status === 429 && retryAfterMs === undefined ? 'QUOTA_EXCEEDED' : errorCodeOfStatus(status);
}
