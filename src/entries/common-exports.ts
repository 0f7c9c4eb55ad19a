/** The exports of `buybox` and of `buybox/remote`. */
export { type MarketplaceCall, type Middleware, withMiddleware } from '../client/middleware.ts';
export type { CommonOptions } from '../client/options.ts';
export * from '../contract/index.ts';
export type { Budget, Budgets, BudgetText } from '../ledger/budget.ts';
export type { CommitOptions, Ledger, Reservation, ReserveOptions } from '../ledger/ledger.ts';
export type { NewPack, Pack } from '../ledger/pack.ts';
export { type CachedOptions, type CacheStore, cached } from '../middleware/cached.ts';
export { type FallbackOptions, fallback } from '../middleware/fallback.ts';
export { type CallLogger, logged } from '../middleware/logged.ts';
export { Secret } from '../options/secrets.ts';
