/** The exports of `buybox/remote` on every runtime. */
export type { LiveEnvelope } from '../contract/envelope.ts';
export type { ApiKey } from '../remote/api-key.ts';
export type { Drift, DriftCheck } from '../remote/drift-watch.ts';
export { type FetchTransportOptions, fetchTransport } from '../remote/fetch-transport.ts';
export type { RemoteMarketplaceOptions } from '../remote/settings.ts';
export type { Transport, TransportRequest, TransportResponse } from '../remote/transport.ts';
export * from './common-exports.ts';
