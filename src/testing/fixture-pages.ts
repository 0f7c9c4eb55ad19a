/** The package's own fixture pages. */
import { existsSync } from 'node:fs';
import { BadRequestError } from '../contract/errors.ts';
import { FIXTURES_FOLDER } from '../fixtures-folder.ts';
import type { PageSource } from '../local/page-source.ts';
import { savedPages } from '../local/saved-pages.ts';

/** A source of the fixture pages. @throws BadRequestError where a bundler has moved this code away from them */
export function fixturePages(): PageSource {
  if (existsSync(FIXTURES_FOLDER)) return savedPages(FIXTURES_FOLDER);
  throw new BadRequestError(
    `pages: the fixture pages are not at ${FIXTURES_FOLDER}; leave buybox/testing out of the bundle ("external"), or give pages of your own`,
    { code: 'INVALID_CONFIGURATION', parameter: 'pages' },
  );
}
