/** The options of the local backend, with their checks. It loads neither the parser nor the HTTP client. */
import { COMMON_OPTIONS } from '../client/options.ts';
import type { Durations } from '../contract/marketplace.ts';
import { checkedPacks } from '../ledger/pack.ts';
import {
  functionFor,
  httpUrl,
  invalidSetting,
  numberIn,
  objectWith,
  oneOf,
  textIn,
  trueOrFalse,
  truthIn,
  wholeNumber,
} from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { membersIn, type OptionTable } from '../options/table.ts';
import { SITE_OPTIONS } from '../sources/http/settings.ts';
import type { Pace, PageSource } from '../sources/page-source.ts';
import type { LocalMarketplaceOptions } from './marketplace.ts';
import type { Backoff, SharedPace } from './pace/pace.ts';

const PACE: OptionTable<Durations<Pace>> = {
  concurrency: { check: (setting) => wholeNumber(setting, 1) },
  minGapMs: { check: (setting) => duration(setting, 0) },
  jitterMs: { check: (setting) => duration(setting, 0) },
};

const BACKOFF: OptionTable<Durations<Backoff>> = {
  firstMs: { check: (setting) => duration(setting, 0) },
  longestMs: { check: (setting) => duration(setting, 0) },
};

/** The checks of the options. */
export const LOCAL_OPTIONS: OptionTable<LocalMarketplaceOptions> = {
  ...COMMON_OPTIONS,
  ...SITE_OPTIONS,
  pages: { check: functionFor<PageSource>('a page source: a function, or the result of httpPages or savedPages') },
  pace: { check: membersIn(PACE), fromText: pairsIn },
  backoff: {
    check: (setting) => (typeof setting.value === 'object' ? membersIn(BACKOFF)(setting) : trueOrFalse(setting)),
    fromText: truthIn,
  },
  sharedPace: { check: objectWith<SharedPace>(['pacing', 'close'], 'the result of redisPace') },
  concurrency: { check: (setting) => wholeNumber(setting, 1), fromText: numberIn },
  packs: { check: checkedPacks },
  parseIn: { check: (setting) => oneOf(setting, ['process', 'workers']), fromText: textIn },
  parseTimeoutMs: { check: (setting) => duration(setting, 1), fromText: numberIn },
  robots: { check: (setting) => oneOf(setting, ['obey', 'report']), fromText: textIn },
  baseUrl: { check: httpUrl, fromText: textIn },
};

/** Returns the numbers of a text such as `concurrency=2,minGapMs=500`. */
function pairsIn(text: string, name: string): unknown {
  const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  if (pairs.every((pair) => pair.length === 2))
    return Object.fromEntries(pairs.map(([member, number = '']) => [member, numberIn(number)]));
  throw invalidSetting(name, text, 'is not valid: expected, for example, concurrency=2,minGapMs=500.');
}
