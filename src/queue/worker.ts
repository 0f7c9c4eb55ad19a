/** Workers: they take jobs from a queue, make their calls and deliver the results. */

import { randomUUID } from 'node:crypto';
import type { Worker as BullWorker, JobJson } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { closeAll } from '../client/close-all.ts';
import { pauseMs } from '../client/retries.ts';
import { sleep, unlessAborted } from '../client/waits.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { UnavailableError } from '../contract/errors.ts';
import { LONGEST_TIMER_MS } from '../options/checks.ts';
import { notify } from '../options/runtime.ts';
import { ownClient } from '../redis/client.ts';
import { isOfServer, isPassing, isRedisFailure, redisError } from '../redis/errors.ts';
import { shownTarget } from '../redis/target.ts';
import { loadBullmq, queuePrefix, WORKER_CLIENT } from './connection.ts';

import { AttemptFailed, type JobContext, JobRun, jobKeys } from './job-run.ts';
import { rateCounter } from './rates.ts';
import type { StoredData, StoredJob } from './stored-job.ts';
import { telemetryOption, workerEvents } from './telemetry.ts';
import { openTurns, type Turns } from './turns.ts';
import { graceMsOf, type WorkerSettings, workerOptions } from './worker-options.ts';
import type { CloseOptions, Worker, WorkerEvent, WorkerEventDetails, WorkerOptions } from './worker-types.ts';

/** How long a closing worker waits for Redis after its jobs have ended [milliseconds]. */
const LONGEST_CLOSE_MS = 3_000;
/** Jobs that stall are counted here, not by bullmq, which would fail them without a result. */
const BULLMQ_MAX_STALLED = 1_000_000;
/** How soon a worker tries again to take a job after an error of Redis [milliseconds]. */
const AFTER_ERROR_MS = 1_000;

/**
 * Returns a worker. It takes jobs when `run()` is called.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a missing or invalid option, with its name
 * @example
 * const worker = createWorker({ redis, marketplace, results: ({ params, envelope, error }) => save(params, envelope, error) });
 * process.once('SIGTERM', () => worker.close({ graceMs: 20_000 }));
 * await worker.run();
 */
export function createWorker(options: WorkerOptions): Worker {
  const worker = new RedisWorker(workerOptions(options));
  const close = (closeOptions: CloseOptions = {}) => worker.close(graceMsOf(closeOptions));
  return { id: worker.id, run: () => worker.run(), close, [Symbol.asyncDispose]: () => close() };
}

type BullWorkerOf = BullWorker<StoredData, undefined, EndpointName>;

/** Returns bullmq's worker, which waits after a failed fetch and when Redis refuses the end of a job, and takes jobs that are not JSON: they become dead letters. */
function patientWorker({ Worker: Base }: typeof import('bullmq'), signal: AbortSignal) {
  return class extends Base<StoredData, undefined, EndpointName> {
    protected override async moveToActive(token: string, name?: string): Promise<StoredJob> {
      try {
        return await super.moveToActive(token, name);
      } catch (error) {
        await sleep(AFTER_ERROR_MS, signal).catch(() => undefined);
        throw error;
      }
    }

    /** The result is delivered: if Redis refuses the end of the job, bullmq would make a dead letter of it. */
    protected override async handleCompleted(...args: Parameters<BullWorkerOf['handleCompleted']>) {
      for (;;) {
        try {
          return await super.handleCompleted(...args);
        } catch (error) {
          if (!(error instanceof Error && error.name === 'ReplyError')) throw error;
          this.emit('error', error);
          // The check for stalled jobs will move it.
          if (signal.aborted) return undefined as never;
          await sleep(AFTER_ERROR_MS, signal).catch(() => undefined);
        }
      }
    }

    protected override createJob(json: JobJson, id: string): StoredJob {
      try {
        return super.createJob(json, id);
      } catch {
        return super.createJob({ ...json, data: 'null' }, id);
      }
    }
  };
}

/** The open parts of a running worker. */
interface OpenWorker {
  bull: BullWorkerOf;
  client: Redis | Cluster;
  rates: ReturnType<typeof rateCounter>;
  turns: Turns;
}

class RedisWorker {
  readonly id = randomUUID();
  readonly #settings: WorkerSettings;
  readonly #runs = new Map<string, JobRun>();
  readonly #closed = Promise.withResolvers<void>();
  /** Resolves when a closing worker no longer waits for Redis. */
  readonly #late = Promise.withResolvers<void>();
  /** Aborts when the worker closes. */
  readonly #stopping = new AbortController();
  #opened: Promise<OpenWorker | undefined> | undefined;
  #closing: Promise<void> | undefined;
  #resuming: NodeJS.Timeout | undefined;
  #bull: BullWorkerOf | undefined;
  /** The fault of Redis that is reported. */
  #fault: string | undefined;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  async run(): Promise<void> {
    if (this.#closing === undefined) {
      this.#opened ??= this.#start();
      await this.#opened;
    }
    await this.#closed.promise;
  }

  close(graceMs: number): Promise<void> {
    const timers = [
      setTimeout(() => this.#handBackAll(), graceMs),
      // Without Redis, jobs cannot be handed back: other workers take them up when their locks end.
      setTimeout(() => this.#late.resolve(), Math.min(graceMs + LONGEST_CLOSE_MS, LONGEST_TIMER_MS)),
    ];
    this.#closing ??= this.#shutDown();
    return this.#closing.finally(() => timers.forEach(clearTimeout));
  }

  async #start(): Promise<OpenWorker | undefined> {
    const { name, concurrency, lockMs, stalledCheckMs, maxDead, deadMaxAgeMs } = this.#settings;
    const bullmq = await loadBullmq();
    const client = await ownClient(this.#settings.redis, WORKER_CLIENT);
    const prefix = queuePrefix(this.#settings);
    const report = (error: unknown) => this.#report(error);
    const rates = rateCounter(client, prefix, report);
    const free = () =>
      this.#bull?.isPaused() === true || this.#closing !== undefined ? 0 : concurrency - this.#runs.size;
    const jobs = `${prefix}:${name}:`;
    const turns = openTurns({ client, prefix, jobs, concurrency, free, onError: report });
    const context: JobContext = {
      settings: this.#settings,
      bullmq,
      turns,
      keys: jobKeys(client, prefix, jobs, report),
      report,
      emit: (type, details) => this.#emit(type, details),
      count: ({ endpoint, marketplace }, ending) => rates.add(endpoint, marketplace, ending),
      pause: (error, waitMs) => this.#pause(error, waitMs),
    };
    const Worker = patientWorker(bullmq, this.#stopping.signal);
    const bull: BullWorkerOf = new Worker(
      name,
      (job, token = '') => this.#process(new JobRun(context, job, token), job.id ?? '', turns),
      {
        connection: client,
        prefix,
        ...telemetryOption(),
        autorun: false,
        concurrency,
        lockDuration: lockMs,
        stalledInterval: stalledCheckMs,
        maxStalledCount: BULLMQ_MAX_STALLED,
        runRetryDelay: AFTER_ERROR_MS,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: maxDead, age: Math.ceil(deadMaxAgeMs / 1_000) },
        settings: {
          backoffStrategy: (_attempt, _type, error) => (error instanceof AttemptFailed ? error.delayMs : -1),
        },
      },
    );
    this.#bull = bull;
    bull.on('error', report);
    bull.on('stalled', (id) => this.#emit('stalled', { id }));
    bull.on('locksRenewed', ({ jobIds }) => {
      for (const id of jobIds) this.#runs.get(id)?.renewed();
    });
    bull.on('lockRenewalFailed', (ids) => {
      for (const id of ids) this.#runs.get(id)?.stop('lost');
    });
    // A job or a response of Redis shows that it can be used again.
    for (const event of ['active', 'drained', 'ready'] as const) bull.on(event, () => (this.#fault = undefined));
    client.on('ready', () => (this.#fault = undefined));
    if (!(await this.#isReady(client, bull))) return undefined;
    this.#emit('ready', {});
    bull.run().catch(report);
    return { bull, client, rates, turns };
  }

  /**
   * Waits for Redis, for as long as it takes, or until the worker closes.
   *
   * @throws BadRequestError for an error that waiting does not cure, such as a wrong password
   */
  async #isReady(client: Redis | Cluster, bull: BullWorkerOf): Promise<boolean> {
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const check = (error: Error) => {
      if (!isPassing(error)) reject(redisError(error, shownTarget(this.#settings.redis)));
    };
    client.on('error', check);
    try {
      await unlessAborted(Promise.race([bull.waitUntilReady(), refused]), this.#stopping.signal);
      return true;
    } catch (error) {
      await bull.close(true).catch(() => undefined);
      client.disconnect();
      if (this.#stopping.signal.aborted) return false;
      throw error;
    } finally {
      client.off('error', check);
    }
  }

  async #process(run: JobRun, id: string, turns: Turns): Promise<undefined> {
    this.#runs.set(id, run);
    try {
      return await run.run();
    } finally {
      if (this.#runs.get(id) === run) this.#runs.delete(id);
      if (!run.hasWaited || this.#runs.size === this.#settings.concurrency - 1) turns.next();
    }
  }

  /** Reports an error of Redis or bullmq. A fault of the server is reported once. */
  #report(error: unknown): void {
    const { message = '', code } = Object(error) as Partial<Error> & { code?: unknown };
    // The event `lost` reports it.
    if (message.startsWith('could not renew lock')) return;
    if (typeof code === 'number') {
      const why = `queue: a job could not be ended: ${message}. Its lock had ended: another worker takes it up.`;
      this.#emit('error', { error: new UnavailableError(why, { cause: error }) });
      return;
    }
    const shown = isOfServer(error) ? redisError(error, shownTarget(this.#settings.redis)) : error;
    const isReply = error instanceof Error && error.name === 'ReplyError';
    const fault = isRedisFailure(shown) ? (isReply ? message.split(' ', 1)[0] : 'lost') : undefined;
    if (fault !== undefined && fault === this.#fault) return;
    this.#fault = fault ?? this.#fault;
    this.#emit('error', { error: shown });
  }

  /** Takes no jobs for a while: each would fail the same way. */
  #pause(error: unknown, ownMs = this.#settings.pauseMs): void {
    const bull = this.#bull;
    if (this.#resuming !== undefined || this.#closing !== undefined || bull === undefined) return;
    const waitMs = pauseMs(error, ownMs);
    this.#resuming = setTimeout(() => {
      this.#resuming = undefined;
      this.#emit('resumed', {});
      void bull.resume();
    }, waitMs);
    this.#emit('paused', { error, wait_ms: waitMs });
    bull.pause(true).catch((cause: unknown) => this.#report(cause));
  }

  #handBackAll(): void {
    for (const run of this.#runs.values()) run.stop('stop');
  }

  async #shutDown(): Promise<void> {
    clearTimeout(this.#resuming);
    this.#stopping.abort();
    const opened = await this.#opened?.catch(() => undefined);
    try {
      opened?.turns.close();
      await closeAll(
        () => opened && Promise.race([opened.bull.close().then(() => opened.rates.flush()), this.#late.promise]),
        () => opened?.client.disconnect(),
        async () => (await opened?.bull.getBackend().blockingClient)?.disconnect(),
        () => this.#settings.results.close?.(),
      );
    } finally {
      this.#closed.resolve();
    }
  }

  #emit<Type extends keyof WorkerEventDetails>(type: Type, details: WorkerEventDetails[Type]): void {
    const { onEvent, name } = this.#settings;
    if (onEvent === undefined && !workerEvents.hasSubscribers) return;
    const event = { type, queue: name, worker: this.id, ...details } as WorkerEvent;
    workerEvents.publish(event);
    if (onEvent !== undefined) notify('onEvent', onEvent, event, ` for the event "${type}"`);
  }
}
