/** Options of both backends. */
import { LANGUAGES, type Language, MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import type { Duration } from '../contract/marketplace.ts';
import { type Budgets, checkedBudgets } from '../ledger/budget.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { clock, functionFor, numberIn, objectWith, oneOf, textIn, wholeNumber } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { membersIn, type OptionTable } from '../options/table.ts';
import type { EventListener } from './events.ts';
import { type Middleware, middlewareList } from './middleware.ts';
import type { RetryQuotaOptions } from './retries.ts';

/** Options of every marketplace. */
export interface CommonOptions {
  /** Default marketplace of calls. @default BUYBOX_MARKETPLACE, else 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** Default language of calls. @default BUYBOX_LANGUAGE, else 'en' */
  language?: Language | undefined;
  /** Time that a call may work: fetch, read and retry [milliseconds]. Waits for its turn do not count. @default BUYBOX_TIMEOUT_MS, else 60_000 */
  timeoutMs?: Duration | undefined;
  /** Time that a call may wait for its turn: for connections, credits, pace, back-off, and again before a retry [milliseconds]. @default BUYBOX_QUEUE_TIMEOUT_MS, else 300_000 */
  queueTimeoutMs?: Duration | undefined;
  /** Maximum number of retries. @default BUYBOX_RETRIES, else 2 */
  retries?: number | undefined;
  /**
   * Largest size of a response of a service, and of a page of the default page source [bytes], both compressed and decompressed. A larger one is a
   * `TransportError`. @default BUYBOX_MAX_BYTES, else 20_000_000
   */
  maxBytes?: number | undefined;
  /** Limits the retries of all calls together: see {@link RetryQuotaOptions}. `false` switches the limit off. @default { capacity: 500 } */
  retryQuota?: false | RetryQuotaOptions | undefined;
  /**
   * How many credits calls may cost in a period: `{ credits: 500, per: 'day' }` or `'500/day'`, or a list of such budgets. A call beyond it throws
   * `BudgetExceededError` before anything is sent. A call waits while running calls hold the credits that are left. @default BUYBOX_BUDGET (`500/day`), else no limit
   */
  budget?: Budgets | undefined;
  /** Counts the credits of budgets, and of the local backend's packs. The marketplace closes it. @default memoryLedger() */
  ledger?: Ledger | undefined;
  /** Functions around calls, the first one outermost: see {@link Middleware}. @default none */
  middleware?: readonly Middleware[] | undefined;
  /** Receives events: requests, responses, retries, and more. */
  onEvent?: EventListener | undefined;
  /** Returns the current time [milliseconds since the epoch]. @default Date.now */
  now?: (() => number) | undefined;
}

const RETRY_QUOTA: OptionTable<RetryQuotaOptions> = { capacity: { check: (setting) => wholeNumber(setting, 0) } };

/** The checks of the common options. */
export const COMMON_OPTIONS: OptionTable<CommonOptions> = {
  marketplace: { check: (setting) => oneOf(setting, MARKETPLACES), fromText: textIn },
  language: { check: (setting) => oneOf(setting, LANGUAGES), fromText: textIn },
  timeoutMs: { check: (setting) => duration(setting, 1), fromText: numberIn },
  queueTimeoutMs: { check: (setting) => duration(setting, 1), fromText: numberIn },
  retries: { check: (setting) => wholeNumber(setting, 0), fromText: numberIn },
  maxBytes: { check: (setting) => wholeNumber(setting, 1), fromText: numberIn },
  retryQuota: { check: (setting) => (setting.value === false ? false : membersIn(RETRY_QUOTA)(setting)) },
  budget: { check: checkedBudgets, fromText: textIn },
  ledger: {
    check: objectWith<Ledger>(
      ['addPack', 'listPacks', 'reserve', 'renew', 'commit', 'release', 'remaining', 'connections', 'close'],
      'a ledger: memoryLedger(), sqliteLedger(path) or redisLedger(url)',
    ),
  },
  middleware: { check: middlewareList },
  onEvent: { check: functionFor<EventListener>() },
  now: { check: clock },
};
