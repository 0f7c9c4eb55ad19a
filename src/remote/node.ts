/** The remote backend on Node. */
import type { MarketplaceWithFields } from '../contract/marketplace.ts';
import { remoteMarketplace } from './backend.ts';
import type { DriftCheck } from './drift-watch.ts';
import { gotTransport } from './got-transport.ts';
import type { RemoteMarketplaceOptions } from './settings.ts';

/**
 * Returns a marketplace that calls a hosted `/v1` service.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a missing or invalid setting, with its name
 * @example
 * const marketplace = createRemoteMarketplace({ baseUrl: 'https://api.example.com', apiKey });
 */
export function createRemoteMarketplace(options: RemoteMarketplaceOptions = {}): MarketplaceWithFields {
  return remoteMarketplace(options, { transportOf: gotTransport, drift });
}

/** Loads the schemas when the first response is checked. */
const drift: DriftCheck = async (...response) => (await import('./drift.ts')).driftOf(...response);
