/** The package's own fixture pages. */
import { existsSync } from 'node:fs';
import { BadRequestError, UnavailableError } from '../../contract/errors.ts';
import { clock } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { FIXTURES_FOLDER } from '../../package-folder.ts';
import type { PageSource } from '../page-source.ts';
import { savedPages } from './saved-pages.ts';

/** Options of {@link fixturePages}. */
export interface FixturePagesOptions {
  /**
   * Returns when a page counts as fetched [milliseconds since the epoch]: relative dates are counted from it, and a deal that ended before it is
   * none. @default the time at which the fixtures were written, `FIXTURE_TIME`
   */
  now?: (() => number) | undefined;
}

const FIXTURE_PAGES_OPTIONS: OptionTable<FixturePagesOptions> = { now: { check: clock } };

/**
 * Returns a page source of the package's own fixture pages, to run a program offline. `fixtures/README.md` lists them. To request the real sites,
 * remove the option `pages`. The fixtures give the same data on any day.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, and if a bundler moved this code away from the fixtures
 * @throws UnavailableError for a page that is not one of the fixtures
 * @example
 * const marketplace = createMarketplace({ pages: fixturePages() });
 * const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
 */
export function fixturePages(options: FixturePagesOptions = {}): PageSource {
  const { now } = readOptions('fixturePages', FIXTURE_PAGES_OPTIONS, options);
  if (existsSync(FIXTURES_FOLDER)) {
    const saved = savedPages(FIXTURES_FOLDER);
    return async (request) => {
      const page = await saved(request).catch((error: unknown) => Promise.reject(explained(error, request.url)));
      return now === undefined ? page : { ...page, fetchedAt: new Date(now()) };
    };
  }
  throw new BadRequestError(
    `pages: the fixtures are not in ${FIXTURES_FOLDER}. Exclude buybox/testing from the bundle ("external"), or set "pages".`,
    { code: 'INVALID_CONFIGURATION', parameter: 'pages' },
  );
}

/** A new user's first call is often for a page that is not a fixture. */
function explained(error: unknown, url: string): unknown {
  if (!(error instanceof UnavailableError)) return error;
  const message = `${url} is not a fixture page: expected a page that fixtures/README.md lists. To request the real site, remove the fixtures.`;
  return new UnavailableError(message, { retryable: false });
}
