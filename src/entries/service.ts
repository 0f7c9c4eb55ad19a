/**
 * `buybox/service`: the `/v1` API in front of any `Marketplace`, with keys, packs and a dashboard.
 *
 * @module buybox/service
 */

export type { Gap } from '../contract/generated/gap.ts';
export type { CommitOptions, Ledger, LedgerOptions, Reservation, ReserveOptions } from '../ledger/ledger.ts';
export type { NewPack, Pack, PackOffer } from '../ledger/pack.ts';
export { createService, type Service } from '../service/app.ts';
export type { PeerConnection } from '../service/client-address.ts';
export { createFirstKey, createKey, type NewKey, revokeKey, rotateKey } from '../service/keys.ts';
export type { LimitName } from '../service/limits.ts';
export type { LogEntry } from '../service/log.ts';
export { memoryStore } from '../service/memory-store.ts';
export type { ServiceOptions } from '../service/options.ts';
export {
  buyPack,
  FREE_PACK,
  PACK_NAMES,
  PACK_SIZES,
  type PackSize,
  packOffer,
} from '../service/packs.ts';
export type { Counters, CountFilter, CountGroup, CountRow, CountUnit } from '../service/request-counts.ts';
export type { Outcome, RequestFilter, RequestPage, RequestRecord, RetryRecord } from '../service/request-record.ts';
export { type Listening, type ListenOptions, listen, requestListener } from '../service/server.ts';
export { sqliteStore } from '../service/sqlite-store.ts';
export type {
  CommittedResponse,
  NewResponse,
  ServiceStore,
  StoredKey,
  StoredResponse,
  StoreOptions,
} from '../service/store.ts';
export type { TrustProxy } from '../service/trusted-proxies.ts';
