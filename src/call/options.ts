/** Options of both backends. */
import { LANGUAGES, type Language, MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import type { EventListener } from './events.ts';
import { type Environment, oneOf, readSetting, wholeNumber } from './settings.ts';

/** Longest delay of a timer of Node [milliseconds]: 24 days. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** Options of every marketplace. */
export interface CommonOptions {
  /** Default marketplace of calls. @default BUYBOX_MARKETPLACE, else 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** Default language of calls. @default BUYBOX_LANGUAGE, else 'en' */
  language?: Language | undefined;
  /** Timeout of a whole call, including retries [milliseconds]. @default 60_000 */
  timeoutMs?: number | undefined;
  /** Maximum number of retries. @default 2 */
  retries?: number | undefined;
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
    retries: wholeNumber({ name: 'retries', value: options.retries }, 0),
    onEvent: options.onEvent,
    now: options.now,
  };
}

/** Throws if the timeout is not valid for a timer. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertTimeout(timeoutMs: number | undefined): number | undefined {
  return wholeNumber({ name: 'timeoutMs', value: timeoutMs }, 1, LONGEST_TIMEOUT_MS);
}
