/** The log of requests in Redis, a stream, and their counts, hashes. All have one hash tag: a request is added by one script. */
import { randomBytes } from 'node:crypto';
import type { RedisConnection } from '../../redis/connection.ts';
import { redisKey } from '../../redis/keys.ts';
import { type RedisValue, SERVER_TIME, script } from '../../redis/script.ts';
import {
  addedTo,
  type CallCounts,
  type CountFilter,
  HOUR_MS,
  HOURS_KEPT,
  type HourCounts,
  hourOf,
} from '../call-counts.ts';
import { isSelected, pageOf, type RequestFilter, type RequestPage, type RequestRecord } from '../request-record.ts';
import { KEPT_REQUESTS, unknownPosition } from '../store.ts';

/** Milliseconds for which a script that is sent again is recognized: longer than a command waits for a lost connection. */
const SEEN_MS = 120_000;
/** Records that are read at a time. */
const BATCH = 500;

/**
 * Keys: the log, the tokens of the last minutes, the counts of the hour of all API keys, and of this one. Arguments: token, record, number of records that are
 * kept, how long tokens and counts are kept [milliseconds], then names and values of the counts.
 */
const ADD = script(
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

/** An entry of the stream: its id, its fields. */
type Entry = [id: string, fields: [name: 'r', record: string]];

/** The log of a `redisStore`. */
export class RedisRequests {
  readonly #redis: RedisConnection;
  readonly #log: string;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
    this.#log = this.key('requests');
  }

  /** Implements `record` of the store. */
  async add(record: RequestRecord): Promise<void> {
    const hour = hourOf(record.at);
    const keys = [this.#log, this.key('seen'), this.key('counts', hour), this.key('counts', hour, record.keyId)];
    const counts: RedisValue[] = Object.entries(addedTo(undefined, record))
      .filter(([, count]) => count > 0)
      .flat();
    const token = randomBytes(12).toString('base64url');
    const args = [token, JSON.stringify(record), KEPT_REQUESTS, SEEN_MS, HOURS_KEPT * HOUR_MS, ...counts];
    await this.#redis.run(ADD, keys, args);
  }

  /** Implements `counts` of the store. */
  async counts({ since, until, keyId }: CountFilter): Promise<HourCounts[]> {
    const first = Math.floor(Math.max(since, until - HOURS_KEPT * HOUR_MS) / HOUR_MS);
    const length = Math.max(0, Math.floor(until / HOUR_MS) - first + 1);
    const hours = Array.from({ length }, (_, index) => hourOf((first + index) * HOUR_MS));
    const own = keyId === undefined ? [] : [keyId];
    const reads = hours.map((hour) => ['HGETALL', this.key('counts', hour, ...own)] as const);
    const found = length === 0 ? [] : await this.#redis.pipeline<string[][]>(reads);
    return hours.flatMap((hour, index) => {
      const fields = found[index] ?? [];
      return fields.length === 0 ? [] : [{ hour, ...countsIn(fields) }];
    });
  }

  /** Implements `recentRequests` of the store. */
  async page(filter: RequestFilter): Promise<RequestPage> {
    const { after, limit } = filter;
    if (after !== undefined && !/^\d{1,15}-\d{1,15}$/.test(after)) throw unknownPosition(after);
    const found: { id: string; record: RequestRecord }[] = [];
    let end = after === undefined ? '+' : `(${after}`;
    for (;;) {
      const entries = await this.#redis.command<Entry[]>('XREVRANGE', this.#log, end, '-', 'COUNT', BATCH);
      for (const [id, [, text]] of entries) {
        const record = JSON.parse(text) as RequestRecord;
        if (isSelected(record, filter)) found.push({ id, record });
      }
      const last = entries.at(-1);
      if (found.length > limit || entries.length < BATCH || last === undefined) break;
      end = `(${last[0]}`;
    }
    return pageOf(found, limit, ({ record, id }) => ({ record, position: id }));
  }

  private key(...rest: string[]): string {
    return redisKey(this.#redis.prefix, 'log', ...rest);
  }
}

/** Reads a hash of counts: names and values in turn. */
function countsIn(fields: readonly string[]): CallCounts {
  const counts: CallCounts = { found: 0, not_found: 0, rejected: 0, failed: 0, credits: 0 };
  for (let index = 0; index < fields.length; index += 2)
    counts[fields[index] as keyof CallCounts] = Number(fields[index + 1]);
  return counts;
}
