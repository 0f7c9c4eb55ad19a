/** The counts of requests in Redis, for the dashboard. */
import type { RedisConnection } from '../../redis/connection.ts';
import {
  type CountFilter,
  type CountRow,
  firstKeptHour,
  isCounted,
  periodOf,
  type StoredCount,
  sumCounts,
} from '../request-counts.ts';
import type { LogKeys } from './requests.ts';

/** Hashes that are read at a time, so that many of them do not hold up other commands. */
const BATCH = 50;

/** The counts of one period, of one API key or of all (`''`). */
interface Part {
  period: string;
  keyId: string;
  name: string;
}

/** The counts of a `redisStore`. */
export class RedisCounts {
  readonly #redis: RedisConnection;
  readonly #keys: LogKeys;
  readonly #now: () => number;

  constructor(redis: RedisConnection, keys: LogKeys, now: () => number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#now = now;
  }

  /** Implements `counts` of the store. */
  async sums(filter: CountFilter): Promise<CountRow[]> {
    const parts = await this.parts(filter);
    const counts: StoredCount[] = [];
    for (let start = 0; start < parts.length; start += BATCH) {
      const some = parts.slice(start, start + BATCH);
      const hashes = await this.inBatch<string[]>(some.map(({ name }) => ['HGETALL', name]));
      counts.push(...some.flatMap((part, index) => countsOf(part, hashes[index] ?? [])));
    }
    return sumCounts(
      counts.filter((count) => isCounted(count, filter)),
      filter.by,
    );
  }

  /** Returns what to read: the counts of all API keys together, unless the filter needs those of each. */
  private async parts({ unit, since, until, keyId, by }: CountFilter): Promise<Part[]> {
    const first = [periodOf(unit, since), ...(unit === 'hour' ? [firstKeptHour(this.#now())] : [])].sort().at(-1);
    const range = [`[${first}`, `[${periodOf(unit, until)}`];
    const periods = await this.#redis.command<string[]>('ZRANGEBYLEX', this.#keys.periods(unit), ...range);
    if (keyId === undefined && !by.includes('keyId'))
      return periods.map((period) => ({ period, keyId: '', name: this.#keys.counts(period) }));
    const keyIds =
      keyId === undefined
        ? await this.inBatch<string[]>(periods.map((period) => ['SMEMBERS', this.#keys.apiKeys(period)]))
        : periods.map(() => [keyId]);
    return periods.flatMap((period, index) =>
      (keyIds[index] ?? []).map((id) => ({ period, keyId: id, name: this.#keys.counts(period, id) })),
    );
  }

  private async inBatch<Result>(commands: readonly (readonly [string, string])[]): Promise<Result[]> {
    return commands.length === 0 ? [] : await this.#redis.pipeline<Result[]>(commands);
  }
}

/** Reads a hash: its fields are JSON lists of endpoint, marketplace and counter. */
function countsOf({ period, keyId }: Part, fields: readonly string[]): StoredCount[] {
  const groups = new Map<string, StoredCount & { counters: Record<string, number> }>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [endpoint, marketplace, counter] = JSON.parse(fields[index] ?? '') as [string, string, string];
    const id = `${endpoint} ${marketplace}`;
    const group = groups.get(id) ?? { period, keyId, endpoint, marketplace, counters: {} };
    group.counters[counter] = Number(fields[index + 1]);
    groups.set(id, group);
  }
  return [...groups.values()];
}
