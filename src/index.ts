/**
 * `buybox`: retail-marketplace data behind one typed interface.
 *
 * @module buybox
 */
import { type MarketplaceOptions, resolveOptions } from './config.ts';
import { TransportError } from './contract/errors.ts';
import { callFunctionOf, type Marketplace, marketplaceFrom } from './contract/marketplace.ts';

export type { EventBase, EventDetails, EventListener, EventType, MarketplaceEvent } from './call/events.ts';
export type { LocalBackendOptions, MarketplaceOptions, RemoteBackendOptions } from './config.ts';
export { type BuyboxConfig, type ConfiguredMarketplace, defineConfig, type FlagDefaults } from './config-file.ts';
export * from './contract/index.ts';
export * from './paging/index.ts';

/**
 * A marketplace, with the backend that the options or the environment name; it is loaded when it is first used.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a wrong setting, by its name
 * @example
 * await using marketplace = createMarketplace();
 * const response = await marketplace.product({ asin: 'B08N5WRWNW', marketplace: 'de' });
 * if (response.found) console.log(response.data.title, response.data.bb_price);
 */
export function createMarketplace(options: MarketplaceOptions = {}): Marketplace {
  const settings = resolveOptions(options);
  let loading: Promise<Marketplace> | undefined;
  let isClosed = false;
  const load = () => {
    loading ??= loadBackend(settings);
    return loading;
  };
  return marketplaceFrom(
    async (name, params, callOptions, onResponse) => {
      if (isClosed) throw new TransportError('the marketplace is closed; make a new one', { retryable: false });
      const call = callFunctionOf(await load());
      if (call === undefined) throw new TypeError('a backend is made by marketplaceFrom');
      return call(name, params, callOptions, onResponse);
    },
    async () => {
      isClosed = true;
      // What was handed in is the marketplace's to close, also when no call has used it.
      if (loading !== undefined || holdsResources(settings)) await (await load()).close();
    },
  );
}

async function loadBackend(settings: ReturnType<typeof resolveOptions>): Promise<Marketplace> {
  if (settings.backend === 'remote') return (await import('./remote.ts')).createRemoteMarketplace(settings);
  return (await import('./local.ts')).createLocalMarketplace(settings);
}

function holdsResources(settings: MarketplaceOptions): boolean {
  return settings.backend !== 'remote' && (settings.pages !== undefined || settings.ledger !== undefined);
}
