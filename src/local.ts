/**
 * `buybox/local`: the backend that fetches the marketplaces' own pages and reads them in process.
 *
 * @module buybox/local
 */
export type { CommonOptions } from './client/options.ts';
export type { Budget, Budgets } from './ledger/budget.ts';
export {
  type CommitOptions,
  type Ledger,
  type LedgerOptions,
  LOCAL_KEY,
  type Reservation,
  type ReserveOptions,
} from './ledger/ledger.ts';
export { memoryLedger } from './ledger/memory-ledger.ts';
export type { NewPack, Pack } from './ledger/pack.ts';
export { sqliteLedger } from './ledger/sqlite-ledger.ts';
export type { LocalPack } from './local/credits.ts';
export type { DeliveryPlace } from './local/http/delivery-place.ts';
export { type HttpPagesOptions, httpPages } from './local/http/pages.ts';
export type { ProxySetting, ProxyShare, ProxyUrl } from './local/http/proxies.ts';
export type { Agents } from './local/http/transport.ts';
export { createLocalMarketplace, type LocalMarketplaceOptions } from './local/marketplace.ts';
export {
  type Backoff,
  DEFAULT_PACE,
  type Pace,
  type Pacing,
  type QueueDetails,
  type SharedPace,
  type WaitingCall,
} from './local/pace.ts';
export type { Compression, PageRequest, PageResponse, PageSource } from './local/page-source.ts';
export type { SavedPage } from './local/saved-folder.ts';
export { recordPages, type SavedPagesOptions, savedPages } from './local/saved-pages.ts';
export { Secret } from './options/secrets.ts';
