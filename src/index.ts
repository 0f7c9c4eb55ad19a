/**
 * `buybox`: retail-marketplace data behind one typed interface.
 *
 * @module buybox
 */
import { type MarketplaceOptions, resolveOptions } from './config.ts';
import { TransportError } from './contract/errors.ts';
import { callFunctionOf, type Marketplace, marketplaceFrom } from './contract/marketplace.ts';

export type {
  EventBase,
  EventDetails,
  EventListener,
  EventType,
  MarketplaceEvent,
  QueueReason,
} from './call/events.ts';
export type { RetryQuotaOptions } from './call/retry-quota.ts';
export type { LocalBackendOptions, MarketplaceOptions, RemoteBackendOptions } from './config.ts';
export { type BuyboxConfig, type ConfiguredMarketplace, defineConfig, type FlagDefaults } from './config-file.ts';
export * from './contract/index.ts';
export type { Budget, Budgets } from './ledger/budget.ts';
export type { Ledger, Reservation, ReserveOptions } from './ledger/ledger.ts';
export type { NewPack, Pack } from './ledger/pack.ts';
export * from './paging/index.ts';

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
  const settings = resolveOptions(options);
  let loading: Promise<Marketplace> | undefined;
  let isClosed = false;
  const load = () => {
    loading ??= loadBackend(settings);
    return loading;
  };
  return marketplaceFrom(
    async (name, params, callOptions, onResponse) => {
      if (isClosed) throw new TransportError('the marketplace is closed. Create a new one.', { retryable: false });
      const call = callFunctionOf(await load());
      if (call === undefined) throw new TypeError('backends are created with marketplaceFrom');
      return call(name, params, callOptions, onResponse);
    },
    async () => {
      isClosed = true;
      // The page source and the ledger of the options are closed even if no call used them.
      if (loading !== undefined || holdsResources(settings)) await (await load()).close();
    },
  );
}

async function loadBackend(settings: ReturnType<typeof resolveOptions>): Promise<Marketplace> {
  if (settings.backend === 'remote') return (await import('./remote.ts')).createRemoteMarketplace(settings);
  return (await import('./local.ts')).createLocalMarketplace(settings);
}

function holdsResources(settings: MarketplaceOptions): boolean {
  return settings.ledger !== undefined || (settings.backend !== 'remote' && settings.pages !== undefined);
}
