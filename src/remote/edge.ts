/** The remote backend where there is no Node: Workers, browsers, Deno, Bun. */
import { withMiddleware } from '../client/middleware.ts';
import { type Marketplace, marketplaceFrom } from '../contract/marketplace.ts';
import { openRemoteBackend } from './backend.ts';
import { fetchTransport } from './fetch-transport.ts';
import { openSettings, type RemoteMarketplaceOptions, resolveRemoteOptions } from './settings.ts';

/** The same function as on Node, with `fetch`, and without a check of responses: the schemas would be most of a bundle. */
export function createRemoteMarketplace(options: RemoteMarketplaceOptions = {}): Marketplace {
  const settings = openSettings(resolveRemoteOptions(options));
  const runner = openRemoteBackend(settings, settings.transport ?? fetchTransport());
  const marketplace = marketplaceFrom(
    (...call) => runner.call(...call),
    () => runner.close(),
    settings,
  );
  return withMiddleware(marketplace, ...(settings.middleware ?? []));
}
