/** The log of requests in Redis, a stream, and their counts, hashes. All have one hash tag: a request is added by one script. */
import { randomBytes } from 'node:crypto';
import type { RedisConnection } from '../../redis/connection.ts';
import { redisKey } from '../../redis/keys.ts';
import { type RedisValue, SERVER_TIME, script } from '../../redis/script.ts';
import { countedMarketplace, countersOf, firstKeptHour, HOURS_KEPT, periodOf } from '../request-counts.ts';
import { isSelected, pageOf, type RequestFilter, type RequestPage, type RequestRecord } from '../request-record.ts';
import { KEPT_REQUESTS, unknownPosition } from '../store.ts';

/** Milliseconds for which a script that is sent again is recognized: longer than a command waits for a lost connection. */
const SEEN_MS = 120_000;
/** Milliseconds after which Redis removes the counts of an hour: some longer than they are shown. */
const HOUR_TTL_MS = (HOURS_KEPT + 24) * 3_600_000;
/** Records that are read at a time. */
const BATCH = 500;

/**
 * Keys: the log, the tokens of the last minutes, the lists of hours and of days, then for the hour and for the day: the counts of all API keys, the
 * counts of this one, the list of API keys. Arguments: token, record, number of records that are kept, API key, hour, day, first hour that is kept, how long tokens and
 * hours are kept [milliseconds], then names and values of the counters.
 */
const ADD = script(
  'add-request',
  `${SERVER_TIME}
local token, record, kept, api_key, hour, day, first_hour = unpack(ARGV, 1, 7)
local seen_ms, hour_ms = tonumber(ARGV[8]), tonumber(ARGV[9])
local time = now_ms()
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', time - seen_ms))
if redis.call('ZADD', KEYS[2], 'NX', string.format('%.0f', time), token) == 0 then return 0 end
redis.call('PEXPIRE', KEYS[2], seen_ms)
redis.call('XADD', KEYS[1], 'MAXLEN', kept, '*', 'r', record)
redis.call('ZADD', KEYS[3], 0, hour)
redis.call('ZREMRANGEBYLEX', KEYS[3], '-', '(' .. first_hour)
redis.call('ZADD', KEYS[4], 0, day)
for unit = 0, 1 do
  local all, own, names = KEYS[5 + unit * 3], KEYS[6 + unit * 3], KEYS[7 + unit * 3]
  for i = 10, #ARGV, 2 do
    redis.call('HINCRBY', all, ARGV[i], ARGV[i + 1])
    redis.call('HINCRBY', own, ARGV[i], ARGV[i + 1])
  end
  redis.call('SADD', names, api_key)
  if unit == 0 then
    for _, key in ipairs({ all, own, names }) do redis.call('PEXPIRE', key, hour_ms) end
  end
end
return 1`,
);

/** An entry of the stream: its id, its fields. */
type Entry = [id: string, fields: [name: 'r', record: string]];

/** The names of the keys that a {@link redisStore} has for its log. */
export class LogKeys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get log(): string {
    return this.key('requests');
  }

  get seen(): string {
    return this.key('seen');
  }

  /** The list of periods that have counts. */
  periods(unit: 'hour' | 'day'): string {
    return this.key(`${unit}s`);
  }

  /** The list of API keys that have counts in a period. */
  apiKeys(period: string): string {
    return this.key('keys', period);
  }

  /** The counts of a period: those of one API key, or of all together. */
  counts(period: string, keyId?: string): string {
    return keyId === undefined ? this.key('counts', period) : this.key('counts', period, keyId);
  }

  private key(...rest: string[]): string {
    return redisKey(this.#prefix, 'log', ...rest);
  }
}

/** The log of a `redisStore`. */
export class RedisRequests {
  readonly #redis: RedisConnection;
  readonly #keys: LogKeys;
  readonly #now: () => number;

  constructor(redis: RedisConnection, keys: LogKeys, now: () => number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#now = now;
  }

  /** Implements `record` of the store. */
  async add(record: RequestRecord): Promise<void> {
    const { keyId, endpoint, at } = record;
    const [hour, day] = [periodOf('hour', at), periodOf('day', at)];
    const marketplace = countedMarketplace(record);
    const counters = Object.entries(countersOf(record)).flatMap(([name, value]): RedisValue[] => [
      JSON.stringify([endpoint, marketplace, name]),
      value,
    ]);
    const periods = [hour, day].flatMap((period) => [
      this.#keys.counts(period),
      this.#keys.counts(period, keyId),
      this.#keys.apiKeys(period),
    ]);
    await this.#redis.run(
      ADD,
      [this.#keys.log, this.#keys.seen, this.#keys.periods('hour'), this.#keys.periods('day'), ...periods],
      [
        ...[randomBytes(12).toString('base64url'), JSON.stringify(record), KEPT_REQUESTS, keyId, hour, day],
        ...[firstKeptHour(this.#now()), SEEN_MS, HOUR_TTL_MS, ...counters],
      ],
    );
  }

  /** Implements `recentRequests` of the store. */
  async page(filter: RequestFilter): Promise<RequestPage> {
    const { after, limit } = filter;
    if (after !== undefined && !/^\d{1,15}-\d{1,15}$/.test(after)) throw unknownPosition(after);
    const found: { id: string; record: RequestRecord }[] = [];
    let end = after === undefined ? '+' : `(${after}`;
    for (;;) {
      const entries = await this.#redis.command<Entry[]>('XREVRANGE', this.#keys.log, end, '-', 'COUNT', BATCH);
      for (const [id, [, text]] of entries) {
        const record = JSON.parse(text) as RequestRecord;
        if (isSelected(record, filter)) found.push({ id, record });
      }
      const last = entries.at(-1);
      if (found.length > limit || entries.length < BATCH || last === undefined) break;
      end = `(${last[0]}`;
    }
    return pageOf(
      found,
      limit,
      ({ record }) => record,
      ({ id }) => id,
    );
  }
}
