/**
 * `buybox/redis`: what several processes and machines share in Redis. Needs the package `ioredis`.
 *
 * @module buybox/redis
 */
export type { QueueReason } from '../client/events.ts';
export type { MarketplaceCode } from '../contract/codes.ts';
export type { Usage } from '../contract/envelope.ts';
export { redisLedger } from '../ledger/stores/redis-ledger.ts';
export type { RedisLedgerOptions } from '../ledger/stores/redis-options.ts';
export type { Backoff, Pacing, QueueDetails, SharedPace, WaitingCall } from '../local/pace/pace.ts';
export { type RedisPaceOptions, redisPace } from '../local/pace/redis-pace.ts';
export { Secret } from '../options/secrets.ts';
export type { RedisOptions, RedisTarget } from '../redis/target.ts';
export { type RedisStoreOptions, redisStore } from '../service/redis/redis-store.ts';
export type { Pace } from '../sources/page-source.ts';
export type * from './store-types.ts';
