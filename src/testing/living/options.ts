/** The options of a living marketplace, with their checks. */
import { BadRequestError } from '../../contract/errors.ts';
import { invalidSetting, objectWith, type Setting } from '../../options/checks.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { LivingProductStart } from './catalogue.ts';
import type { LivingEvent } from './changes.ts';
import { DEFAULT_RATES, type LivingRates } from './rates.ts';

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

const RATES = Object.fromEntries(Object.keys(DEFAULT_RATES).map((name) => [name, rate])) as OptionTable<
  Partial<LivingRates>
>;

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
