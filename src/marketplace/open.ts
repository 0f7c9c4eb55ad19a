/** Creates marketplaces. */
import { lazyMarketplace } from '../client/lazy.ts';
import type { Runner } from '../client/runner.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import { remoteSettings } from '../remote/settings.ts';
import { type MarketplaceOptions, type MarketplaceSettings, resolveOptions } from './options.ts';

/**
 * Returns a marketplace. The options or the environment select the backend, which is loaded on the first call.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid setting
 * @example
 * const marketplace = createMarketplace();
 * try {
 *   const response = await marketplace.product({ asin: 'B0WASSERK1', marketplace: 'de' });
 *   if (response.found) console.log(response.data.title, response.data.bb_price);
 * } finally {
 *   await marketplace.close();
 * }
 */
export function createMarketplace(options: MarketplaceOptions = {}): Marketplace {
  return openMarketplace(resolveOptions(options));
}

/** Returns a marketplace that loads its backend on the first call. */
export function openMarketplace(settings: MarketplaceSettings): Marketplace {
  const { backend, ledger, pages, sharedPace, transport } = settings;
  const holdsResources = [ledger, ...(backend === 'local' ? [pages, sharedPace] : [transport])].some(
    (given) => given !== undefined && typeof given !== 'string',
  );
  return lazyMarketplace(() => loadBackend(settings), holdsResources, settings);
}

async function loadBackend(settings: MarketplaceSettings): Promise<Runner> {
  const { ledger: given, now } = settings;
  const ledger =
    typeof given === 'string'
      ? (await import('../ledger/stores/sqlite-ledger.ts')).sqliteLedger(given, { now })
      : given;
  if (settings.backend === 'remote') {
    const { loadRemoteBackend, nodeSettings } = await import('../remote/node.ts');
    return loadRemoteBackend(nodeSettings(remoteSettings({ ...settings, ledger })));
  }
  const [{ openLocalBackend }, { namedSource }] = await Promise.all([
    import('../local/backend.ts'),
    import('../sources/named-source.ts'),
  ]);
  return openLocalBackend({ ...settings, pages: await namedSource(settings), ledger });
}
