/** The options of a living marketplace, with their checks. */
import { BadRequestError } from '../../contract/errors.ts';
import { filledString, invalidSetting, objectWith, trueOrFalse, wholeNumber } from '../../options/checks.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { LivingProductStart } from './catalogue.ts';
import type { LivingEvent } from './changes.ts';
import { checkedOffer, list, number, text, whole } from './checks.ts';
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

const products = list(
  membersIn<LivingProductStart>({
    asin: text(/^[A-Z0-9]{10}$/, '10'),
    title: { check: filledString },
    isListed: { check: trueOrFalse },
    offers: list(checkedOffer),
    rank: whole(1),
    rating: number(0, 5),
    reviews: whole(0),
  }),
);

/** How often something happens a day. */
const rate = number(0, 10_000);

const RATES = Object.fromEntries(Object.keys(DEFAULT_RATES).map((name) => [name, rate])) as OptionTable<
  Partial<LivingRates>
>;

/** The checks of the options. The events of a script are checked when the market is made. */
export const LIVING_OPTIONS: OptionTable<LivingMarketplaceOptions> = {
  seed: {
    check: ({ name, value }) => {
      if (typeof value === 'number' || typeof value === 'string') return value;
      throw invalidSetting(name, value, 'is not valid: expected a number or a string.');
    },
  },
  products: {
    check: (setting) => (typeof setting.value === 'number' ? wholeNumber(setting, 1, 9_999) : products.check(setting)),
  },
  script: list(({ value }) => value as LivingEvent),
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
