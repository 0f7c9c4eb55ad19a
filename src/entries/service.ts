/**
 * `buybox/service`: the `/v1` API in front of any `Marketplace`, with keys, packs and a dashboard.
 *
 * @module buybox/service
 */
export { createService, type Service } from '../service/app.ts';
export type { LimitName, LogEntry } from '../service/facts.ts';
export {
  buyPack,
  createFirstKey,
  createKey,
  FREE_PACK,
  type NewKey,
  PACK_SIZES,
  packOffer,
  revokeKey,
  rotateKey,
} from '../service/keys.ts';
export type { ServiceOptions } from '../service/options.ts';
export { type Listening, type ListenOptions, listen, requestListener } from '../service/server.ts';
export { memoryStore, sqliteStore } from '../service/sqlite-store.ts';
export type { PeerConnection, TrustProxy } from '../service/trusted-proxies.ts';
export type * from './store-types.ts';
