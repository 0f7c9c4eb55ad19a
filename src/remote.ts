/**
 * `buybox/remote`: the backend that calls a hosted `/v1` service, with the codes, types and errors of the contract. It has no page parser, and loads
 * the schemas of responses when it checks the first response. The schemas are exported by `buybox`.
 *
 * @module buybox/remote
 */
export type { CommonOptions } from './call/options.ts';
export * from './contract/client.ts';
export type * from './contract/data/index.ts';
export type { Budget, Budgets } from './ledger/budget.ts';
export type { CommitOptions, Ledger, Reservation, ReserveOptions } from './ledger/ledger.ts';
export type { NewPack, Pack } from './ledger/pack.ts';
export type { ApiKey } from './remote/api-key.ts';
export { type FetchTransportOptions, fetchTransport } from './remote/fetch-transport.ts';
export { createRemoteMarketplace } from './remote/node.ts';
export type { RemoteMarketplaceOptions } from './remote/settings.ts';
export type { Transport, TransportRequest, TransportResponse } from './remote/transport.ts';
export { Secret } from './settings/secret.ts';
