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
export type { RetryQuotaOptions } from '../client/retries.ts';
export { defineConfig, loadConfig } from '../marketplace/config-file.ts';
export { createMarketplace } from '../marketplace/open.ts';
export type { BuyboxConfig, FlagDefaults, MarketplaceOptions } from '../marketplace/options.ts';
export {
  type BestsellerPageParams,
  type PageEndpoint,
  type PageParams,
  pageUrl,
  type ReviewsPageParams,
  type StorefrontPageParams,
} from '../pages/urls/page-url.ts';
export * from '../paging/index.ts';
export type { CsvResult, CsvSource } from '../tables/rows.ts';
export { type CsvOptions, csvRows, toCsv } from '../tables/to-csv.ts';
export * from './common-exports.ts';
