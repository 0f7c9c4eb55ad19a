/** Limits the retries of all calls of a marketplace together, so that an outage does not multiply the load. */
import type { MarketplaceError } from '../contract/errors.ts';
import { isTimeout } from './network-failure.ts';

/** Settings of the retry quota. */
export interface RetryQuotaOptions {
  /** Largest number of tokens. A retry takes 5, after a timeout 10; a successful call returns what its last retry took, or 1. @default 500 */
  capacity?: number | undefined;
}

/** The capacity if none is set: 100 retries without a success in between. */
const DEFAULT_CAPACITY = 500;

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
export function retryQuotaOf(option: false | RetryQuotaOptions | undefined): RetryQuota | undefined {
  return option === false ? undefined : new RetryQuota(option?.capacity ?? DEFAULT_CAPACITY);
}
