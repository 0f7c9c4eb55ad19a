/** The store in Redis, which processes of many machines share. */
import { REDIS_LEDGER_OPTIONS, type RedisLedgerOptions } from '../../ledger/stores/redis-options.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { type RedisConnection, redisConnection } from '../../redis/connection.ts';
import type { RedisTarget } from '../../redis/target.ts';
import { type ServiceStore, STORE_OPTIONS, type StoreOptions } from '../store.ts';
import { RedisKeys } from './keys.ts';
import { RedisRequests } from './requests.ts';
import { RedisResponses } from './responses.ts';
import { StoreLedger } from './store-ledger.ts';

/** Options of {@link redisStore}. `responseBytes` is the limit of each API key, 64 MiB by default. */
export interface RedisStoreOptions extends StoreOptions, RedisLedgerOptions {}

/** The checks of the options. */
export const REDIS_STORE_OPTIONS: OptionTable<RedisStoreOptions> = { ...REDIS_LEDGER_OPTIONS, ...STORE_OPTIONS };

/**
 * Returns a store in Redis. All processes that use the same server and prefix share keys, packs, responses and the log. It connects with its first call.
 *
 * @param target A URL, such as `redis://localhost:6379`, or a client of ioredis, which its owner closes.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option or URL; its calls also for a wrong password, and if ioredis is not installed
 */
export function redisStore(target: RedisTarget, options: RedisStoreOptions = {}): ServiceStore {
  const { prefix, waitMs, ...settings } = readOptions('redisStore', REDIS_STORE_OPTIONS, options);
  return storeOn(redisConnection(target, { prefix, waitMs }, 'target'), settings);
}

/** Settings of {@link storeOn}. */
interface StoreSettings extends Omit<RedisStoreOptions, 'prefix' | 'waitMs'> {
  /** Returns the time of leases and responses instead of the server's clock, for tests [milliseconds]. */
  leaseNow?: (() => number) | undefined;
}

/** Returns a store on a connection, which it closes. */
export function storeOn(redis: RedisConnection, { responseBytes, ...settings }: StoreSettings = {}): ServiceStore {
  const ledger = new StoreLedger(redis, settings);
  const keys = new RedisKeys(redis);
  const responses = new RedisResponses(redis, ledger, responseBytes, () => settings.leaseNow?.() ?? '');
  const log = new RedisRequests(redis);
  return {
    ledger,
    addKey: (key, options) => keys.add(key, options),
    listKeys: (filter) => keys.list(filter),
    changeKey: (id, changes) => keys.change(id, changes),
    findResponse: (keyId, idempotencyKey) => responses.find(keyId, idempotencyKey),
    commitResponse: (reservation, response, options) => responses.commit(reservation, response, options),
    record: (record) => log.add(record),
    recentRequests: (filter) => log.page(filter),
    counts: (filter) => log.counts(filter),
    ready: () => redis.ready(),
    close: () => ledger.close(),
  };
}
