/** Creates marketplaces of the local backend. The backend itself, with the parser, is loaded at the first call. */
import { lazyMarketplace } from '../client/lazy.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import { readOptions } from '../options/table.ts';
import { httpPages } from '../sources/http/pages.ts';
import { httpPagesOptionsOf } from '../sources/http/settings.ts';
import { LOCAL_OPTIONS, type LocalMarketplaceOptions } from './settings.ts';

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
