/** The cost of calls, before the first one. */
import { MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import type { Durations } from '../contract/marketplace.ts';
import { marketplaceCodeOfHost } from '../contract/sites.ts';
import { oneOf, wholeNumber } from '../options/checks.ts';
import { LOCAL_DEFAULTS } from '../options/defaults.ts';
import { duration } from '../options/duration.ts';
import { membersIn, type OptionTable, readOptions } from '../options/table.ts';

/** A call, as `batch` takes it, or a job of a queue. */
export interface PlannedRequest {
  /** The parameters. The site is that of their marketplace or URL. */
  params: object;
  /** `all` for all pages of a list. */
  pages?: unknown;
}

/** Options of {@link dryRun}. */
export interface DryRunOptions {
  /** The pace of the marketplace. @default that of the sites: a call each 1 to 1.5 seconds */
  pace?: Durations<{ concurrency: number; minGapMs: number; jitterMs: number }> | undefined;
  /** The site of requests without one: the `marketplace` of your `createMarketplace`. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** The `maxPages` of the batch, for requests with `pages: 'all'`, or of an iterator over pages. @default no limit */
  maxPages?: number | undefined;
  /** The `maxCredits` of the batch. @default no limit */
  maxCredits?: number | undefined;
}

/** The result of {@link dryRun}. */
export interface DryRun {
  /** Number of calls: one for each request, and for a request with `pages: 'all'` one for each of `maxPages` pages. */
  calls: number;
  /** Credits that they cost, if each succeeds at the first attempt. */
  credits: number;
  /** Time at this pace [milliseconds]. Calls of different sites run at the same time. Slow pages and back-offs come on top. */
  durationMs: number;
  /** Whether lists with a number of pages that nobody knows yet can make all three larger. */
  isLeast: boolean;
}

const OPTIONS: OptionTable<DryRunOptions> = {
  pace: {
    check: membersIn<NonNullable<DryRunOptions['pace']>>({
      concurrency: { check: (setting) => wholeNumber(setting, 1) },
      minGapMs: { check: (setting) => duration(setting, 0) },
      jitterMs: { check: (setting) => duration(setting, 0) },
    }),
  },
  marketplace: { check: (setting) => oneOf(setting, MARKETPLACES) },
  maxPages: { check: (setting) => wholeNumber(setting, 1) },
  maxCredits: { check: (setting) => wholeNumber(setting, 0) },
};

/**
 * Returns what the calls of a batch, of an iterator over pages (a request with `pages: 'all'`) or of a queue cost, before anything is fetched. Equal requests
 * count each. `planWatch` of `buybox/watch` says it of a watch.
 *
 * @throws BadRequestError for invalid options, and what the iteration over the requests throws
 * @example
 * const { credits, durationMs } = await dryRun(asins.map((asin) => ({ endpoint: 'product', params: { asin } })));
 */
export async function dryRun(
  requests: Iterable<PlannedRequest> | AsyncIterable<PlannedRequest>,
  options: DryRunOptions = {},
): Promise<DryRun> {
  const checked = readOptions('dryRun', OPTIONS, options);
  const { pace, marketplace = 'us', maxPages, maxCredits = Number.POSITIVE_INFINITY } = checked;
  const { minGapMs, jitterMs } = { ...LOCAL_DEFAULTS.pace, ...pace };
  const sites = new Map<string, number>();
  let calls = 0;
  let isLeast = false;
  for await (const { params, pages } of requests) {
    if (calls >= maxCredits) break;
    const count = pages === 'all' ? (maxPages ?? 1) : 1;
    isLeast ||= pages === 'all' && maxPages === undefined;
    calls = Math.min(calls + count, maxCredits);
    const site = siteOf({ marketplace, ...params });
    sites.set(site, (sites.get(site) ?? 0) + count);
  }
  const longest = Math.min(Math.max(1, ...sites.values()), Math.max(1, calls));
  return { calls, credits: calls, durationMs: (longest - 1) * (Number(minGapMs) + Number(jitterMs) / 2), isLeast };
}

function siteOf(params: object): string {
  const { marketplace, url } = params as { marketplace?: unknown; url?: unknown };
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : undefined;
  return host === undefined ? String(marketplace) : (marketplaceCodeOfHost(host) ?? host);
}
