/** Where a Redis server is. */
import type { Cluster, Redis } from 'ioredis';
import type { Duration } from '../contract/marketplace.ts';
import {
  type Environment,
  filledString,
  invalidSetting,
  type Setting,
  textIn,
  wrongSetting,
} from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { Secret, shownUrl } from '../options/secrets.ts';
import { type OptionRow, type OptionTable, readVariable } from '../options/table.ts';

/** A Redis server: a URL (`redis://`, `rediss://`), also as a `Secret`, or a client of ioredis, which its owner closes. */
export type RedisTarget = string | Secret | Redis | Cluster;

/** Options of everything that is kept in Redis. */
export interface RedisOptions {
  /** Start of the names of all keys. Programs that share data need the same prefix. @default "buybox" */
  prefix?: string | undefined;
  /** Milliseconds that a command waits for a lost connection before it fails with an `UnavailableError`. @default 5000 */
  waitMs?: Duration | undefined;
}

/** The default of {@link RedisOptions.prefix}. */
export const PREFIX = 'buybox';
/** The default of {@link RedisOptions.waitMs}. */
export const WAIT_MS = 5_000;

/** The checks of the options. */
export const REDIS_OPTIONS: OptionTable<RedisOptions> = {
  prefix: { check: keyPrefix },
  waitMs: { check: (setting) => duration(setting, 1) },
};

/** The check of an option `redis`. `readVariable('redisUrl', REDIS_TARGET, environment)` reads `BUYBOX_REDIS_URL`. */
export const REDIS_TARGET: OptionRow<RedisTarget> = { check: redisTarget, fromText: textIn };

/** Braces would change the hash tags, which put all keys of an API key on one node of a Redis Cluster. */
function keyPrefix(setting: Setting): string {
  const prefix = filledString(setting);
  if (!/[{}\s]/.test(prefix)) return prefix;
  throw invalidSetting(setting.name, prefix, 'is not valid: expected a string without braces and spaces.');
}

/** Returns a target: a URL becomes a `Secret`. @throws BadRequestError `INVALID_CONFIGURATION` for a URL that is not Redis's */
export function redisTarget({ name, value }: Setting): Secret | Redis | Cluster {
  if (isClient(value)) return value;
  const text = value instanceof Secret ? value.reveal() : value;
  if (typeof text === 'string' && URL.canParse(text)) {
    const { protocol, hostname } = new URL(text);
    if (/^rediss?:$/.test(protocol) && hostname !== '') return new Secret(text);
  }
  const why = 'is not a Redis URL or a client of ioredis: expected, for example, "redis://localhost:6379".';
  throw wrongSetting(name, `${shownUrl(text)} ${why}`);
}

function isClient(value: unknown): value is Redis | Cluster {
  const { evalsha, pipeline, disconnect } = Object(value) as Partial<Redis>;
  return [evalsha, pipeline, disconnect].every((method) => typeof method === 'function');
}

/** Returns the URL of a target for messages, without its password. */
export function shownTarget(target: RedisTarget): string {
  if (target instanceof Secret) return shownUrl(target.reveal());
  if (typeof target === 'string') return shownUrl(target);
  const { host, port } = (target.options ?? {}) as { host?: string; port?: number };
  return host === undefined ? 'the Redis Cluster' : shownUrl(`redis://${host}:${port}`);
}

/** Whether two targets are surely one server, so that a script can use keys of both. */
export function isSameServer(one: RedisTarget | undefined, other: RedisTarget): boolean {
  const [first, second] = [one, other].map((target) => (target instanceof Secret ? target.reveal() : target));
  return first === second && !(typeof first === 'object' && 'nodes' in first);
}

/** Returns the server of an option, else of BUYBOX_REDIS_URL. @throws BadRequestError `INVALID_CONFIGURATION` if neither is set */
export function redisOf(given: RedisTarget | undefined, environment: Environment = process.env): RedisTarget {
  const target = given ?? readVariable('redisUrl', REDIS_TARGET, environment);
  if (target !== undefined) return target;
  throw wrongSetting('redis', 'missing: expected a URL such as "redis://localhost:6379". Set BUYBOX_REDIS_URL.');
}
