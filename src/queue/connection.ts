/** Connections of queues and workers, and the package bullmq. */
import type { Queue as BullQueue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { sleep, unlessAborted } from '../client/waits.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { MarketplaceError, UnavailableError } from '../contract/errors.ts';
import { optionalPackage } from '../options/modules.ts';
import { isAway, type OpenClient, openClient, RECHECK_MS } from '../redis/client.ts';
import { isDemoted, isPassing, redisError, waitedTooLong } from '../redis/errors.ts';
import { redisKey } from '../redis/keys.ts';
import { type RedisTarget, shownTarget, WAIT_MS } from '../redis/target.ts';
import type { StoredData } from './stored-job.ts';
import { telemetryOption } from './telemetry.ts';

/** Milliseconds between two attempts to connect. */
const RECONNECT_MS = 250;
/** bullmq waits for jobs for up to 10 seconds without data on the connection. */
const SILENCE_MS = 20_000;

/** Options of the connections of workers. */
const WORKER_CLIENT = {
  maxRetriesPerRequest: null,
  socketTimeout: SILENCE_MS,
  retryStrategy: (times: number) => Math.min(times * RECONNECT_MS, 2_000),
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

/** Returns the error of this library for an error of Redis or bullmq. @param lost Why there is no connection. */
export function queueError(error: unknown, target: RedisTarget, lost?: Error): unknown {
  const isProgram = error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException;
  if (!(error instanceof Error) || error instanceof MarketplaceError || isProgram) return error;
  return redisError(error.name === 'ReplyError' ? error : (lost ?? error), shownTarget(target));
}

/** Opens the connection of a queue: commands fail when they have waited `waitMs` for a lost connection. */
function openQueueClient(target: RedisTarget, waitMs: number): Promise<OpenClient> {
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

/** A queue of bullmq with the jobs of this library. */
type StoredQueue = BullQueue<StoredData, undefined, EndpointName>;

/** An open connection. */
export interface OpenQueue extends OpenClient {
  bull: StoredQueue;
  /** First part of the keys of the queue. */
  prefix: string;
}

/** Opens a connection when it is needed, and limits the time of what uses it. */
export class QueueConnection {
  readonly #redis: RedisTarget;
  readonly #names: { prefix: string; name: string };
  readonly #waitMs: number;
  #opened: Promise<OpenQueue> | undefined;
  readonly #closed = new AbortController();
  /** Why the connection is lost. */
  #lastError: Error | undefined;

  constructor(options: { redis: RedisTarget; prefix: string; name: string; waitMs?: number | undefined }) {
    this.#redis = options.redis;
    this.#names = options;
    this.#waitMs = options.waitMs ?? WAIT_MS;
  }

  /** Runs something with the connection. @throws UnavailableError if it takes longer than `waitMs`, or the queue is closed */
  async use<Result>(work: (opened: OpenQueue) => Promise<Result>): Promise<Result> {
    this.#closed.signal.throwIfAborted();
    const tooLong = new AbortController();
    const { signal } = tooLong;
    let last: Error | undefined;
    const timer = setTimeout(() => {
      const lost = this.#lastError ?? last;
      const isSetting = lost !== undefined && !isPassing(lost);
      tooLong.abort(isSetting ? lost : waitedTooLong(shownTarget(this.#redis), this.#waitMs, lost));
    }, this.#waitMs);
    try {
      for (;;) {
        const opened = await unlessAborted(this.#open(), signal);
        await this.#connected(opened, signal);
        try {
          return await unlessAborted(work(opened), signal);
        } catch (error) {
          if (signal.aborted || !(error instanceof Error && error.name === 'ReplyError' && isPassing(error)))
            throw error;
          // Nothing was executed. After a fail-over, the next connection leads to the new master.
          last = error;
          await sleep(RECONNECT_MS, signal);
        }
      }
    } catch (error) {
      throw queueError(error, this.#redis, this.#lastError);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connection, and the client if it was opened here. Commands that run fail. */
  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort(new UnavailableError(`queue: ${this.#names.name} is closed.`, { retryable: false }));
    const opened = await this.#opened?.catch(() => undefined);
    if (opened?.isOwn === true) opened.client.disconnect();
    await opened?.bull.close().catch(() => undefined);
  }

  /** Waits for a lost connection. */
  async #connected({ client }: OpenQueue, signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.#closed.signal]);
    while (isAway(client)) await sleep(RECHECK_MS, ended);
  }

  #open(): Promise<OpenQueue> {
    const opened = this.#opened ?? this.#connect();
    this.#opened = opened;
    return opened;
  }

  async #connect(): Promise<OpenQueue> {
    try {
      const { Queue } = await loadBullmq();
      const { client, isOwn } = await openQueueClient(this.#redis, this.#waitMs);
      const refused = isOwn ? this.#watch(client) : this.#closed.signal;
      const prefix = queuePrefix(this.#names);
      const bull: StoredQueue = new Queue(this.#names.name, { connection: client, prefix, ...telemetryOption() });
      // Each command reports its own error.
      bull.on('error', () => undefined);
      await unlessAborted(bull.waitUntilReady(), AbortSignal.any([this.#closed.signal, refused])).catch(
        async (error: unknown) => {
          if (isOwn) client.disconnect();
          // It would leave its listeners on a client of the caller.
          await bull.close().catch(() => undefined);
          throw error;
        },
      );
      return { bull, client, isOwn, prefix };
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }

  /** Keeps why a connection is lost. Returns a signal that aborts for an error that waiting does not cure, such as a wrong password. */
  #watch(client: OpenClient['client']): AbortSignal {
    const refused = new AbortController();
    client.on('error', (error: Error) => {
      this.#lastError = error;
      if (!isPassing(error)) refused.abort(error);
    });
    client.on('ready', () => {
      this.#lastError = undefined;
    });
    return refused.signal;
  }
}
