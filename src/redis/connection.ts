/** A connection to Redis that waits for a lost server, and then fails closed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Redis } from 'ioredis';
import type { Setting } from '../options/checks.ts';
import type { Checked } from '../options/table.ts';
import { isAway, type OpenClient, openClient } from './client.ts';
import { closedConnection, isOfServer, isPassing, redisError, waitedTooLong } from './errors.ts';
import { redisKey } from './keys.ts';
import { type RedisValue, runScript, type Script } from './script.ts';
import { PREFIX, type RedisOptions, type RedisTarget, redisTarget, shownTarget, WAIT_MS } from './target.ts';

/** Milliseconds between two attempts of a command, and at most between two attempts to connect. */
const RETRY_MS = 200;
/** Milliseconds that `close()` waits for the responses of commands that are sent. */
const CLOSE_MS = 1_000;

/** How long the key of {@link RedisConnection.ready} is kept [milliseconds]. */
const KEEP_READY_MS = 60_000;

/** Opens a connection, with the first command. @param name The option that has the target, for messages. @throws BadRequestError `INVALID_CONFIGURATION` */
export function redisConnection(
  target: RedisTarget,
  options: Checked<RedisOptions> = {},
  name = 'redis',
): RedisConnection {
  const setting: Setting = { name, value: target };
  return new RedisConnection(redisTarget(setting), options);
}

/**
 * A connection to a Redis server or a Redis Cluster.
 *
 * A command whose connection is lost is sent again until it has a response, for `waitMs` at most. So a command can be executed twice, and one
 * that failed can have been executed: send only commands that have the same effect once and twice.
 */
export class RedisConnection {
  readonly prefix: string;
  readonly #target: RedisTarget;
  readonly #server: string;
  readonly #waitMs: number;
  #opened: Promise<OpenClient> | undefined;
  /** Why an own client has no connection; `undefined` while it has one. */
  #lost: Error | undefined;
  /** Resolves when the client is connected the next time. */
  #ready = Promise.withResolvers<void>();
  /** Ends the commands that wait for a response. */
  readonly #waiting = new Set<(reason: Error) => void>();
  #isClosed = false;

  constructor(target: RedisTarget, { prefix = PREFIX, waitMs = WAIT_MS }: Checked<RedisOptions>) {
    this.prefix = prefix;
    this.#target = target;
    this.#server = shownTarget(target);
    this.#waitMs = waitMs;
  }

  /**
   * Runs a script.
   *
   * @param keys All keys that the script uses, with the same hash tag.
   * @throws UnavailableError if the server cannot be used for `waitMs` or its memory is full
   * @throws BadRequestError `INVALID_CONFIGURATION` for a wrong password, and for a server that is not Redis
   */
  async run<Result>(
    script: Script,
    keys: readonly string[],
    args: readonly RedisValue[],
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<Result> {
    return (await this.use((client) => runScript(client, script, keys, args), options)) as Result;
  }

  /** Runs a command. @throws as {@link run} does */
  async command<Result>(name: string, ...args: readonly RedisValue[]): Promise<Result> {
    return (await this.use((client) => client.call(name, ...args))) as Result;
  }

  /** Resolves if the server takes writes: one that is full, or a replica, still responds. @throws as {@link run} does */
  async ready(): Promise<void> {
    await this.command('SET', redisKey(this.prefix, 'ready'), 1, 'PX', KEEP_READY_MS);
  }

  /** Closes the connection. Commands that still wait for a response fail. A client that the caller gave stays open. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const opened = await this.#opened?.catch(() => undefined);
    if (opened?.isOwn) {
      const { client } = opened;
      if (client.status === 'ready') await Promise.race([client.quit().catch(() => undefined), sleep(CLOSE_MS)]);
      client.disconnect();
    }
    for (const stop of this.#waiting) stop(closedConnection(this.#server));
  }

  private open(): Promise<OpenClient> {
    if (this.#isClosed) throw closedConnection(this.#server);
    this.#opened ??= this.connect();
    return this.#opened;
  }

  private async connect(): Promise<OpenClient> {
    const opened = await openClient(this.#target, {
      // The client sends nothing by itself later: a command that failed here must not be executed after that.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      // A network can lose packets without a word. Half the time is left for another connection.
      connectTimeout: Math.ceil(this.#waitMs / 2),
      socketTimeout: Math.ceil(this.#waitMs / 2),
      maxLoadingRetryTime: RETRY_MS,
      retryStrategy: (attempt) => Math.min(25 * attempt, RETRY_MS),
    });
    const { client, isOwn } = opened;
    if (!isOwn) return opened;
    client.on('error', (error: Error) => {
      this.#lost = error;
    });
    client.on('ready', () => {
      this.#lost = undefined;
      this.#ready.resolve();
      this.#ready = Promise.withResolvers<void>();
    });
    return opened;
  }

  /** Runs something with the client, again if the connection is lost meanwhile. @throws as {@link run} does, and the errors of the work itself */
  async use<Result>(
    work: (client: Redis | Cluster) => Promise<Result>,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    const stopped = Promise.withResolvers<never>();
    const stop = stopped.reject;
    const onAbort = () => stop(signal?.reason);
    const wait: Wait = { isOver: false, last: undefined };
    const timer = setTimeout(
      () => stop(waitedTooLong(this.#server, this.#waitMs, wait.last ?? this.#lost)),
      this.#waitMs,
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.add(stop);
    try {
      return await Promise.race([this.attempts(work, wait), stopped.promise]);
    } finally {
      wait.isOver = true;
      this.#waiting.delete(stop);
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Sends until there is a response, and nothing after the wait is over. */
  private async attempts<Result>(work: (client: Redis | Cluster) => Promise<Result>, wait: Wait): Promise<Result> {
    const { client } = await this.open();
    for (;;) {
      try {
        if (isAway(client)) throw awayError(client);
        return await work(client);
      } catch (error) {
        if (wait.isOver || !isOfServer(error)) throw error;
        // Why there is no connection says more than that there is none.
        const reason = error.name === 'ReplyError' ? error : (this.#lost ?? error);
        if (!isPassing(reason)) throw redisError(reason, this.#server);
        wait.last = reason;
        await Promise.race([this.#ready.promise, sleep(RETRY_MS)]);
        if (wait.isOver) throw reason;
      }
    }
  }
}

function awayError({ status }: Redis | Cluster): Error {
  return new Error(
    status === 'connect'
      ? 'the server accepts connections, but it is still loading its data'
      : 'there is no connection',
  );
}

interface Wait {
  isOver: boolean;
  last: Error | undefined;
}
