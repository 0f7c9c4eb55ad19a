/**
 * `buybox/service`: the `/v1` API in front of any `Marketplace`, with keys, packs and a dashboard.
 *
 * @module buybox/service
 */

export type { Ledger, LedgerOptions, Reservation, ReserveOptions } from './ledger/ledger.ts';
export type { NewPack, Pack, PackOffer } from './ledger/pack.ts';
export { createService, type Service } from './service/app.ts';
export type { PeerConnection } from './service/client-address.ts';
export { createKey, type NewKey, revokeKey, rotateKey } from './service/keys.ts';
export type { LogEntry } from './service/log.ts';
export { memoryStore } from './service/memory-store.ts';
export type { ServiceOptions } from './service/options.ts';
export {
  buyPack,
  FREE_PACK,
  PACK_NAMES,
  PACK_SIZES,
  type PackSize,
  packOffer,
} from './service/packs.ts';
export { type Listening, type ListenOptions, listen, requestListener } from './service/server.ts';
export { sqliteStore } from './service/sqlite-store.ts';
export type {
  DayCount,
  DayFilter,
  NewResponse,
  Outcome,
  RequestFilter,
  RequestRecord,
  ServiceStore,
  StoredKey,
  StoredResponse,
  StoreOptions,
} from './service/store.ts';
