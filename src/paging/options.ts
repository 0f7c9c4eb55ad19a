/** Options of the iterators over pages. */
import type { CallOptions } from '../contract/marketplace.ts';
import { SHARED_CALL_OPTIONS } from '../options/call-options.ts';
import { wholeNumber } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';

/** Options of the iterators over pages. `signal` aborts the iteration; the other options of calls are those of each page's call. */
export interface PagingOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Maximum number of pages to fetch. @default no limit */
  maxPages?: number | undefined;
  /** Stops before fewer credits than this are left. The first page is always fetched: only a response reports the credits left. @default no limit */
  minRemaining?: number | undefined;
  /** First page, to continue an earlier iteration. @default the parameters' `page`, else 1 */
  from?: number | undefined;
}

const PAGING_OPTIONS: OptionTable<PagingOptions> = {
  ...SHARED_CALL_OPTIONS,
  maxPages: { check: (setting) => wholeNumber(setting, 1) },
  minRemaining: { check: (setting) => wholeNumber(setting, 0) },
  from: { check: (setting) => wholeNumber(setting, 1) },
};

/** Returns the checked options. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export const pagingOptions = (owner: string, options: PagingOptions): PagingOptions =>
  readOptions(owner, PAGING_OPTIONS, options);
