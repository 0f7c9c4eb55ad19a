/** What both backends can be told. */
import { LANGUAGES, type Language, MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import type { EventListener } from './events.ts';
import { type Environment, oneOf, readSetting, wholeNumber } from './settings.ts';

/** The longest wait that a timer of Node can make, in milliseconds: 24 days. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** Options of every marketplace, whatever its backend. */
export interface CommonOptions {
  /** Marketplace of calls that name none. @default BUYBOX_MARKETPLACE, else 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** Language of calls that name none. @default BUYBOX_LANGUAGE, else 'en' */
  language?: Language | undefined;
  /** Budget of a whole call, retries included, in milliseconds. @default 60_000 */
  timeoutMs?: number | undefined;
  /** How many times a failed attempt is repeated. @default 2 */
  retries?: number | undefined;
  /** Hears what happens: requests, answers, retries, and more. */
  onEvent?: EventListener | undefined;
  /** A clock, in milliseconds since the epoch. @default Date.now */
  now?: (() => number) | undefined;
}

/**
 * Checks the common options and fills in what the environment says.
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

/** Refuses a budget that no timer can keep. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertTimeout(timeoutMs: number | undefined): number | undefined {
  return wholeNumber({ name: 'timeoutMs', value: timeoutMs }, 1, LONGEST_TIMEOUT_MS);
}
