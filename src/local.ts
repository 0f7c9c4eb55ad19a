/**
 * `buybox/local`: the backend that fetches the marketplace's own pages and reads them in process.
 *
 * @module buybox/local
 */
export { createLocalMarketplace, type LocalMarketplaceOptions } from './local/backend.ts';
export { fileUsage } from './local/file-usage.ts';
export type { DeliveryPlace } from './local/http/delivery-place.ts';
export { type HttpPagesOptions, httpPages } from './local/http/pages.ts';
export type { ProxySetting } from './local/http/proxies.ts';
export { DEFAULT_PACE, type Pace } from './local/pace.ts';
export type { Compression, PageRequest, PageResponse, PageSource } from './local/page-source.ts';
export { recordPages, type SavedPage, savedPages } from './local/saved-pages.ts';
export { memoryUsage, type Pack, type Reservation, type UsageMeter, type UsageOptions } from './local/usage.ts';
