/**
 * `buybox`: retail-marketplace data behind one typed interface.
 *
 * @module buybox
 */

import type { MarketplaceWithFields } from '../contract/marketplace.ts';
import { openMarketplace } from '../marketplace/open.ts';
import { type MarketplaceOptions, resolveOptions } from '../marketplace/options.ts';

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
export type { Budget, Budgets } from '../ledger/budget.ts';
export type { CommitOptions, Ledger, Reservation, ReserveOptions } from '../ledger/ledger.ts';
export type { NewPack, Pack } from '../ledger/pack.ts';
export { type BuyboxConfig, defineConfig, type FlagDefaults, loadConfig } from '../marketplace/config-file.ts';
export type { MarketplaceOptions } from '../marketplace/options.ts';
export { type CachedOptions, type CacheStore, cached } from '../middleware/cached.ts';
export { type FallbackOptions, fallback } from '../middleware/fallback.ts';
export { type CallLogger, logged } from '../middleware/logged.ts';
export { Secret } from '../options/secrets.ts';
export * from '../paging/index.ts';

/**
 * Returns a marketplace. The options or the environment select the backend, which is loaded on the first call.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid setting
 * @example
 * const marketplace = createMarketplace();
 * try {
 *   const response = await marketplace.product({ asin: 'B0WASSERK1', marketplace: 'de' });
 *   if (response.found) console.log(response.data.title, response.data.bb_price);
 * } finally {
 *   await marketplace.close();
 * }
 */
export function createMarketplace(options: MarketplaceOptions = {}): MarketplaceWithFields {
  return openMarketplace(resolveOptions(options));
}
