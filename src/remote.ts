/**
 * `buybox/remote`: the backend that calls a hosted `/v1` service, with the codes, types and errors of the contract. It contains no page parser.
 *
 * @module buybox/remote
 */
export * from './contract/index.ts';
export type { ApiKey } from './remote/api-key.ts';
export { createRemoteMarketplace } from './remote/backend.ts';
export type { RemoteMarketplaceOptions } from './remote/settings.ts';
