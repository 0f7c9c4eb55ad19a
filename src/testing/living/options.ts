/** The options of a living marketplace, with their checks. */
import { BadRequestError } from '../../contract/errors.ts';
import { invalidSetting, objectWith, type Setting } from '../../options/checks.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { LivingProductStart } from './catalogue.ts';
import type { LivingChange } from './changes.ts';
import type { LivingRates } from './rates.ts';

/** Codes of the blocks that a living marketplace can serve. */
export const BLOCK_CODES = ['CAPTCHA', 'INTERSTITIAL', 'ROBOT_CHECK', 'UNAVAILABLE'] as const;

/** A code of a block. */
export type LivingBlockCode = (typeof BLOCK_CODES)[number];

/** A disturbance of the site itself, for a time. */
export type LivingDisturbance =
  /** Requests are refused. */
  | { change: 'block'; forMs: number; code?: LivingBlockCode | undefined; asin?: string | undefined }
  /** Product pages lack their Buy Box: their envelopes have a gap. */
  | { change: 'partial'; forMs: number; asin?: string | undefined };

/** A line of a script: what happens, and when. */
export type LivingEvent = { at: number } & (LivingChange | LivingDisturbance);

/** Options of {@link livingMarketplace}. */
export interface LivingMarketplaceOptions {
  /** Decides everything that is random: the same seed gives the same market. @default 1 */
  seed?: number | string | undefined;
  /** The products, or their number: `B0LIVE0001`, `B0LIVE0002`, .... @default 10 */
  products?: number | readonly LivingProductStart[] | undefined;
  /** The events: `at` is the time since the start [milliseconds]. */
  script?: readonly LivingEvent[] | undefined;
  /** How often things happen at random. `{}`: never. @default `{}` with a script; without one, see {@link LivingRates} */
  rates?: Partial<LivingRates> | undefined;
  /** The clock of the market. @default virtualClock() */
  clock?: VirtualClock | undefined;
}

const rate = {
  check: ({ name, value }: Setting): number => {
    if (typeof value === 'number' && value >= 0 && value <= 10_000) return value;
    throw invalidSetting(name, value, 'is not valid: expected how often it happens a day, 0 or more.');
  },
};

const RATES: OptionTable<Partial<LivingRates>> = {
  price: rate,
  buybox: rate,
  soldOut: rate,
  rank: rate,
  sellers: rate,
  vanish: rate,
  blocks: rate,
  partial: rate,
};

/** The checks of the options. The values of a script are checked when the market is made. */
export const LIVING_OPTIONS: OptionTable<LivingMarketplaceOptions> = {
  seed: {
    check: ({ name, value }) => {
      if (typeof value === 'number' || typeof value === 'string') return value;
      throw invalidSetting(name, value, 'is not valid: expected a number or a string.');
    },
  },
  products: {
    check: ({ name, value }) => {
      if (Array.isArray(value)) return value;
      if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 9_999) return Number(value);
      throw invalidSetting(name, value, 'is not valid: expected a list of products, or a number from 1 to 9999.');
    },
  },
  script: {
    check: ({ name, value }) => {
      if (Array.isArray(value)) return value;
      throw invalidSetting(name, value, 'is not valid: expected a list of events: { at, change, ... }.');
    },
  },
  rates: { check: membersIn(RATES) },
  clock: { check: objectWith<VirtualClock>(['now', 'advance'], 'the result of virtualClock()') },
};

/** Runs a check of a line of a script, and names the line in the error. */
export function checkedLine<T>(index: number, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    const { code, message } = error;
    const parameter = `script[${index}].${error.parameter}`;
    throw new BadRequestError(`script[${index}].${message}`, { code, parameter, cause: error });
  }
}
