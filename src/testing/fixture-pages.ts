/** The package's own fixture pages. */
import { existsSync } from 'node:fs';
import { BadRequestError } from '../contract/errors.ts';
import { FIXTURES_FOLDER } from '../fixtures-folder.ts';
import type { PageSource } from '../local/page-source.ts';
import { savedPages } from '../local/saved-pages.ts';

/** Returns a page source of the fixtures. @throws BadRequestError `INVALID_CONFIGURATION` if a bundler moved this code away from them */
export function fixturePages(): PageSource {
  if (existsSync(FIXTURES_FOLDER)) return savedPages(FIXTURES_FOLDER);
  throw new BadRequestError(
    `pages: the fixtures are not in ${FIXTURES_FOLDER}. Exclude buybox/testing from the bundle ("external"), or set "pages".`,
    { code: 'INVALID_CONFIGURATION', parameter: 'pages' },
  );
}
