/** The store of a service: in Redis, or a database in a data folder. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { wrongParameter } from '../../options/checks.ts';
import { PREFIX, shownTarget } from '../../redis/target.ts';
import type { ServiceStore } from '../../service/store.ts';
import { Flag } from './flag.ts';
import { type RedisFlags, redisFlags } from './redis.ts';

/** The values of {@link storeFlags}. */
export interface StoreFlags extends RedisFlags {
  data: string;
}

/** Returns the flags that name the store. */
export function storeFlags(): Flag[] {
  const data = new Flag('--data <dir>', 'data folder of the service, with its store; not used with --redis');
  return [data.default('buybox-data').from(), ...redisFlags()];
}

/** Returns where the store is, without a password. */
export function storeName({ data, redis, redisPrefix = PREFIX }: StoreFlags): string {
  return redis === undefined ? databaseOf(data) : `${shownTarget(redis).replaceAll('"', '')}, prefix ${redisPrefix}`;
}

function databaseOf(data: string): string {
  return join(data, 'buybox.db');
}

/** Opens the store in Redis, or that of the data folder: creates both if they do not exist. */
export async function openStore({ data, redis, redisPrefix }: StoreFlags): Promise<ServiceStore> {
  if (redis !== undefined) {
    const { redisStore } = await import('../../entries/redis.ts');
    return redisStore(redis, { prefix: redisPrefix });
  }
  // Most commands need no store, so the module is loaded here.
  const { sqliteStore } = await import('../../entries/service.ts');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return sqliteStore(databaseOf(data));
}

/** Opens the store in Redis, or that of a data folder that exists already. @throws BadRequestError if there is none, as for a misspelt name */
export async function openExistingStore(flags: StoreFlags): Promise<ServiceStore> {
  const { data, redis } = flags;
  if (redis !== undefined || existsSync(databaseOf(data))) return openStore(flags);
  const why = `${data} has no store. Name the data folder with --data, or create a store with \`buybox keys create\`.`;
  throw wrongParameter('data', why);
}
