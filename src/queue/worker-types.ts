/** The options and events of workers. */

import type { MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { AnyMarketplace, Duration } from '../contract/marketplace.ts';
import type { ResultTarget } from './result-types.ts';
import type { QueueConnectionOptions } from './types.ts';

/** Options of {@link createWorker}. */
export interface WorkerOptions extends QueueConnectionOptions {
  /** Makes the calls. The worker does not close it. */
  marketplace: AnyMarketplace;
  /** Takes the results: a function, a sink, or a list of them, which all get each result. The worker closes sinks when it closes. */
  results: ResultTarget | readonly ResultTarget[];
  /** Most jobs at the same time. @default 10 */
  concurrency?: number | undefined;
  /** Shortest delay before another attempt; it doubles with each attempt [milliseconds]. An error with `retryAfterMs` decides itself, up to an hour. @default 5_000 */
  retryDelayMs?: Duration | undefined;
  /** Longest delay before another attempt [milliseconds]. @default 600_000 */
  maxRetryDelayMs?: Duration | undefined;
  /** How often a result is delivered before its job becomes a dead letter. @default 5 */
  deliveryAttempts?: number | undefined;
  /**
   * How long the worker takes no jobs when no credits are left, the budget is used up or the key is wrong [milliseconds]. An error with
   * `retryAfterMs` decides itself, up to an hour. @default 60_000
   */
  pauseMs?: Duration | undefined;
  /** How long a job belongs to a worker that no longer responds [milliseconds]. @default 30_000 */
  lockMs?: Duration | undefined;
  /** Time between two checks for jobs of dead workers [milliseconds]. @default 30_000 */
  stalledCheckMs?: Duration | undefined;
  /** How many workers may die with a job before it becomes a dead letter. A worker whose call waited for its turn does not count. @default 3 */
  maxStalled?: number | undefined;
  /** Most dead letters that are kept. The oldest are removed. @default 100_000 */
  maxDead?: number | undefined;
  /** How long dead letters are kept [milliseconds]. @default 30 days */
  deadMaxAgeMs?: Duration | undefined;
  /** Keeps the page with dead letters of page errors: `ParseError` and `BlockedError`. @default true */
  keepPages?: boolean | undefined;
  /** Largest page that is kept with a dead letter, compressed [bytes]. @default 500_000 */
  maxPageBytes?: number | undefined;
  /** Receives the events of the worker. */
  onEvent?: ((event: WorkerEvent) => void) | undefined;
}

/** Options of {@link Worker.close}. */
export interface CloseOptions {
  /** How long running jobs may go on. The others are then handed back: they wait again at once, and no attempt counts [milliseconds]. @default 30_000 */
  graceMs?: Duration | undefined;
}

/** Takes jobs from a queue, makes their calls and delivers their results. */
export interface Worker {
  /** Id of the worker: a UUID. */
  readonly id: string;
  /**
   * Starts to take jobs. Resolves when the worker is closed. A lost connection to Redis does not end it: the worker goes on when the connection is back.
   *
   * @throws BadRequestError `INVALID_CONFIGURATION` if bullmq or ioredis is not installed
   */
  run(): Promise<void>;
  /**
   * Takes no more jobs, waits for running ones, hands back the rest, and closes the connections and the sink. A second call with a shorter time ends the
   * wait. Rejects with the error of a sink that cannot close: the worker is closed then too.
   */
  close(options?: CloseOptions): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Members of all events of a worker. */
export interface WorkerEventBase {
  /** Name of the queue. */
  queue: string;
  /** Id of the worker. */
  worker: string;
}

/** Members of events of a job. */
export interface JobEventBase {
  /** Id of the job. */
  id: string;
  /** Endpoint of the call. */
  endpoint: EndpointName;
  /** Marketplace of the call. */
  marketplace: MarketplaceCode;
  /** Number of the attempt, starting at 1. */
  attempt: number;
}

/** Members of each type of event. */
export interface WorkerEventDetails {
  /** The worker starts to take jobs. */
  ready: object;
  /** The worker has taken a job, which could have been taken `wait_ms` milliseconds before. */
  started: JobEventBase & { wait_ms: number };
  /** A job ended with a result, which is delivered. `duration_ms` is the time since it was taken [milliseconds]. */
  ended: JobEventBase & { found: boolean; duration_ms: number };
  /** An attempt failed. The next one follows after the delay. */
  retried: JobEventBase & { error: unknown; delay_ms: number };
  /** A job waits again, and no attempt was counted: the worker stops, is paused, or has enough calls that wait for the pace of the site. */
  returned: JobEventBase & { reason: 'stop' | 'pause' | 'pace' };
  /** A job failed for good: it is a dead letter now. */
  dead: JobEventBase & { code: string; error: unknown };
  /** The worker no longer owns a job, because it could not renew the lock: the call was aborted. Another worker takes the job. */
  lost: JobEventBase;
  /** The delivery of a result failed. The next one follows after the delay. */
  undelivered: JobEventBase & { error: unknown; delay_ms: number };
  /** The worker of this job has not renewed its lock: it died, or lost its connection. The job waits again. */
  stalled: { id: string };
  /** The worker takes no jobs for `wait_ms` milliseconds: no credits are left, the budget is used up, or the key is wrong. */
  paused: { error: unknown; wait_ms: number };
  /** The worker takes jobs again. */
  resumed: object;
  /** Redis cannot be used: reported once, until it can be used again. The worker continues then. */
  error: { error: unknown };
}

/** An event of a worker: branch on `type`. */
export type WorkerEvent = {
  [Type in keyof WorkerEventDetails]: { type: Type } & WorkerEventBase & WorkerEventDetails[Type];
}[keyof WorkerEventDetails];
