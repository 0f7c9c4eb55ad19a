/** Connections of queues and workers, and the package bullmq. */
import type { Cluster, Redis } from 'ioredis';
import { MarketplaceError, type UnavailableError } from '../contract/errors.ts';
import { optionalPackage } from '../options/modules.ts';
import { type OpenClient, openClient } from '../redis/client.ts';
import { isPassing, redisError, waitedTooLong } from '../redis/errors.ts';
import { redisKey } from '../redis/keys.ts';
import { type RedisTarget, shownTarget } from '../redis/target.ts';

/** Milliseconds between two attempts to connect. */
const RECONNECT_MS = 250;
/** bullmq waits for jobs for up to 10 seconds without data on the connection. */
const SILENCE_MS = 20_000;

/** Options of the connections of workers. */
const WORKER_CLIENT = {
  maxRetriesPerRequest: null,
  socketTimeout: SILENCE_MS,
  retryStrategy: (times: number) => Math.min(times * RECONNECT_MS, 2_000),
};

/** @throws BadRequestError `INVALID_CONFIGURATION` if bullmq is not installed */
export function loadBullmq(): Promise<typeof import('bullmq')> {
  const use = { name: 'bullmq', install: 'bullmq ioredis', parameter: 'queue', feature: 'A queue' };
  return optionalPackage(() => import('bullmq'), use);
}

/** Returns the first part of all keys of a queue. They have one hash tag, so that a Redis Cluster has them on one node. */
export function queuePrefix({ prefix, name }: { prefix: string; name: string }): string {
  return redisKey(prefix, `q:${name}`);
}

/** Opens the connection of a queue: commands fail when they have waited `waitMs` for a lost connection. */
export function openQueueClient(target: RedisTarget, waitMs: number): Promise<OpenClient> {
  return openClient(target, {
    maxRetriesPerRequest: Math.max(1, Math.floor(waitMs / RECONNECT_MS)),
    connectTimeout: waitMs,
    // A network that drops packets without a word.
    socketTimeout: waitMs,
    retryStrategy: () => RECONNECT_MS,
  });
}

/** Opens a connection of a worker, also for a client of the caller: commands wait for a lost connection for as long as it takes. */
export async function openWorkerClient(target: RedisTarget): Promise<Redis | Cluster> {
  const { client, isOwn } = await openClient(target, WORKER_CLIENT);
  if (isOwn) return client;
  const own =
    'nodes' in client ? client.duplicate([], { redisOptions: WORKER_CLIENT }) : client.duplicate(WORKER_CLIENT);
  own.on('error', () => undefined);
  return own;
}

/** Returns the error of this library for an error of Redis or bullmq. */
export function queueError(error: unknown, target: RedisTarget, waitMs: number): unknown {
  if (!(error instanceof Error) || error instanceof MarketplaceError || error instanceof TypeError) return error;
  return isPassing(error) ? timedOut(target, waitMs, error) : redisError(error, shownTarget(target));
}

/** Returns the error for a server that did not respond in time. */
export function timedOut(target: RedisTarget, waitMs: number, last?: Error): UnavailableError {
  return waitedTooLong(shownTarget(target), waitMs, last);
}
