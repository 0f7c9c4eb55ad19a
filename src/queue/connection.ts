/** Connections of queues and workers, and the package bullmq. */
import type { Queue as BullQueue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import type { EndpointName } from '../contract/endpoints.ts';
import { UnavailableError } from '../contract/errors.ts';
import { optionalPackage } from '../options/modules.ts';
import { type RedisConnection, redisConnection } from '../redis/connection.ts';
import { isDemoted } from '../redis/errors.ts';
import { redisKey } from '../redis/keys.ts';
import type { RedisTarget } from '../redis/target.ts';
import type { StoredData } from './stored-job.ts';
import { telemetryOption } from './telemetry.ts';

/** bullmq waits for jobs for up to 10 seconds without data on the connection. */
const SILENCE_MS = 20_000;

/** Options of the connections of workers: commands wait for a lost connection for as long as it takes. */
export const WORKER_CLIENT = {
  maxRetriesPerRequest: null,
  socketTimeout: SILENCE_MS,
  retryStrategy: (times: number) => Math.min(times * 250, 2_000),
  // 2: the command is sent again. bullmq would fail the job that it wanted to end.
  reconnectOnError: (error: Error) => (isDemoted(error) ? 2 : false),
} as const;

/** @throws BadRequestError `INVALID_CONFIGURATION` if bullmq is not installed */
export function loadBullmq(): Promise<typeof import('bullmq')> {
  const use = { name: 'bullmq', install: 'bullmq ioredis', parameter: 'queue', feature: 'A queue' };
  return optionalPackage(() => import('bullmq'), use);
}

/** Returns the first part of all keys of a queue. They have one hash tag, so that a Redis Cluster has them on one node. */
export function queuePrefix({ prefix, name }: { prefix: string; name: string }): string {
  return redisKey(prefix, `q:${name}`);
}

/** A queue of bullmq with the jobs of this library. */
type StoredQueue = BullQueue<StoredData, undefined, EndpointName>;

/** An open connection. */
export interface OpenQueue {
  bull: StoredQueue;
  client: Redis | Cluster;
  /** First part of the keys of the queue. */
  prefix: string;
}

/** Opens a queue of bullmq when it is needed, and limits the time of what uses it. */
export class QueueConnection {
  readonly #name: string;
  readonly #prefix: string;
  readonly #redis: RedisConnection;
  #bull: Promise<StoredQueue> | undefined;
  #isClosed = false;

  constructor(options: { redis: RedisTarget; prefix: string; name: string; waitMs?: number | undefined }) {
    this.#name = options.name;
    this.#prefix = queuePrefix(options);
    this.#redis = redisConnection(options.redis, options);
  }

  /** Runs something with the queue, again if the connection is lost meanwhile. @throws UnavailableError if that takes longer than `waitMs`, or the queue is closed */
  async use<Result>(work: (opened: OpenQueue) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new UnavailableError(`queue: ${this.#name} is closed.`, { retryable: false });
    const { Queue } = await loadBullmq();
    return this.#redis.use(async (client) => {
      this.#bull ??= this.#open(Queue, client);
      return work({ bull: await this.#bull, client, prefix: this.#prefix });
    });
  }

  /** Closes the connection, and the client if it was opened here. Commands that run fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#redis.close();
    await (await this.#bull?.catch(() => undefined))?.close().catch(() => undefined);
  }

  async #open(Queue: typeof BullQueue, client: Redis | Cluster): Promise<StoredQueue> {
    const bull: StoredQueue = new Queue(this.#name, { connection: client, prefix: this.#prefix, ...telemetryOption() });
    // Each command reports its own error.
    bull.on('error', () => undefined);
    try {
      await bull.waitUntilReady();
      return bull;
    } catch (error) {
      this.#bull = undefined;
      // It would leave its listeners on a client of the caller.
      await bull.close().catch(() => undefined);
      throw error;
    }
  }
}
