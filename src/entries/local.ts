/**
 * `buybox/local`: the backend that fetches the marketplaces' own pages and reads them in process.
 *
 * @module buybox/local
 */
export type { CommonOptions } from '../client/options.ts';
export type { Budget, Budgets, BudgetText } from '../ledger/budget.ts';
export {
  type CommitOptions,
  type Ledger,
  type LedgerOptions,
  LOCAL_KEY,
  type Reservation,
  type ReserveOptions,
} from '../ledger/ledger.ts';
export type { LocalPack, NewPack, Pack } from '../ledger/pack.ts';
export { memoryLedger } from '../ledger/stores/memory-ledger.ts';
export { sqliteLedger } from '../ledger/stores/sqlite-ledger.ts';
export { createLocalMarketplace } from '../local/marketplace.ts';
export type { Backoff, Pacing, QueueDetails, SharedPace, WaitingCall } from '../local/pace/pace.ts';
export type { RobotsMode } from '../local/robots.ts';
export type { LocalMarketplaceOptions } from '../local/settings.ts';
export { Secret } from '../options/secrets.ts';
export type { DeliveryPlace } from '../sources/http/delivery-place.ts';
export { httpPages } from '../sources/http/pages.ts';
export type { HttpPagesOptions } from '../sources/http/settings.ts';
export type { Agents } from '../sources/http/transport.ts';
export type { Compression, PageRequest, PageResponse, PageSource } from '../sources/page-source.ts';
export { DEFAULT_PACE, type Pace } from '../sources/page-source.ts';
export type { ProxySetting, ProxyShare, ProxyUrl } from '../sources/proxies/proxies.ts';
export type { SavedPage } from '../sources/saved/saved-folder.ts';
export { recordPages, type SavedPagesOptions, savedPages } from '../sources/saved/saved-pages.ts';
