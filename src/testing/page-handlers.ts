/** msw handlers for the marketplaces' own sites. */
import type { HttpHandler } from 'msw';
import { MARKETPLACE_SUFFIXES } from '../contract/sites.ts';
import { readOptions } from '../options/table.ts';
import type { PageSource } from '../sources/page-source.ts';
import { fixturePages } from '../sources/saved/fixture-pages.ts';
import { loadMsw } from './msw.ts';
import { headersOf, PAGES_OPTIONS, pageAt } from './site.ts';

/** Options of {@link pageHandlers}. */
export interface PageHandlersOptions {
  /** The pages of the sites. @default the package's own fixtures */
  pages?: PageSource | undefined;
}

/**
 * Returns msw handlers that serve saved pages for all 20 sites, and the 404 page for all other URLs. The local backend runs on them without a
 * network, and reads each page at the time when it was fetched: the fixtures at {@link FIXTURE_TIME}.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` if the package msw is not installed
 * @example
 * const server = setupServer(...pageHandlers());
 * server.listen({ onUnhandledFrame: 'error' });
 */
export function pageHandlers(options: PageHandlersOptions = {}): HttpHandler[] {
  const { pages = fixturePages() } = readOptions('pageHandlers', PAGES_OPTIONS, options);
  const { http, HttpResponse } = loadMsw('pageHandlers');
  const hosts = Object.values(MARKETPLACE_SUFFIXES).map((suffix) => `amazon\\.${suffix.replaceAll('.', '\\.')}`);
  const anyPage = new RegExp(`^https://www\\.(?:${hosts.join('|')})/`);
  return [
    http.all(anyPage, async ({ request }) => {
      const page = await pageAt(pages, request.url);
      const { status, body } = page;
      return new HttpResponse(typeof body === 'string' ? body : new Uint8Array(body), {
        status,
        headers: headersOf(page),
      });
    }),
  ];
}
