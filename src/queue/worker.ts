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
import { AttemptFailed, type JobContext, type JobRun, jobRun } from './job-run.ts';
import { rateCounter } from './rates.ts';
import { jobKeys, type StoredData, type StoredJob } from './stored-job.ts';
import { telemetryOption, workerEvents } from './telemetry.ts';
import { openTurns } from './turns.ts';
import { graceMsOf, workerOptions } from './worker-options.ts';
import type { CloseOptions, Worker, WorkerEvent, WorkerEventDetails, WorkerOptions } from './worker-types.ts';

/** How long a closing worker waits for Redis after its jobs have ended [milliseconds]. */
const LONGEST_CLOSE_MS = 3_000;
/** Jobs that stall are counted here, not by bullmq, which would fail them without a result. */
const BULLMQ_MAX_STALLED = 1_000_000;
/** How soon a worker tries again to take a job after an error of Redis [milliseconds]. */
const AFTER_ERROR_MS = 1_000;

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
  const settings = workerOptions(options);
  const { name, concurrency, lockMs, stalledCheckMs, maxDead, deadMaxAgeMs, results, onEvent } = settings;
  const server = shownTarget(settings.redis);
  const id = randomUUID();
  const runs = new Map<string, JobRun>();
  const closed = Promise.withResolvers<void>();
  /** Resolves when a closing worker no longer waits for Redis. */
  const late = Promise.withResolvers<void>();
  /** Aborts when the worker closes. */
  const stopping = new AbortController();
  let opened: ReturnType<typeof start> | undefined;
  let closing: Promise<void> | undefined;
  let resuming: NodeJS.Timeout | undefined;
  let bull: BullWorkerOf | undefined;
  /** The fault of Redis that is reported. */
  let fault: string | undefined;

  async function run(): Promise<void> {
    if (closing === undefined) {
      opened ??= start();
      await opened;
    }
    await closed.promise;
  }

  function close(closeOptions: CloseOptions = {}): Promise<void> {
    const graceMs = graceMsOf(closeOptions);
    const handBackAll = () => {
      for (const running of runs.values()) running.stop('stop');
    };
    const timers = [
      setTimeout(handBackAll, graceMs),
      // Without Redis, jobs cannot be handed back: other workers take them up when their locks end.
      setTimeout(() => late.resolve(), Math.min(graceMs + LONGEST_CLOSE_MS, LONGEST_TIMER_MS)),
    ];
    closing ??= shutDown();
    return closing.finally(() => timers.forEach(clearTimeout));
  }

  async function start() {
    const bullmq = await loadBullmq();
    const client = await ownClient(settings.redis, WORKER_CLIENT);
    const prefix = queuePrefix(settings);
    const rates = rateCounter(client, prefix, report);
    const free = () => (bull?.isPaused() === true || closing !== undefined ? 0 : concurrency - runs.size);
    const jobs = `${prefix}:${name}:`;
    const turns = openTurns({ client, prefix, jobs, concurrency, free, onError: report });
    const context: JobContext = {
      settings,
      bullmq,
      turns,
      keys: jobKeys(client, prefix, jobs, report),
      report,
      emit,
      count: ({ endpoint, marketplace }, ending) => rates.add(endpoint, marketplace, ending),
      pause,
    };
    const process = async (job: StoredJob, token = ''): Promise<undefined> => {
      const running = jobRun(context, job, token);
      const jobId = job.id ?? '';
      runs.set(jobId, running);
      try {
        return await running.run();
      } finally {
        if (runs.get(jobId) === running) runs.delete(jobId);
        if (!running.hasWaited() || runs.size === concurrency - 1) turns.next();
      }
    };
    const Worker = patientWorker(bullmq, stopping.signal);
    const worker: BullWorkerOf = new Worker(name, process, {
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
      settings: { backoffStrategy: (_attempt, _type, error) => (error instanceof AttemptFailed ? error.delayMs : -1) },
    });
    bull = worker;
    worker.on('error', report);
    worker.on('stalled', (stalled) => emit('stalled', { id: stalled }));
    worker.on('locksRenewed', ({ jobIds }) => {
      for (const renewed of jobIds) runs.get(renewed)?.renewed();
    });
    worker.on('lockRenewalFailed', (ids) => {
      for (const lost of ids) runs.get(lost)?.stop('lost');
    });
    // A job or a response of Redis shows that it can be used again.
    for (const event of ['active', 'drained', 'ready'] as const) worker.on(event, () => (fault = undefined));
    client.on('ready', () => (fault = undefined));
    if (!(await isReady(client, worker))) return undefined;
    emit('ready', {});
    worker.run().catch(report);
    return { worker, client, rates, turns };
  }

  /**
   * Waits for Redis, for as long as it takes, or until the worker closes.
   *
   * @throws BadRequestError for an error that waiting does not cure, such as a wrong password
   */
  async function isReady(client: Redis | Cluster, worker: BullWorkerOf): Promise<boolean> {
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const check = (error: Error) => {
      if (!isPassing(error)) reject(redisError(error, server));
    };
    client.on('error', check);
    try {
      await unlessAborted(Promise.race([worker.waitUntilReady(), refused]), stopping.signal);
      return true;
    } catch (error) {
      await worker.close(true).catch(() => undefined);
      client.disconnect();
      if (stopping.signal.aborted) return false;
      throw error;
    } finally {
      client.off('error', check);
    }
  }

  /** Reports an error of Redis or bullmq. A fault of the server is reported once. */
  function report(error: unknown): void {
    const { message = '', code } = Object(error) as Partial<Error> & { code?: unknown };
    // The event `lost` reports it.
    if (message.startsWith('could not renew lock')) return;
    if (typeof code === 'number') {
      const why = `queue: a job could not be ended: ${message}. Its lock had ended: another worker takes it up.`;
      emit('error', { error: new UnavailableError(why, { cause: error }) });
      return;
    }
    const shown = isOfServer(error) ? redisError(error, server) : error;
    const isReply = error instanceof Error && error.name === 'ReplyError';
    const found = isRedisFailure(shown) ? (isReply ? message.split(' ', 1)[0] : 'lost') : undefined;
    if (found !== undefined && found === fault) return;
    fault = found ?? fault;
    emit('error', { error: shown });
  }

  /** Takes no jobs for a while: each would fail the same way. */
  function pause(error: unknown, ownMs = settings.pauseMs): void {
    const paused = bull;
    if (resuming !== undefined || closing !== undefined || paused === undefined) return;
    const waitMs = pauseMs(error, ownMs);
    resuming = setTimeout(() => {
      resuming = undefined;
      emit('resumed', {});
      void paused.resume();
    }, waitMs);
    emit('paused', { error, wait_ms: waitMs });
    paused.pause(true).catch(report);
  }

  async function shutDown(): Promise<void> {
    clearTimeout(resuming);
    stopping.abort();
    const running = await opened?.catch(() => undefined);
    try {
      running?.turns.close();
      await closeAll(
        () => running && Promise.race([running.worker.close().then(() => running.rates.flush()), late.promise]),
        () => running?.client.disconnect(),
        async () => (await running?.worker.getBackend().blockingClient)?.disconnect(),
        () => results.close?.(),
      );
    } finally {
      closed.resolve();
    }
  }

  function emit<Type extends keyof WorkerEventDetails>(type: Type, details: WorkerEventDetails[Type]): void {
    if (onEvent === undefined && !workerEvents.hasSubscribers) return;
    const event = { type, queue: name, worker: id, ...details } as WorkerEvent;
    workerEvents.publish(event);
    if (onEvent !== undefined) notify('onEvent', onEvent, event, ` for the event "${type}"`);
  }

  return { id, run, close, [Symbol.asyncDispose]: () => close() };
}
