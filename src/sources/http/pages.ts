/** The page source that fetches over HTTP from the marketplaces' own sites. */
import { Lazy } from '../../client/lazy.ts';
import { readOptions } from '../../options/table.ts';
import type { PageRequest, PageSource } from '../page-source.ts';
import { DEFAULT_PACE } from '../page-source.ts';
import { sessionCountOf } from '../proxies/proxies.ts';
import { HTTP_PAGES_OPTIONS, type HttpPagesOptions, ownProxies } from './settings.ts';

/**
 * Returns a page source that fetches from the marketplaces' own sites. It sends a browser's headers and a session's cookies, follows redirects
 * only within the operator's sites, and limits the size of bodies.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, with its name
 */
export function httpPages(options: HttpPagesOptions = {}): PageSource {
  const given = readOptions('httpPages', HTTP_PAGES_OPTIONS, options);
  const settings = { ...given, proxy: ownProxies(given) };
  const fetcher = new Lazy(async () => new (await import('./fetcher.ts')).Fetcher(settings));
  return Object.assign(async (request: PageRequest) => (await fetcher.get()).page(request), {
    close: async () => {
      if (fetcher.isUsed) await (await fetcher.get()).close();
    },
    sessionCount: sessionCountOf(settings.proxy),
    // A loopback server needs no pace.
    ...(settings.via === undefined ? { pace: DEFAULT_PACE } : {}),
  });
}
