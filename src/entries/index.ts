/**
 * `buybox`: retail-marketplace data behind one typed interface.
 *
 * @module buybox
 */
export type {
  EventBase,
  EventDetails,
  EventListener,
  EventType,
  MarketplaceEvent,
  QueueReason,
} from '../client/events.ts';
export { type MarketplaceCall, type Middleware, withMiddleware } from '../client/middleware.ts';
export type { CommonOptions } from '../client/options.ts';
export type { RetryQuotaOptions } from '../client/retries.ts';
export * from '../contract/index.ts';
export type { Budget, Budgets, BudgetText } from '../ledger/budget.ts';
export type { CommitOptions, Ledger, Reservation, ReserveOptions } from '../ledger/ledger.ts';
export type { NewPack, Pack } from '../ledger/pack.ts';
export { type BuyboxConfig, defineConfig, type FlagDefaults, loadConfig } from '../marketplace/config-file.ts';
export { createMarketplace } from '../marketplace/open.ts';
export type { MarketplaceOptions } from '../marketplace/options.ts';
export { type CachedOptions, type CacheStore, cached } from '../middleware/cached.ts';
export { type FallbackOptions, fallback } from '../middleware/fallback.ts';
export { type CallLogger, logged } from '../middleware/logged.ts';
export { Secret } from '../options/secrets.ts';
export {
  type BestsellerPageParams,
  type PageEndpoint,
  type PageParams,
  pageUrl,
  type ReviewsPageParams,
  type StorefrontPageParams,
} from '../pages/urls/page-url.ts';
export * from '../paging/index.ts';
export { type CsvOptions, type CsvSource, csvRows, toCsv } from '../tables/to-csv.ts';
