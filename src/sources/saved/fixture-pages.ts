/** The package's own fixture pages. */
import { existsSync } from 'node:fs';
import { UnavailableError } from '../../contract/errors.ts';
import { clock, wrongSetting } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { FIXTURES_FOLDER } from '../../package-folder.ts';
import type { PageSource } from '../page-source.ts';
import { readIndex } from './saved-folder.ts';
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
 * @throws BadRequestError `INVALID_CONFIGURATION` for a page that is not one of the fixtures, with the nearest ones
 * @example
 * const marketplace = createMarketplace({ pages: fixturePages() });
 * const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
 */
export function fixturePages(options: FixturePagesOptions = {}): PageSource {
  const { now } = readOptions('fixturePages', FIXTURE_PAGES_OPTIONS, options);
  if (existsSync(FIXTURES_FOLDER)) {
    const saved = savedPages(FIXTURES_FOLDER);
    return async (request) => {
      // The backend applies the condition of offers itself, also to a page with all of them.
      const all = request.url.replace(/&filters=[^&]*/, '');
      const page = await saved(request)
        .catch((error: unknown) => (all === request.url ? Promise.reject(error) : saved({ ...request, url: all })))
        .catch(async (error: unknown) => Promise.reject(await explained(error, request.url)));
      return now === undefined ? page : { ...page, fetchedAt: new Date(now()) };
    };
  }
  const advice = 'Exclude buybox/testing from the bundle ("external"), or set "pages".';
  throw wrongSetting('pages', `the fixtures are not in ${FIXTURES_FOLDER}. ${advice}`);
}

/** A new user's first call is often for a page that is not a fixture. */
async function explained(error: unknown, url: string): Promise<unknown> {
  if (!(error instanceof UnavailableError)) return error;
  const [{ detectPageType }, pages] = await Promise.all([import('../../pages/index.ts'), readIndex(FIXTURES_FOLDER)]);
  const wanted = detectPageType(url);
  const alike = pages.flatMap((page) => {
    const found = (page.status ?? 200) === 200 ? detectPageType(page.url) : undefined;
    return found !== undefined && found.page_type === wanted?.page_type ? { ...page, ...found } : [];
  });
  const other = alike.find((page) =>
    SUBJECTS.some((name) => page[name] !== undefined && page[name] === wanted?.[name]),
  );
  if (other !== undefined && other.marketplace !== wanted?.marketplace) {
    const where = `but there is one of it on ${other.marketplace}. Set the marketplace to ${other.marketplace}.`;
    return wrongSetting('fixtures', `${url} is not a fixture page, ${where}`);
  }
  const near = alike.filter(({ marketplace }) => marketplace === wanted?.marketplace);
  const listed = near.slice(0, MOST_NEAR).map((page) => page.url);
  const expected = listed.length === 0 ? 'a page that fixtures/README.md lists' : `for example ${listed.join(', ')}`;
  const why = `is not a fixture page: expected ${expected}. To request the real site, remove the fixtures.`;
  return wrongSetting('fixtures', `${url} ${why}`);
}

const MOST_NEAR = 3;
/** The members that identify a page on any marketplace. */
const SUBJECTS = ['asin', 'seller_id', 'node'] as const;
