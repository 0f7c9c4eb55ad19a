/** Retries: the limit of a marketplace, the errors that are worth another attempt, those that stop all calls, and the waits that they ask for. */
import { AuthenticationError, BadRequestError, MarketplaceError, QuotaExceededError } from '../contract/errors.ts';
import { DEFAULTS } from '../options/defaults.ts';
import { isTimeout } from './network-failure.ts';
import { backoffMs } from './waits.ts';

/** Settings of the retry quota. */
export interface RetryQuotaOptions {
  /** Largest number of tokens. A retry takes 5, after a timeout 10; a successful call returns what its last retry took, or 1. @default 500 */
  capacity?: number | undefined;
}

const RETRY_COST = 5;
/** A timeout holds a connection for long, so its retry takes more. */
const TIMEOUT_COST = 10;
const SUCCESS_REFILL = 1;

/** A token bucket, with the numbers of the AWS clients. */
export class RetryQuota {
  readonly #capacity: number;
  #tokens: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#tokens = capacity;
  }

  /** Takes the tokens of a retry. Returns their number, or `undefined` if there are not enough. */
  take(error: MarketplaceError): number | undefined {
    const cost = isTimeout(error) ? TIMEOUT_COST : RETRY_COST;
    if (cost > this.#tokens) return undefined;
    this.#tokens -= cost;
    return cost;
  }

  /** Refills after a successful call. @param taken What its last retry took. */
  refill(taken: number = SUCCESS_REFILL): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + taken);
  }
}

/** Returns the quota of a marketplace; `undefined` if it is switched off. */
export const retryQuotaOf = (option: false | RetryQuotaOptions | undefined): RetryQuota | undefined =>
  option === false ? undefined : new RetryQuota(option?.capacity ?? DEFAULTS.retryCapacity);

/** Whether every other call would fail the same way: no credits are left, the budget is used up, the key or a setting is wrong. */
export const stopsAllCalls = (error: unknown): boolean => error instanceof QuotaExceededError || isWrongSetting(error);

/** Whether the key or a setting is wrong, which waiting does not cure. */
export const isWrongSetting = (error: unknown): boolean =>
  error instanceof AuthenticationError ||
  (error instanceof MarketplaceError && error.code === 'INVALID_CONFIGURATION' && !isNoFixture(error));

/** A page that is not a fixture says nothing about the next one. */
const isNoFixture = (error: MarketplaceError): boolean =>
  error instanceof BadRequestError && error.parameter === 'fixtures';

/** Whether another attempt can succeed. A call that timed out is not retried by itself, but a new call can succeed. */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof MarketplaceError ? error.retryable || error.code === 'TIMEOUT' : true;

/** Longest wait that an error can ask for, where nobody waits for the answer [milliseconds]. */
const LONGEST_ASKED_MS = 3_600_000;

/** Returns the wait that an error asks for, at most an hour: services, receivers and sinks can ask for any time. `undefined` if it asks for none. */
export function askedWaitMs(error: unknown): number | undefined {
  const { retryAfterMs = Number.NaN } = error instanceof MarketplaceError ? error : {};
  return retryAfterMs >= 0 ? Math.min(retryAfterMs, LONGEST_ASKED_MS) : undefined;
}

/** Returns the pause after an error that every other call would have too: the wait that it asks for, else your own. A wait of 0 would try without end. */
export function pauseMs(error: unknown, ownMs: number): number {
  return askedWaitMs(error) || ownMs;
}

/** Returns the delay before the next attempt: {@link askedWaitMs}, else one that doubles with each attempt, spread over its second half. */
export function retryDelay(
  error: unknown,
  attempt: number,
  { retryDelayMs, maxRetryDelayMs }: { retryDelayMs: number; maxRetryDelayMs: number },
): number {
  const asked = askedWaitMs(error);
  if (asked !== undefined) return asked;
  const longest = backoffMs(attempt, { firstMs: retryDelayMs, longestMs: maxRetryDelayMs });
  return Math.round(longest * (0.5 + Math.random() / 2));
}
