/** The store in Redis, which processes of many machines share. */
import type { CommitOptions, Reservation } from '../../ledger/ledger.ts';
import { REDIS_LEDGER_OPTIONS, type RedisLedgerOptions } from '../../ledger/stores/redis-options.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { type RedisConnection, redisConnection } from '../../redis/connection.ts';
import type { RedisTarget } from '../../redis/target.ts';
import type { CountFilter, CountRow } from '../request-counts.ts';
import type { RequestFilter, RequestPage, RequestRecord } from '../request-record.ts';
import {
  type CommittedResponse,
  type NewResponse,
  type ServiceStore,
  STORE_OPTIONS,
  type StoredKey,
  type StoredResponse,
  type StoreOptions,
} from '../store.ts';
import { RedisCounts } from './counts.ts';
import { RedisKeys } from './keys.ts';
import { LogKeys, RedisRequests } from './requests.ts';
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
  return new RedisStore(redisConnection(target, { prefix, waitMs }, 'target'), settings);
}

/** Settings of a {@link RedisStore}. */
export interface RedisStoreSettings extends Omit<RedisStoreOptions, 'prefix' | 'waitMs'> {
  /** Returns the time of leases and responses instead of the server's clock, for tests [milliseconds]. */
  leaseNow?: (() => number) | undefined;
}

/** A store on a connection, which it closes. */
export class RedisStore implements ServiceStore {
  readonly ledger: StoreLedger;
  readonly #keys: RedisKeys;
  readonly #responses: RedisResponses;
  readonly #requests: RedisRequests;
  readonly #counts: RedisCounts;

  constructor(redis: RedisConnection, { responseBytes, ...settings }: RedisStoreSettings = {}) {
    const { now = Date.now, leaseNow } = settings;
    const log = new LogKeys(redis.prefix);
    this.ledger = new StoreLedger(redis, settings);
    this.#keys = new RedisKeys(redis);
    this.#responses = new RedisResponses(redis, this.ledger, responseBytes, () => leaseNow?.() ?? '');
    this.#requests = new RedisRequests(redis, log, now);
    this.#counts = new RedisCounts(redis, log, now);
  }

  async addKey(key: StoredKey): Promise<void> {
    await this.#keys.add(key);
  }

  async addFirstKey(key: StoredKey): Promise<boolean> {
    return this.#keys.addFirst(key);
  }

  async findKey(id: string): Promise<StoredKey | undefined> {
    return this.#keys.find(id);
  }

  async listKeys(): Promise<StoredKey[]> {
    return this.#keys.list();
  }

  async replaceHash(keyId: string, hash: string): Promise<boolean> {
    return this.#keys.change(keyId, { hash });
  }

  async revokeKey(keyId: string, at: number): Promise<boolean> {
    return this.#keys.change(keyId, { revokedAt: at });
  }

  async findResponse(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined> {
    return this.#responses.find(keyId, idempotencyKey);
  }

  async commitResponse(
    reservation: Reservation,
    response: NewResponse,
    options?: CommitOptions,
  ): Promise<CommittedResponse> {
    return this.#responses.commit(reservation, response, options);
  }

  async record(record: RequestRecord): Promise<void> {
    await this.#requests.add(record);
  }

  async recentRequests(filter: RequestFilter): Promise<RequestPage> {
    return this.#requests.page(filter);
  }

  async counts(filter: CountFilter): Promise<CountRow[]> {
    return this.#counts.sums(filter);
  }

  async close(): Promise<void> {
    await this.ledger.close();
  }
}
