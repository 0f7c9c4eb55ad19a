/** The remote backend on Node. The backend itself, with its HTTP client, is loaded at the first call. */
import { lazyMarketplace } from '../client/lazy.ts';
import type { Runner } from '../client/runner.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import { openSettings, type RemoteMarketplaceOptions, type RemoteSettings, resolveRemoteOptions } from './settings.ts';

/**
 * Returns a marketplace that calls a hosted `/v1` service. The HTTP client is loaded at the first call.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a missing or invalid setting, with its name
 * @example
 * const marketplace = createRemoteMarketplace({ baseUrl: 'https://api.example.com', apiKey });
 */
export function createRemoteMarketplace(options: RemoteMarketplaceOptions = {}): Marketplace {
  const settings = nodeSettings(resolveRemoteOptions(options));
  const holdsResources = settings.transport !== undefined || settings.ledger !== undefined;
  return lazyMarketplace(() => loadRemoteBackend(settings), holdsResources, settings);
}

/** Returns the settings with the check of responses, which loads the schemas for the first response. */
export const nodeSettings = (settings: RemoteSettings): RemoteSettings =>
  openSettings(settings, async (...response) => (await import('./drift.ts')).driftOf(...response));

/** Loads and opens the backend. */
export async function loadRemoteBackend(settings: RemoteSettings): Promise<Runner> {
  const { openRemoteBackend } = await import('./backend.ts');
  const { transport = (await import('./got-transport.ts')).gotTransport(settings) } = settings;
  return openRemoteBackend(settings, transport);
}
