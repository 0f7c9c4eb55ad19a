/** The store in Redis, which processes of many machines share: keys in a hash, the log of requests in a stream, the counts of each hour in hashes. */
import { randomBytes } from 'node:crypto';
import { REDIS_LEDGER_OPTIONS, type RedisLedgerOptions } from '../../ledger/stores/redis-options.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { resultsOf } from '../../redis/client.ts';
import { type RedisConnection, redisConnection } from '../../redis/connection.ts';
import { redisKey } from '../../redis/keys.ts';
import { SERVER_TIME, script } from '../../redis/script.ts';
import type { RedisTarget } from '../../redis/target.ts';
import {
  addedTo,
  HOUR_MS,
  HOURS_KEPT,
  hourOf,
  isSelected,
  NO_CALLS,
  pageOf,
  type RequestRecord,
} from '../request-record.ts';
import {
  KEPT_REQUESTS,
  type ServiceStore,
  STORE_OPTIONS,
  type StoredKey,
  type StoreOptions,
  unknownPosition,
} from '../store.ts';
import { ResponseLedger, type ResponseLedgerSettings } from './response-ledger.ts';

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
  return storeInRedis(redisConnection(target, { prefix, waitMs }, 'target'), settings);
}

/** Arguments: the id of the key, its text. Returns 1 if the key is the first one, also if the script is sent again. */
const ADD_FIRST_KEY = script(
  'add-first-key',
  `if redis.call('HLEN', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] and 1 or 0`,
);

/** Arguments: the id of the key, its text as it was read, its new text. Returns 0 if another process has changed it. */
const REPLACE_KEY = script(
  'replace-key',
  `local text = redis.call('HGET', KEYS[1], ARGV[1])
if text == ARGV[2] then redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return (text == ARGV[2] or text == ARGV[3]) and 1 or 0`,
);

/**
 * Keys: the log, the tokens of the last minutes, the counts of the hour of all API keys, and of this one. Arguments: token, record, number of records that are
 * kept, how long tokens and counts are kept [milliseconds], then names and values of the counts.
 */
const ADD_REQUEST = script(
  'add-request',
  `${SERVER_TIME}
local token, record, kept = unpack(ARGV, 1, 3)
local seen_ms, counts_ms = tonumber(ARGV[4]), tonumber(ARGV[5])
local time = now_ms()
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', time - seen_ms))
if redis.call('ZADD', KEYS[2], 'NX', string.format('%.0f', time), token) == 0 then return 0 end
redis.call('PEXPIRE', KEYS[2], seen_ms)
redis.call('XADD', KEYS[1], 'MAXLEN', kept, '*', 'r', record)
for key = 3, 4 do
  for i = 6, #ARGV, 2 do redis.call('HINCRBY', KEYS[key], ARGV[i], ARGV[i + 1]) end
  redis.call('PEXPIRE', KEYS[key], counts_ms)
end
return 1`,
);

/** Milliseconds for which a script that is sent again is recognized: longer than a command waits for a lost connection. */
const SEEN_MS = 120_000;
/** Records that are read at a time. */
const BATCH = 500;

/** An entry of the stream: its id, its fields. */
type Entry = [id: string, fields: [name: 'r', record: string]];

/** Returns a store on a connection, which it closes. */
export function storeInRedis(redis: RedisConnection, settings: ResponseLedgerSettings = {}): ServiceStore {
  const ledger = new ResponseLedger(redis, settings);
  const keys = redisKey(redis.prefix, 'service', 'keys');
  /** The keys of the log and of the counts have one hash tag: a request is added by one script. */
  const logKey = (...rest: string[]) => redisKey(redis.prefix, 'log', ...rest);
  const log = logKey('requests');
  const textOfKey = (id: string) => redis.command<string | null>('HGET', keys, id);
  return {
    ledger,
    async addKey(key, { isFirst = false } = {}) {
      if (isFirst) return (await redis.run(ADD_FIRST_KEY, [keys], [key.id, textOf(key)])) === 1;
      await redis.command('HSET', keys, key.id, textOf(key));
      return true;
    },
    async listKeys({ id, skip = 0, limit } = {}) {
      const texts = id === undefined ? await redis.command<string[]>('HVALS', keys) : [await textOfKey(id)];
      const found = texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as StoredKey]));
      found.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
      return found.slice(skip, limit === undefined ? undefined : skip + limit);
    },
    async changeKey(id, changes) {
      for (;;) {
        const text = await textOfKey(id);
        const key = text === null ? undefined : (JSON.parse(text) as StoredKey);
        if (text === null || key?.revokedAt !== null) return false;
        const changed = textOf({ ...key, ...changes });
        if ((await redis.run(REPLACE_KEY, [keys], [id, text, changed])) === 1) return true;
      }
    },
    findResponse: (keyId, idempotencyKey) => ledger.findResponse(keyId, idempotencyKey),
    commitResponse: (reservation, response, options) => ledger.commitResponse(reservation, response, options),
    async record(record) {
      const hour = hourOf(record.at);
      const counts = [logKey('counts', hour), logKey('counts', hour, record.keyId)];
      const added = Object.entries(addedTo(NO_CALLS, record)).filter(([, count]) => count > 0);
      const token = randomBytes(12).toString('base64url');
      const args = [token, JSON.stringify(record), KEPT_REQUESTS, SEEN_MS, HOURS_KEPT * HOUR_MS, ...added.flat()];
      await redis.run(ADD_REQUEST, [log, logKey('seen'), ...counts], args);
    },
    async recentRequests(filter) {
      const { after, limit } = filter;
      if (after !== undefined && !/^\d{1,15}-\d{1,15}$/.test(after)) throw unknownPosition(after);
      const found: { position: string; record: RequestRecord }[] = [];
      let end = after === undefined ? '+' : `(${after}`;
      for (;;) {
        const entries = await redis.command<Entry[]>('XREVRANGE', log, end, '-', 'COUNT', BATCH);
        for (const [position, [, text]] of entries) {
          const record = JSON.parse(text) as RequestRecord;
          if (isSelected(record, filter)) found.push({ position, record });
        }
        const last = entries.at(-1);
        if (found.length > limit || entries.length < BATCH || last === undefined) return pageOf(found, limit);
        end = `(${last[0]}`;
      }
    },
    async counts({ since, until, keyId }) {
      const first = Math.floor(Math.max(since, until - HOURS_KEPT * HOUR_MS) / HOUR_MS);
      const length = Math.max(0, Math.floor(until / HOUR_MS) - first + 1);
      const hours = Array.from({ length }, (_, index) => hourOf((first + index) * HOUR_MS));
      const own = keyId === undefined ? [] : [keyId];
      const found = await redis.use((client) => {
        const pipeline = client.pipeline();
        for (const hour of hours) pipeline.hgetall(logKey('counts', hour, ...own));
        return resultsOf(pipeline);
      });
      return hours.flatMap((hour, index) => {
        const fields = Object.entries(found[index] as Record<string, string>);
        const counts = fields.map(([name, count]) => [name, Number(count)] as const);
        return fields.length === 0 ? [] : [{ hour, ...NO_CALLS, ...Object.fromEntries(counts) }];
      });
    },
    ready: () => redis.ready(),
    close: () => ledger.close(),
  };
}

function textOf({ id, name, hash, createdAt, revokedAt }: StoredKey): string {
  return JSON.stringify({ id, name, hash, createdAt, revokedAt });
}
