/** Opens clients of the optional package ioredis. */
import type { ChainableCommander, Cluster, Redis, RedisOptions } from 'ioredis';
import { optionalPackage } from '../options/modules.ts';
import { Secret } from '../options/secrets.ts';
import { isDemoted } from './errors.ts';
import type { RedisTarget } from './target.ts';

/** Options of ioredis for a new client. */
export type ClientOptions = Omit<RedisOptions, 'replyMapping'>;

/** A client of ioredis. */
export interface OpenClient {
  client: Redis | Cluster;
  /** Whether the client was opened here: who opened a client closes it. */
  isOwn: boolean;
}

/**
 * Returns the client of a target, or a new one for a URL.
 *
 * @param options Options of ioredis for a new client.
 * @throws BadRequestError `INVALID_CONFIGURATION` if ioredis is not installed
 */
export async function openClient(target: RedisTarget, options: ClientOptions): Promise<OpenClient> {
  const url = target instanceof Secret ? target.reveal() : target;
  if (typeof url !== 'string') return { client: url, isOwn: false };
  const use = { name: 'ioredis', parameter: 'redis', feature: 'Redis' };
  const { Redis }: Pick<typeof import('ioredis'), 'Redis'> = await optionalPackage(() => import('ioredis'), use);
  const client = new Redis(url, { connectionName: 'buybox', reconnectOnError: isDemoted, ...options });
  // Without a listener, ioredis prints every error. Commands report them.
  client.on('error', () => undefined);
  return { client, isOwn: true };
}

/** Opens a client of one's own: also of a client of the caller, a duplicate. */
export async function ownClient(target: RedisTarget, options: ClientOptions): Promise<Redis | Cluster> {
  const { client, isOwn } = await openClient(target, options);
  if (isOwn) return client;
  const own = 'nodes' in client ? client.duplicate([], { redisOptions: options }) : client.duplicate(options);
  own.on('error', () => undefined);
  return own;
}

/** Sends the commands of a pipeline, and returns their results. @throws the error of the first command that failed */
export async function resultsOf(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, result]) => {
    if (error !== null) throw error;
    return result;
  });
}

/** States of a client that has no connection yet, or no more. In `wait` it connects with its first command, and in `end` it refuses commands. */
const AWAY = new Set(['connecting', 'connect', 'close', 'reconnecting', 'disconnecting']);

/** Whether a client would keep commands for a later connection, and send them after they have failed for their caller. */
export function isAway({ status }: Redis | Cluster): boolean {
  return AWAY.has(status);
}
