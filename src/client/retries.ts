/** Retries: whether a call makes another attempt, the quota of a marketplace, and the waits that errors ask for. */
import { MarketplaceError } from '../contract/errors.ts';
import { DEFAULTS } from '../options/defaults.ts';
import { isTimeout } from './network-failure.ts';
import { backoffMs, type DoublingWaits } from './waits.ts';

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

interface Retry {
  error: MarketplaceError;
  /** Wait before the next attempt [milliseconds]. */
  delayMs: number;
  /** Tokens of the quota that it takes. */
  taken: number | undefined;
}

/** Decides whether a call makes another attempt. @param attempt Number of the one that failed, from 1. @throws the error if it does not */
export function retryOf(error: unknown, attempt: number, retries: number, quota: RetryQuota | undefined): Retry {
  if (!(error instanceof MarketplaceError) || !error.retryable || attempt > retries) throw error;
  const taken = quota?.take(error);
  if (quota !== undefined && taken === undefined) throw withoutRetry(error);
  return { error, delayMs: delayBefore(attempt, error.retryAfterMs), taken };
}

const NO_RETRY = 'It was not retried, because the retry quota of the marketplace is used up (retryQuota).';

/** Adds to the message of an error that the quota does not allow a retry. A page source can throw the same error more than once. */
function withoutRetry(error: MarketplaceError): MarketplaceError {
  const message = `${error.message.replace(/\.?$/, '.')} ${NO_RETRY}`;
  // An error that a page source has frozen stays as it is.
  if (!error.message.endsWith(NO_RETRY)) Reflect.set(error, 'message', message);
  return error;
}

const DELAYS: DoublingWaits = { firstMs: 500, longestMs: 30_000 };

/** Returns the delay before the next attempt [milliseconds]: exponential back-off with full jitter, or what the response asked for, up to 30 s. */
export function delayBefore(
  failedAttempts: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, DELAYS.longestMs);
  return Math.round(random() * backoffMs(failedAttempts, DELAYS));
}

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
