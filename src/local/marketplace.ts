/** Creates marketplaces of the local backend. The backend itself, with the parser, is loaded at the first call. */
import { lazyMarketplace } from '../client/lazy.ts';
import type { CommonOptions } from '../client/options.ts';
import type { Duration, Durations, Marketplace } from '../contract/marketplace.ts';
import type { LocalPack } from '../ledger/pack.ts';
import { readOptions } from '../options/table.ts';
import { httpPages, type SiteOptions } from '../sources/http/pages.ts';
import { httpPagesOptionsOf } from '../sources/http/settings.ts';
import type { Pace, PageSource } from '../sources/page-source.ts';
import type { Backoff, SharedPace } from './pace/pace.ts';
import type { RobotsMode } from './robots.ts';
import { LOCAL_OPTIONS } from './settings.ts';

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

/**
 * Returns a marketplace that fetches the sites' own pages and reads them. The parser is loaded at the first call.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, with its name
 */
export function createLocalMarketplace(options: LocalMarketplaceOptions = {}): Marketplace {
  const settings = readOptions('createLocalMarketplace', LOCAL_OPTIONS, options);
  const { ledger, sharedPace } = settings;
  // Created here, because its options are checked too.
  const { pages = httpPages(httpPagesOptionsOf(settings)) } = settings;
  return lazyMarketplace(
    async () => (await import('./backend.ts')).openLocalBackend({ ...settings, pages }),
    [settings.pages, ledger, sharedPace].some((resource) => resource !== undefined),
    settings,
  );
}
