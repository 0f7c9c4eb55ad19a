/** The remote backend where there is no Node: Workers, browsers, Deno, Bun. */
import type { MarketplaceWithFields } from '../contract/marketplace.ts';
import { remoteMarketplace } from './backend.ts';
import { fetchTransport } from './fetch-transport.ts';
import { openSettings, type RemoteMarketplaceOptions } from './settings.ts';

/** The same function as on Node, with `fetch`, and without a check of responses: the schemas would be most of a bundle. */
export function createRemoteMarketplace(options: RemoteMarketplaceOptions = {}): MarketplaceWithFields {
  const settings = openSettings(options);
  return remoteMarketplace(settings, settings.transport ?? fetchTransport());
}
