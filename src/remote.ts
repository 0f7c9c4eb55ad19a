/** `buybox/remote`: the backend that asks a hosted `/v1` service. It carries no parser of pages. */
export type { ApiKey } from './remote/api-key.ts';
export { createRemoteMarketplace } from './remote/backend.ts';
export type { RemoteMarketplaceOptions } from './remote/settings.ts';
