/** The connection of a queue: opened by the first command, and again after a failure. */

import type { Queue as BullQueue } from 'bullmq';
import { sleep, unlessAborted } from '../client/waits.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { UnavailableError } from '../contract/errors.ts';
import { isAway, type OpenClient, RECHECK_MS } from '../redis/client.ts';
import { isPassing } from '../redis/errors.ts';
import { type RedisTarget, WAIT_MS } from '../redis/target.ts';
import { loadBullmq, openQueueClient, queueError, queuePrefix, timedOut } from './connection.ts';
import type { StoredData } from './stored-job.ts';
import { telemetryOption } from './telemetry.ts';

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
    const timer = setTimeout(() => tooLong.abort(this.#lastError ?? timedOut(this.#redis, this.#waitMs)), this.#waitMs);
    try {
      const opened = await unlessAborted(this.#open(), tooLong.signal);
      await this.#connected(opened, tooLong.signal);
      return await unlessAborted(work(opened), tooLong.signal);
    } catch (error) {
      throw queueError(error, this.#redis, this.#waitMs);
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
