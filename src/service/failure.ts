/** Maps errors to failures that callers may see. Details of internal errors only go to the operator's log. */
import { errorKindOf } from '../contract/error-kinds.ts';
import {
  AuthenticationError,
  BadRequestError,
  BlockedError,
  MarketplaceError,
  QuotaExceededError,
  RateLimitError,
  UnavailableError,
} from '../contract/errors.ts';
import type { Ending } from './facts.ts';

/** A failure as the service sends it. */
export interface Failure {
  /** HTTP status. */
  status: number;
  code: string;
  message: string;
  /** Name of the invalid parameter. */
  parameter?: string | undefined;
  /** Milliseconds to wait before the next try. */
  retryAfterMs?: number | undefined;
  /** Additional headers of the response. */
  headers?: Record<string, string>;
}

/** Returns a failure of the service itself. */
export function refusal(status: number, code: string, message: string, parameter?: string): Failure {
  return { status, code, message, parameter };
}

/** Returns a failure of the service: the caller may try again. */
function unavailable(message: string, retryAfterMs: number | undefined): Failure {
  return { ...refusal(503, 'UNAVAILABLE', message), retryAfterMs };
}

/** Where the connection of a request has the failure of one that is not valid HTTP, or not clear: it goes no further, and is in the log. */
export const NOT_CLEAR = Symbol('buybox: not clear');

/** A request that goes no further. */
export class Refused extends Error {
  readonly failure: Failure;
  readonly ending: Partial<Ending>;

  /** @param ending What the log has of it. */
  constructor(failure: Failure, ending: Partial<Ending> = {}) {
    super(failure.message);
    this.failure = failure;
    this.ending = ending;
  }
}

/** The failure of a caller that disconnected. It is only logged. */
export const CALLER_LEFT: Failure = refusal(499, 'CALLER_LEFT', 'the caller closed the connection');

/** The failure of a request without a valid key. It does not say whether the key is missing, wrong or revoked. */
export const UNAUTHORIZED: Failure = {
  ...refusal(401, 'UNAUTHORIZED', 'x-api-key: the API key is missing, wrong or revoked. Check the key.'),
  headers: { 'www-authenticate': 'ApiKey header="x-api-key"' },
};

const INTERNAL = refusal(500, 'INTERNAL', 'the service failed. Send meta.request_id to its operator.');

/** Statuses of mistakes in the parameters. With another 4xx a service rejects the operator's request: its URL, key or account. */
const CALLERS_MISTAKES = new Set([400, 413, 422]);

/** Time to wait after the site's rate limit or block, if it names none [milliseconds]. */
const LIMITED_MS = 2_000;

/** The call waited too long for its turn in the marketplace: for its pace, a back-off or a connection. */
const BUSY = unavailable(
  'the service is busy: the call waited too long for its turn. Try again later, or make fewer calls at once.',
  5_000,
);

/** The messages of a store have paths, which callers must not see. */
export const STORE_UNAVAILABLE: Failure = unavailable('the service cannot use its store now. Try again later.', 1_000);

/** Returns the failure for an error of the marketplace. Only a mistake of the caller has a status below 500. */
export function failureOfCall(error: unknown): Failure {
  if (!(error instanceof MarketplaceError)) return INTERNAL;
  const { status, code, message, retryAfterMs } = error;
  if (error instanceof BadRequestError) return CALLERS_MISTAKES.has(status) ? badRequest(error) : INTERNAL;
  // The marketplace rejected the operator's key or credits, or the operator's budget is used up. They are not the caller's.
  if (error instanceof AuthenticationError || error instanceof QuotaExceededError)
    return unavailable('the service has no access to its data source. Inform its operator.', retryAfterMs);
  if (code === 'INTERNAL' || !isErrorStatus(status)) return INTERNAL;
  // The site, or another service, limits the requests of this service.
  if (status === 429)
    return unavailable(
      'the marketplace limits the requests of this service. Try again later.',
      retryAfterMs ?? LIMITED_MS,
    );
  if (code === 'TIMEOUT' && status === 503) return BUSY;
  const isKnown = (errorKindOf(code)?.status ?? status) >= 500;
  return {
    status: status < 500 ? 503 : status,
    code: isKnown ? code : 'UNAVAILABLE',
    message,
    retryAfterMs: retryAfterMs ?? (error instanceof BlockedError && code === 'BLOCKED' ? LIMITED_MS : undefined),
  };
}

/** Returns the failure for an error of the service's own checks: parameters, key, credits. */
export function failureOfRefusal(error: unknown): Failure {
  if (error instanceof Refused) return error.failure;
  if (!(error instanceof MarketplaceError)) return INTERNAL;
  if (error instanceof BadRequestError) return badRequest(error);
  const { status, code, message, retryAfterMs } = error;
  if (error instanceof RateLimitError || error instanceof QuotaExceededError)
    return { status, code, message, retryAfterMs };
  return error instanceof UnavailableError ? STORE_UNAVAILABLE : INTERNAL;
}

/** An invalid setting is the operator's mistake, so callers only see an internal error. The fixtures are for trying: a call for another page learns which there are. */
function badRequest({ status, code, message, parameter }: BadRequestError): Failure {
  if (code === 'INVALID_CONFIGURATION' && parameter !== 'fixtures') return INTERNAL;
  return refusal(isErrorStatus(status) ? status : 400, code, message, parameter);
}

function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}
