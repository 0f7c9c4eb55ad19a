/** Options of both backends. */
import { LANGUAGES, type Language, MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import { type Budgets, budgetList } from '../ledger/budget.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { EventListener } from './events.ts';
import type { RetryQuotaOptions } from './retry-quota.ts';
import { type Environment, invalidSetting, oneOf, readSetting, wholeNumber } from './settings.ts';

/** Longest delay of a timer of Node [milliseconds]: 24 days. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** Options of every marketplace. */
export interface CommonOptions {
  /** Default marketplace of calls. @default BUYBOX_MARKETPLACE, else 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** Default language of calls. @default BUYBOX_LANGUAGE, else 'en' */
  language?: Language | undefined;
  /** Time that a call may work: fetch, read and retry [milliseconds]. Waits for its turn do not count. @default 60_000 */
  timeoutMs?: number | undefined;
  /** Time that a call may wait for its turn: for connections, pace, back-off, and again before a retry [milliseconds]. @default 300_000 */
  queueTimeoutMs?: number | undefined;
  /** Maximum number of retries. @default 2 */
  retries?: number | undefined;
  /** Limits the retries of all calls together: see {@link RetryQuotaOptions}. `false` switches the limit off. @default { capacity: 500 } */
  retryQuota?: false | RetryQuotaOptions | undefined;
  /**
   * How many credits calls may cost in a period: `{ credits: 500, per: 'day' }`, or a list of such budgets. A call beyond it throws
   * `BudgetExceededError` before anything is sent. @default no limit
   */
  budget?: Budgets | undefined;
  /** Counts the credits of budgets, and of the local backend's packs. The marketplace closes it. @default memoryLedger() */
  ledger?: Ledger | undefined;
  /** Receives events: requests, responses, retries, and more. */
  onEvent?: EventListener | undefined;
  /** Returns the current time [milliseconds since the epoch]. @default Date.now */
  now?: (() => number) | undefined;
}

/**
 * Returns the checked common options, with environment variables as defaults.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the option or variable
 */
export function resolveCommonOptions(options: CommonOptions, environment: Environment): CommonOptions {
  return {
    marketplace: oneOf(readSetting(options, 'marketplace', 'BUYBOX_MARKETPLACE', environment), MARKETPLACES),
    language: oneOf(readSetting(options, 'language', 'BUYBOX_LANGUAGE', environment), LANGUAGES),
    timeoutMs: assertTimeout(options.timeoutMs),
    queueTimeoutMs: assertTimeout(options.queueTimeoutMs, 'queueTimeoutMs'),
    retries: wholeNumber({ name: 'retries', value: options.retries }, 0),
    retryQuota: checkedRetryQuota(options.retryQuota),
    budget: checkedBudget(options.budget),
    ledger: options.ledger,
    onEvent: options.onEvent,
    now: options.now,
  };
}

/** Throws if the timeout is not valid for a timer. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertTimeout(value: number | undefined, name = 'timeoutMs'): number | undefined {
  return wholeNumber({ name, value }, 1, LONGEST_TIMEOUT_MS);
}

function checkedRetryQuota(option: false | RetryQuotaOptions | undefined): false | RetryQuotaOptions | undefined {
  if (option === undefined || option === false) return option;
  if (typeof option !== 'object' || option === null)
    throw invalidSetting('retryQuota', option, 'is not valid: expected false or { capacity }.');
  return { capacity: wholeNumber({ name: 'retryQuota.capacity', value: option.capacity }, 0) };
}

function checkedBudget(budget: Budgets | undefined): Budgets | undefined {
  budgetList(budget);
  return budget;
}
