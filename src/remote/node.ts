/** The remote backend on Node. The backend itself, with its HTTP client, is loaded at the first call. */
import { lazyMarketplace } from '../call/lazy.ts';
import type { MarketplaceWithFields } from '../contract/marketplace.ts';
import type { Environment } from '../settings/checks.ts';
import type { DriftCheck } from './drift-watch.ts';
import { openSettings, type RemoteMarketplaceOptions, type RemoteSettings } from './settings.ts';
import type { Transport } from './transport.ts';

/**
 * Returns a marketplace that calls a hosted `/v1` service. The HTTP client is loaded at the first call.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a missing or invalid setting, with its name
 * @example
 * const marketplace = createRemoteMarketplace({ baseUrl: 'https://api.example.com', apiKey });
 */
export function createRemoteMarketplace(options: RemoteMarketplaceOptions = {}): MarketplaceWithFields {
  return openRemoteMarketplace(options);
}

/** Returns the same marketplace. @param environment Empty if the options have its values already. */
export function openRemoteMarketplace(
  options: RemoteMarketplaceOptions,
  environment?: Environment,
): MarketplaceWithFields {
  const settings = openSettings(options, drift, environment);
  const { transport, ledger } = settings;
  return lazyMarketplace(
    async () => {
      const { remoteMarketplace } = await import('./backend.ts');
      return remoteMarketplace(settings, transport ?? (await ownTransport(settings)));
    },
    [transport, ledger].some((resource) => resource !== undefined),
    settings,
  );
}

async function ownTransport(settings: RemoteSettings): Promise<Transport> {
  return (await import('./got-transport.ts')).gotTransport(settings);
}

/** Loads the schemas when the first response is checked. */
const drift: DriftCheck = async (...response) => (await import('./drift.ts')).driftOf(...response);
