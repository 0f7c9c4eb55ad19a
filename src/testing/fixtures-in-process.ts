/** The fixture marketplace in process: no server, no msw, no waiting. */
import type { Marketplace } from '../contract/marketplace.ts';
import { createLocalMarketplace } from '../local/marketplace.ts';
import type { LocalMarketplaceOptions } from '../local/settings.ts';
import { readOptions } from '../options/table.ts';
import { fixturePages } from '../sources/saved/fixture-pages.ts';
import { PAGES_OPTIONS, sitePages } from './site.ts';
import { fixtureClock } from './virtual-clock.ts';

/**
 * Options of `createMarketplace` without the pace of the real sites, and without waits after blocks: for tests whose pages come from msw or from a
 * loopback server. An application that creates its own marketplace reads the same from the environment: see {@link noPaceEnvironment}.
 *
 * @example
 * const marketplace = createMarketplace({ ...noPace });
 */
export const noPace = {
  pace: { concurrency: 100, minGapMs: 0, jitterMs: 0 },
  backoff: false,
} as const satisfies LocalMarketplaceOptions;

/**
 * Environment variables with the settings of {@link noPace}, for applications that create their own marketplace.
 *
 * @example
 * export default defineConfig({ test: { env: noPaceEnvironment } }); // vitest.config.ts
 */
export const noPaceEnvironment = {
  BUYBOX_PACE: 'concurrency=100,minGapMs=0,jitterMs=0',
  BUYBOX_BACKOFF: 'false',
} as const;

/**
 * Returns a marketplace that reads the package's own fixtures in process, without a pace. A page that is not a fixture is not found, as on the
 * fixture marketplace. Its clock starts at {@link FIXTURE_TIME}, and runs; `now` replaces it, and decides when the fixtures are read.
 *
 * @param options Options of the local backend, such as `retries`, `packs` or `onEvent`. `pages` replaces the fixtures.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option
 * @example
 * const marketplace = fixtureMarketplace();
 * const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
 */
export function fixtureMarketplace(options: LocalMarketplaceOptions = {}): Marketplace {
  const { now } = options;
  const { pages = fixturePages({ now }) } = readOptions('fixtureMarketplace', PAGES_OPTIONS, { pages: options.pages });
  return createLocalMarketplace({ ...noPace, ...options, now: now ?? fixtureClock(), pages: sitePages(pages) });
}
