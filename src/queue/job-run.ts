/** One attempt of a job: its call, the delivery of its result, and how the job ends. */
import { gzipSync } from 'node:zlib';
import { isWorthRetrying, retryDelay, stopsAllCalls } from '../client/retries.ts';
import { sleep, unlessAborted } from '../client/waits.ts';
import { assertEndpoint } from '../contract/endpoints.ts';
import { BlockedError, InternalError, MarketplaceError, ParseError } from '../contract/errors.ts';
import { type AnyEnvelope, type CallOptions, callOf, type ResponseListener } from '../contract/marketplace.ts';
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

/** Makes the call of a job. Its events go on when the job is retried, dead or handed back: bullmq reads that from the error. */
export class JobRun {
  readonly #context: JobContext;
  readonly #job: StoredJob;
  readonly #data: StoredData;
  readonly #key: string;
  /** Aborts when the run must end early. */
  readonly #stop = new AbortController();
  readonly #base: JobEventBase;
  /** Whether its call has waited for its turn. */
  hasWaited = false;
  readonly #lock: JobLock;
  /** When the worker surely had the lock, of `performance.now()`. */
  #heldAt: number;
  /** The last page of the call. Only the local backend has pages: responses with a page URL. */
  #page: string | undefined;

  constructor(context: JobContext, job: StoredJob, token: string) {
    this.#context = context;
    this.#job = job;
    // Another program can have added the job, with data that is not an object.
    this.#data = Object(job.data) as StoredData;
    const { settings, keys } = context;
    const { id = '', processedOn = 0 } = job;
    this.#lock = { redis: settings.redis, key: keys.lock(id), token, retried: this.#data.retried ?? 0 };
    // The worker asked for the job then: the lock is as old.
    this.#heldAt = performance.now() - Math.max(0, Date.now() - processedOn);
    this.#key = keyOfJob(id, this.#data);
    this.#base = { id, endpoint: job.name, marketplace: marketplaceOfJob(this.#data), attempt: job.attemptsMade + 1 };
  }

  /** Ends the run early. */
  stop(kind: StopReason['kind']): void {
    this.#stop.abort(new StopReason(kind));
  }

  /** Takes note that the lock was renewed. */
  renewed(): void {
    this.#heldAt = performance.now();
  }

  /** Runs the job. @throws an error of bullmq that says what becomes of the job */
  async run(): Promise<undefined> {
    const { emit, turns, bullmq } = this.#context;
    const { marketplace } = this.#base;
    turns.took(marketplace);
    if (this.#mustWait() && (await turns.park(this.#job, this.#lock.token, marketplace)))
      throw new bullmq.WaitingError();
    const startedAt = performance.now();
    const { timestamp, delay } = this.#job;
    emit('started', { ...this.#base, wait_ms: Math.max(0, Date.now() - timestamp - delay) });
    try {
      const envelope = await this.#call();
      await this.#deliver({ envelope });
      await this.#keepUnique();
      this.#context.count(this.#base, 'succeeded');
      emit('ended', { ...this.#base, found: envelope.found, duration_ms: Math.round(performance.now() - startedAt) });
    } catch (error) {
      throw await this.#outcomeOf(error);
    }
  }

  async #call(): Promise<AnyEnvelope> {
    const { settings } = this.#context;
    const { id = '', name } = this.#job;
    // A job that kills its workers must not reach the next one.
    const deaths = this.#job.stalledCounter > 0 ? await this.#context.keys.deaths(this.#job) : 0;
    if (deaths > settings.maxStalled) throw stalledTooOften(deaths);
    // A later version can have added the job.
    assertEndpoint('endpoint', name);
    assertKey(id, this.#data);
    const { signal } = this.#stop;
    signal.throwIfAborted();
    const options: CallOptions = { signal, idempotencyKey: this.#key };
    const listener: ResponseListener = ({ url, body }) => {
      this.#page = url === undefined ? undefined : body;
    };
    listener.onWait = ({ reason }) => this.#wait(reason);
    const call = callOf(settings.marketplace);
    return unlessAborted<AnyEnvelope>(call(name, this.#data.params, options, listener), signal);
  }

  /** Whether enough calls wait for the pace of the site. */
  #mustWait(): boolean {
    const { turns } = this.#context;
    return turns.isFull(this.#base.marketplace) && !turns.hasTurn(this.#job);
  }

  /** The call waits for its turn. If enough calls wait for the pace of its site, the job waits in Redis instead. */
  #wait(reason: string): () => void {
    const { turns, keys } = this.#context;
    const { id, marketplace } = this.#base;
    const isPaced = reason === 'pace' || reason === 'backoff';
    if (isPaced && this.#mustWait()) this.stop('pace');
    if (this.#stop.signal.aborted) return () => undefined;
    this.hasWaited = true;
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
  async #deliver(outcome: Pick<JobResult, 'envelope' | 'error'>): Promise<void> {
    const { settings, emit } = this.#context;
    const { signal } = this.#stop;
    const { id, endpoint, marketplace, attempt: attempts } = this.#base;
    const { params, extra } = this.#data;
    const result = {
      id,
      key: this.#key,
      endpoint,
      params,
      ...(extra === undefined ? {} : { extra }),
      marketplace,
      attempts,
      at: new Date().toISOString(),
      ...outcome,
    } as JobResult;
    locks.set(result, this.#lock);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#assertLock();
        return await unlessAborted(settings.results.deliver(result, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof StopReason) throw error;
        const isFinal = error instanceof MarketplaceError && !error.retryable;
        if (isFinal || attempt >= settings.deliveryAttempts) throw deliveryFailed(error);
        const delay_ms = retryDelay(error, attempt, DELIVERY_DELAYS);
        emit('undelivered', { ...this.#base, error, delay_ms });
        await sleep(delay_ms, signal);
      }
    }
  }

  /** Asks Redis for the lock, unless it is young. @throws StopReason if it is not this worker's */
  async #assertLock(): Promise<void> {
    const { settings, keys } = this.#context;
    const { signal } = this.#stop;
    signal.throwIfAborted();
    if (performance.now() - this.#heldAt < settings.lockMs / 2) return;
    const { key, token } = this.#lock;
    if ((await unlessAborted(keys.owner(key), signal)) !== token) throw new StopReason('lost');
  }

  async #keepUnique(): Promise<void> {
    const { deduplicationId } = this.#job;
    const { uniqueUntil = 0 } = this.#data;
    // Redis has no later times.
    const isTime = Number.isSafeInteger(uniqueUntil) && uniqueUntil > Date.now();
    if (deduplicationId !== undefined && isTime) await this.#context.keys.keepUnique(deduplicationId, uniqueUntil);
  }

  /** Returns the error that tells bullmq what becomes of the job. */
  async #outcomeOf(error: unknown): Promise<Error> {
    const { settings, pause } = this.#context;
    const { signal } = this.#stop;
    const stopped = signal.aborted ? signal.reason : error;
    if (stopped instanceof StopReason) return this.#stopped(stopped);
    // Without our own Redis server, each call fails, and none says anything about its page.
    if (isRedisFailure(error) && !isDeliveryFailure(error)) pause(error, settings.retryDelayMs);
    else if (stopsAllCalls(error)) pause(error);
    else return this.#failed(error);
    return this.#handBack('pause');
  }

  async #failed(error: unknown): Promise<Error> {
    const { settings, emit, count } = this.#context;
    const { attempts = 1 } = this.#job.opts;
    if (!isWorthRetrying(error) || this.#base.attempt >= attempts) return this.#die(error);
    const delayMs = retryDelay(error, this.#base.attempt, settings);
    count(this.#base, 'retried');
    emit('retried', { ...this.#base, error, delay_ms: delayMs });
    return new AttemptFailed(stored(error), delayMs);
  }

  async #die(error: unknown): Promise<Error> {
    const { emit, count, bullmq, report } = this.#context;
    const failure = stored(error);
    try {
      const page = this.#pageOf(error);
      // bullmq removes the logs of a job together with it.
      if (page !== undefined) await unlessAborted(this.#job.log(page), this.#stop.signal);
      // A result that was not delivered is not delivered as an error either.
      if (!isDeliveryFailure(error)) await this.#deliver({ error: failure });
    } catch (cause) {
      const stopped = this.#stop.signal.aborted ? this.#stop.signal.reason : cause;
      if (stopped instanceof StopReason) return this.#stopped(stopped);
      report(cause);
    }
    count(this.#base, 'dead');
    emit('dead', { ...this.#base, code: failure.code, error });
    const final = new bullmq.UnrecoverableError(JSON.stringify(failure));
    delete final.stack;
    return final;
  }

  /** Returns the page compressed, if the error is about the page, and it is small enough. */
  #pageOf(error: unknown): string | undefined {
    const { keepPages, maxPageBytes } = this.#context.settings;
    const isAboutPage = error instanceof ParseError || error instanceof BlockedError;
    if (!keepPages || !isAboutPage || this.#page === undefined || this.#page.length > LONGEST_PAGE) return undefined;
    const compressed = gzipSync(this.#page);
    return compressed.length <= maxPageBytes ? compressed.toString('base64') : undefined;
  }

  async #stopped({ kind }: StopReason): Promise<Error> {
    if (kind !== 'lost') return this.#handBack(kind);
    this.#context.emit('lost', this.#base);
    // The job is another worker's: this one must not touch it.
    return new this.#context.bullmq.WaitingError();
  }

  /** Puts the job in front of the waiting ones, or into the list of its site. No attempt is counted. */
  async #handBack(reason: 'stop' | 'pause' | 'pace'): Promise<Error> {
    const { emit, bullmq, report, turns } = this.#context;
    try {
      if (reason !== 'pace') await this.#job.moveToWait(this.#lock.token);
      else if (!(await turns.park(this.#job, this.#lock.token, this.#base.marketplace)))
        return await this.#stopped(new StopReason('lost'));
      emit('returned', { ...this.#base, reason });
    } catch (error) {
      // bullmq has numbers for locks and jobs that are gone.
      if (typeof (error as { code?: unknown }).code === 'number') return this.#stopped(new StopReason('lost'));
      // The check for stalled jobs will move it.
      report(error);
    }
    return new bullmq.WaitingError();
  }
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
