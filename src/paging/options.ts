/** Options of the iterators over pages. */
import { BadRequestError } from '../contract/errors.ts';
import type { CallOptions } from '../contract/marketplace.ts';

/** Options of the iterators over pages. `signal` aborts the iteration, `timeoutMs` and `queueTimeoutMs` are the limits of each page's call. */
export interface PagingOptions extends CallOptions {
  /** Maximum number of pages to fetch. @default no limit */
  maxPages?: number | undefined;
  /** Stops before fewer credits than this are left. The first page is always fetched: only a response reports the credits left. @default no limit */
  minRemaining?: number | undefined;
  /** First page, to continue an earlier iteration. @default the parameters' `page`, else 1 */
  from?: number | undefined;
}

/** Throws if the value is not a whole number of `least` or more. @throws BadRequestError `INVALID_PARAMETER` */
export function assertWholeNumber(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new BadRequestError(`${name}: ${String(value)} is not valid: expected a whole number of ${least} or more.`, {
    parameter: name,
  });
}

/** Throws if an option is invalid. @throws BadRequestError `INVALID_PARAMETER` */
export function assertPagingOptions({ maxPages, minRemaining, from }: PagingOptions): void {
  assertWholeNumber('maxPages', maxPages, 1);
  assertWholeNumber('minRemaining', minRemaining, 0);
  assertWholeNumber('from', from, 1);
}
