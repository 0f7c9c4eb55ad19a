/** What the iterators can be told. */
import { BadRequestError } from '../contract/errors.ts';
import type { CallOptions } from '../contract/marketplace.ts';

/** Options of the iterators over pages. `signal` ends the iteration, `timeoutMs` is the budget of each page's call. */
export interface PagingOptions extends CallOptions {
  /** How many pages are fetched at most. @default no limit */
  maxPages?: number | undefined;
  /** Stops before a page whose credit would leave fewer than so many. The first page is always fetched: only its answer tells what is left. @default no limit */
  minRemaining?: number | undefined;
  /** The page to begin with, to go on where an earlier iteration ended. @default the parameters' `page`, else 1 */
  from?: number | undefined;
}

/** Refuses what is no whole number of `least` or more. @throws BadRequestError `INVALID_PARAMETER` */
export function assertWholeNumber(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new BadRequestError(`${name}: ${String(value)} must be a whole number of ${least} or more`, {
    parameter: name,
  });
}

/** Refuses options that make no sense, before anything is fetched. @throws BadRequestError `INVALID_PARAMETER` */
export function assertPagingOptions({ maxPages, minRemaining, from }: PagingOptions): void {
  assertWholeNumber('maxPages', maxPages, 1);
  assertWholeNumber('minRemaining', minRemaining, 0);
  assertWholeNumber('from', from, 1);
}
