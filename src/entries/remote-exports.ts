/** The exports of `buybox/remote` on every runtime. */
export { type MarketplaceCall, type Middleware, withMiddleware } from '../client/middleware.ts';
export type { CommonOptions } from '../client/options.ts';
export type { LiveEnvelope } from '../contract/envelope.ts';
export * from '../contract/index.ts';
export type { Budget, Budgets, BudgetText } from '../ledger/budget.ts';
export type { CommitOptions, Ledger, Reservation, ReserveOptions } from '../ledger/ledger.ts';
export type { NewPack, Pack } from '../ledger/pack.ts';
export { type CachedOptions, type CacheStore, cached } from '../middleware/cached.ts';
export { type FallbackOptions, fallback } from '../middleware/fallback.ts';
export { type CallLogger, logged } from '../middleware/logged.ts';
export { Secret } from '../options/secrets.ts';
export type { ApiKey } from '../remote/api-key.ts';
export type { Drift, DriftCheck } from '../remote/drift-watch.ts';
export { type FetchTransportOptions, fetchTransport } from '../remote/fetch-transport.ts';
export type { RemoteMarketplaceOptions } from '../remote/settings.ts';
export type { Transport, TransportRequest, TransportResponse } from '../remote/transport.ts';
