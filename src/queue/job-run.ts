/** One attempt of a job: its call, the delivery of its result, and how the job ends. */
import { gzipSync } from 'node:zlib';
import { isWorthRetrying, retryDelay } from '../client/retries.ts';
import { sleep, unlessAborted } from '../client/waits.ts';
import { assertEndpoint } from '../contract/endpoints.ts';
import { BlockedError, InternalError, MarketplaceError, ParseError } from '../contract/errors.ts';
import { type AnyEnvelope, callOf, type ResponseListener } from '../contract/marketplace.ts';
import { stopsAllCalls } from '../contract/stops-all-calls.ts';
import { type StoredError, storedErrorOf } from '../contract/stored-error.ts';
import { isRedisFailure } from '../redis/errors.ts';
import type { Ending } from './rates.ts';
import { type JobLock, type JobResult, locks, StopReason } from './result-types.ts';
import { assertKey, type JobKeys, keyOfJob, marketplaceOfJob, type StoredData, type StoredJob } from './stored-job.ts';
import type { Turns } from './turns.ts';
import type { WorkerSettings } from './worker-options.ts';
import type { JobEventBase, WorkerEventDetails } from './worker-types.ts';

/** Longer pages are not compressed for a dead letter [characters]. */
const LONGEST_PAGE = 20_000_000;
/** The delays between two deliveries [milliseconds]. */
const DELIVERY_DELAYS = { retryDelayMs: 1_000, maxRetryDelayMs: 30_000 };

/** The part of a worker that runs of jobs use. */
export interface JobContext {
  settings: WorkerSettings;
  bullmq: Pick<typeof import('bullmq'), 'UnrecoverableError' | 'WaitingError'>;
  turns: Pick<Turns, 'isFull' | 'hasTurn' | 'park' | 'wait' | 'took'>;
  keys: JobKeys;
  emit<Type extends keyof WorkerEventDetails>(type: Type, details: WorkerEventDetails[Type]): void;
  count(job: JobEventBase, ending: Ending): void;
  /** Reports an error of Redis or bullmq. */
  report(error: unknown): void;
  /** Takes no more jobs for a while, because of the error. */
  pause(error: unknown, waitMs?: number): void;
}

/** An attempt that failed. bullmq stores the message, and asks for the delay. */
export class AttemptFailed extends Error {
  readonly delayMs: number;

  constructor(error: StoredError, delayMs: number) {
    super(JSON.stringify(error));
    this.delayMs = delayMs;
    // bullmq would store it with the job.
    delete this.stack;
  }
}

/** The run of an attempt. */
export type JobRun = ReturnType<typeof jobRun>;

/** Returns the run of a job's next attempt. Its events go on when the job is retried, dead or handed back: bullmq reads that from the error. */
export function jobRun(context: JobContext, job: StoredJob, token: string) {
  const { settings, bullmq, turns, keys, emit, count, report, pause } = context;
  // Another program can have added the job, with data that is not an object.
  const data = Object(job.data) as StoredData;
  const { id = '', name: endpoint, processedOn = 0 } = job;
  const marketplace = marketplaceOfJob(data);
  const attempt = job.attemptsMade + 1;
  const base: JobEventBase = { id, endpoint, marketplace, attempt };
  const key = keyOfJob(id, data);
  const lock: JobLock = { redis: settings.redis, key: keys.lock(id), token, retried: data.retried ?? 0 };
  /** Ends the run early. */
  const ending = new AbortController();
  const { signal } = ending;
  const stop = (kind: StopReason['kind']) => ending.abort(new StopReason(kind));
  /** When the worker surely had the lock, of `performance.now()`. It asked for the job when the job was taken: the lock is as old. */
  let heldAt = performance.now() - Math.max(0, Date.now() - processedOn);
  let hasWaited = false;
  /** The last page of the call. Only the local backend has pages: responses with a page URL. */
  let page: string | undefined;

  async function run(): Promise<undefined> {
    turns.took(marketplace);
    if (mustWait() && (await turns.park(job, token, marketplace))) throw new bullmq.WaitingError();
    const startedAt = performance.now();
    emit('started', { ...base, wait_ms: Math.max(0, Date.now() - job.timestamp - job.delay) });
    try {
      const envelope = await call();
      await deliver({ envelope });
      await keepUnique();
      count(base, 'succeeded');
      emit('ended', { ...base, found: envelope.found, duration_ms: Math.round(performance.now() - startedAt) });
    } catch (error) {
      throw await outcomeOf(error);
    }
  }

  async function call(): Promise<AnyEnvelope> {
    // A job that kills its workers must not reach the next one.
    const deaths = job.stalledCounter > 0 ? await keys.deaths(job) : 0;
    if (deaths > settings.maxStalled) throw stalledTooOften(deaths);
    // A later version can have added the job.
    assertEndpoint('endpoint', endpoint);
    assertKey(id, data);
    signal.throwIfAborted();
    const listener: ResponseListener = ({ url, body }) => {
      page = url === undefined ? undefined : body;
    };
    listener.onWait = ({ reason }) => wait(reason);
    const made = callOf(settings.marketplace)(endpoint, data.params, { signal, idempotencyKey: key }, listener);
    return unlessAborted<AnyEnvelope>(made, signal);
  }

  /** Whether enough calls wait for the pace of the site. */
  function mustWait(): boolean {
    return turns.isFull(marketplace) && !turns.hasTurn(job);
  }

  /** The call waits for its turn. If enough calls wait for the pace of its site, the job waits in Redis instead. */
  function wait(reason: string): () => void {
    const isPaced = reason === 'pace' || reason === 'backoff';
    if (isPaced && mustWait()) stop('pace');
    if (signal.aborted) return () => undefined;
    hasWaited = true;
    keys.setIdle(id, true);
    let endWait: (() => void) | undefined = isPaced ? turns.wait(marketplace) : () => undefined;
    return () => {
      if (endWait !== undefined) keys.setIdle(id, false);
      endWait?.();
      endWait = undefined;
    };
  }

  /**
   * Delivers a result, again and again if that fails.
   *
   * @throws InternalError `DELIVERY_FAILED` after the last attempt, or at once for an error of the sink that is not retryable; the signal's reason; StopReason
   *   if another worker has the job, or can take it
   */
  async function deliver(outcome: Pick<JobResult, 'envelope' | 'error'>): Promise<void> {
    const { params, extra } = data;
    const own = extra === undefined ? {} : { extra };
    const at = new Date().toISOString();
    const result = { id, key, endpoint, params, ...own, marketplace, attempts: attempt, at, ...outcome } as JobResult;
    locks.set(result, lock);
    for (let delivery = 1; ; delivery++) {
      try {
        await assertLock();
        return await unlessAborted(settings.results.deliver(result, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof StopReason) throw error;
        const isFinal = error instanceof MarketplaceError && !error.retryable;
        if (isFinal || delivery >= settings.deliveryAttempts) throw deliveryFailed(error);
        const delay_ms = retryDelay(error, delivery, DELIVERY_DELAYS);
        emit('undelivered', { ...base, error, delay_ms });
        await sleep(delay_ms, signal);
      }
    }
  }

  /** Asks Redis for the lock, unless it is young. @throws StopReason if it is not this worker's */
  async function assertLock(): Promise<void> {
    signal.throwIfAborted();
    if (performance.now() - heldAt < settings.lockMs / 2) return;
    if ((await unlessAborted(keys.owner(lock.key), signal)) !== token) throw new StopReason('lost');
  }

  async function keepUnique(): Promise<void> {
    const { deduplicationId } = job;
    const { uniqueUntil = 0 } = data;
    // Redis has no later times.
    const isTime = Number.isSafeInteger(uniqueUntil) && uniqueUntil > Date.now();
    if (deduplicationId !== undefined && isTime) await keys.keepUnique(deduplicationId, uniqueUntil);
  }

  /** Returns the error that tells bullmq what becomes of the job. */
  async function outcomeOf(error: unknown): Promise<Error> {
    const stopped = signal.aborted ? signal.reason : error;
    if (stopped instanceof StopReason) return ended(stopped);
    // Without our own Redis server, each call fails, and none says anything about its page.
    if (isRedisFailure(error) && !isDeliveryFailure(error)) pause(error, settings.retryDelayMs);
    else if (stopsAllCalls(error)) pause(error);
    else if (!isWorthRetrying(error) || attempt >= (job.opts.attempts ?? 1)) return die(error);
    else {
      const delayMs = retryDelay(error, attempt, settings);
      count(base, 'retried');
      emit('retried', { ...base, error, delay_ms: delayMs });
      return new AttemptFailed(stored(error), delayMs);
    }
    return handBack('pause');
  }

  async function die(error: unknown): Promise<Error> {
    const failure = stored(error);
    try {
      const kept = pageOf(error);
      // bullmq removes the logs of a job together with it.
      if (kept !== undefined) await unlessAborted(job.log(kept), signal);
      // A result that was not delivered is not delivered as an error either.
      if (!isDeliveryFailure(error)) await deliver({ error: failure });
    } catch (cause) {
      const stopped = signal.aborted ? signal.reason : cause;
      if (stopped instanceof StopReason) return ended(stopped);
      report(cause);
    }
    count(base, 'dead');
    emit('dead', { ...base, code: failure.code, error });
    const final = new bullmq.UnrecoverableError(JSON.stringify(failure));
    delete final.stack;
    return final;
  }

  /** Returns the page compressed, if the error is about the page, and it is small enough. */
  function pageOf(error: unknown): string | undefined {
    const isAboutPage = error instanceof ParseError || error instanceof BlockedError;
    if (!settings.keepPages || !isAboutPage || page === undefined || page.length > LONGEST_PAGE) return undefined;
    const compressed = gzipSync(page);
    return compressed.length <= settings.maxPageBytes ? compressed.toString('base64') : undefined;
  }

  async function ended({ kind }: StopReason): Promise<Error> {
    if (kind !== 'lost') return handBack(kind);
    emit('lost', base);
    // The job is another worker's: this one must not touch it.
    return new bullmq.WaitingError();
  }

  /** Puts the job in front of the waiting ones, or into the list of its site. No attempt is counted. */
  async function handBack(reason: 'stop' | 'pause' | 'pace'): Promise<Error> {
    try {
      if (reason !== 'pace') await job.moveToWait(token);
      else if (!(await turns.park(job, token, marketplace))) return await ended(new StopReason('lost'));
      emit('returned', { ...base, reason });
    } catch (error) {
      // bullmq has numbers for locks and jobs that are gone.
      if (typeof (error as { code?: unknown }).code === 'number') return ended(new StopReason('lost'));
      // The check for stalled jobs will move it.
      report(error);
    }
    return new bullmq.WaitingError();
  }

  return {
    /** Runs the job. @throws an error of bullmq that says what becomes of the job */
    run,
    /** Ends the run early. */
    stop,
    /** Takes note that the lock was renewed. */
    renewed(): void {
      heldAt = performance.now();
    },
    /** Whether its call has waited for its turn. */
    hasWaited: () => hasWaited,
  };
}

function stored(error: unknown): StoredError {
  return storedErrorOf(error instanceof Error ? error : new InternalError(String(error), { cause: error }));
}

function stalledTooOften(count: number): InternalError {
  const message = `queue: ${count} workers died while they worked on this job: expected a result. Look at their logs.`;
  return new InternalError(message, { code: 'JOB_STALLED', retryable: false });
}

/** Whether a result could not be delivered. */
function isDeliveryFailure(error: unknown): boolean {
  return error instanceof MarketplaceError && error.code === 'DELIVERY_FAILED';
}

function deliveryFailed(cause: unknown): InternalError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new InternalError(`results: the result could not be delivered: ${message}`, {
    code: 'DELIVERY_FAILED',
    cause,
  });
}
