/**
 * `buybox/redis`: what several processes and machines share in Redis. Needs the package `ioredis`.
 *
 * @module buybox/redis
 */
export type { QueueReason } from '../client/events.ts';
export type { MarketplaceCode } from '../contract/codes.ts';
export type { Usage } from '../contract/envelope.ts';
export type { Gap } from '../contract/generated/gap.ts';
export type {
  CommitOptions,
  Ledger,
  LedgerOptions,
  Reservation,
  ReserveOptions,
} from '../ledger/ledger.ts';
export type { NewPack, Pack, PackOffer } from '../ledger/pack.ts';
export { redisLedger } from '../ledger/stores/redis-ledger.ts';
export type { RedisLedgerOptions } from '../ledger/stores/redis-options.ts';
export type { Backoff, Pacing, QueueDetails, SharedPace, WaitingCall } from '../local/pace/pace.ts';
export { type RedisPaceOptions, redisPace } from '../local/pace/redis-pace.ts';
export { Secret } from '../options/secrets.ts';
export type { RedisOptions, RedisTarget } from '../redis/target.ts';
export { type RedisStoreOptions, redisStore } from '../service/redis/redis-store.ts';
export type {
  CallCounts,
  CountFilter,
  HourCounts,
  Outcome,
  RequestFilter,
  RequestPage,
  RequestRecord,
  RetryRecord,
} from '../service/request-record.ts';
export type {
  CommittedResponse,
  KeyChanges,
  KeyFilter,
  NewResponse,
  ServiceStore,
  StoredKey,
  StoredResponse,
  StoreOptions,
} from '../service/store.ts';
export type { Pace } from '../sources/page-source.ts';
