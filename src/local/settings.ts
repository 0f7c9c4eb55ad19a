/** The options of the local backend, with their checks. It loads neither the parser nor the HTTP client. */
import { COMMON_OPTIONS, type CommonOptions } from '../client/options.ts';
import type { Duration, Durations } from '../contract/marketplace.ts';
import { checkedPacks, type LocalPack } from '../ledger/pack.ts';
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
import { SITE_OPTIONS, type SiteOptions } from '../sources/http/settings.ts';
import type { Pace, PageSource } from '../sources/page-source.ts';
import type { Backoff, SharedPace } from './pace/pace.ts';
import type { RobotsMode } from './robots.ts';

/** Options of the local backend. */
export interface LocalMarketplaceOptions extends CommonOptions, SiteOptions {
  /** Where pages come from. @default httpPages() */
  pages?: PageSource | undefined;
  /** Pace of requests to each host. @default `pages.pace`: for the marketplaces' own sites two concurrent requests, started 1_000 to 1_500 ms apart */
  pace?: Durations<Pace> | undefined;
  /**
   * How long all calls to a host wait after it blocked or failed: 2 s, then twice as long each time, up to 2 minutes, or as long as `Retry-After`
   * says. `false` never waits. @default true if the source or the option `pace` sets a pace
   */
  backoff?: boolean | Durations<Backoff> | undefined;
  /** Keeps the pace over several processes and machines: `redisPace` of `buybox/redis`. The marketplace closes it. @default none: each marketplace has a pace of its own */
  sharedPace?: SharedPace | undefined;
  /** Number of calls that may run at once, over all marketplaces. Never more than the packs allow. @default what the packs allow; 10 without packs */
  concurrency?: number | undefined;
  /** Packs of credits that calls are charged to. @default none: unlimited, unless the ledger has packs */
  packs?: readonly LocalPack[] | undefined;
  /** Where pages are read: in the calling thread (`'process'`), or in worker threads, which keep the calling thread free. @default 'process' */
  parseIn?: 'process' | 'workers' | undefined;
  /**
   * Time that reading a page may take [milliseconds]. Beyond it, the call fails with a `ParseError` (`PARSE_TIMEOUT`).
   * @default BUYBOX_PARSE_TIMEOUT_MS, else 10_000, and 2_000 more for each million characters of HTML
   */
  parseTimeoutMs?: Duration | undefined;
  /**
   * Reads the robots.txt of each site as its pages, at their pace, once a day; after a failure again in 30 seconds. `obey` refuses a URL that it disallows, with `ROBOTS_DISALLOWED` and the rule, before its request;
   * `report` only says so in an event. @default BUYBOX_ROBOTS, else it is not read
   */
  robots?: RobotsMode | undefined;
  /** Base URL of `meta.request_url`. @default 'http://localhost:8787' */
  baseUrl?: string | undefined;
}

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
