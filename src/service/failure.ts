/** An error -> what the caller is told of it (design §5.1). What failed inside is the operator's to know, in the log. */

import type { Usage } from '../contract/envelope.ts';
import { AuthenticationError, BadRequestError, MarketplaceError, QuotaExceededError } from '../contract/errors.ts';

/** A failure as it travels. */
export interface Failure {
  /** HTTP status. */
  status: number;
  code: string;
  message: string;
  /** The parameter at fault. */
  parameter?: string | undefined;
  /** How long to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** Further headers. */
  headers?: Record<string, string>;
}

/** A failure that HTTP itself has a status for. */
export function refusal(status: number, code: string, message: string, parameter?: string): Failure {
  return { status, code, message, parameter };
}

const INTERNAL: Failure = {
  status: 500,
  code: 'INTERNAL',
  message: 'the service failed; quote meta.request_id to its operator',
};

/** The failure of a call that the marketplace did not answer, for its caller. */
export function failureOfCall(error: unknown): Failure {
  if (!(error instanceof MarketplaceError)) return INTERNAL;
  if (error instanceof AuthenticationError || error instanceof QuotaExceededError) return noAccess();
  const { status, code, message, retryAfterMs } = error;
  if (error instanceof BadRequestError) return badRequest(error);
  if (code === 'INTERNAL' || !isErrorStatus(status)) return INTERNAL;
  return { status, code, message, retryAfterMs: retryAfterMs ?? (status === 429 ? 1_000 : undefined) };
}

/** The failure of a refusal of the service's own: parameters, key, credits. */
export function failureOfRefusal(error: unknown): Failure {
  if (!(error instanceof MarketplaceError)) return INTERNAL;
  if (error instanceof BadRequestError) return badRequest(error);
  const { status, code, message, retryAfterMs } = error;
  return code === 'INTERNAL' ? INTERNAL : { status, code, message, retryAfterMs };
}

/** Headers that go with a failure. */
export function failureHeaders({ retryAfterMs, headers }: Failure): Record<string, string> {
  return {
    ...headers,
    ...(retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }),
  };
}

/** What a refusal of the store says of the credits. */
export function usageOf(error: unknown): Usage | undefined {
  return error instanceof MarketplaceError ? error.usage : undefined;
}

/** A wrong setting is the operator's mistake, not the caller's. */
function badRequest({ status, code, message, parameter }: BadRequestError): Failure {
  return code === 'INVALID_CONFIGURATION'
    ? INTERNAL
    : { status: isErrorStatus(status) ? status : 400, code, message, parameter };
}

/** A refusal of the service behind this one concerns its operator's key and credits there, not the caller's here. */
function noAccess(): Failure {
  return {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'the service was refused by its own source of data; tell its operator',
  };
}

function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}
