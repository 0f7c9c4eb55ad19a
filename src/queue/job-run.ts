/** One attempt of a job: call, delivery, and how the job ends. */

import { isWorthRetrying, retryDelay, stopsAllCalls } from '../client/retries.ts';
import { unlessAborted } from '../client/waits.ts';
import { assertEndpoint } from '../contract/endpoints.ts';
import { InternalError } from '../contract/errors.ts';
import { type AnyEnvelope, type CallOptions, callOf } from '../contract/marketplace.ts';
import { type StoredError, storedErrorOf } from '../contract/stored-error.ts';
import { pageLog } from './dead-letters.ts';
import { deliver } from './delivery.ts';
import { PageKeeper } from './page-keeper.ts';
import type { Ending } from './rates.ts';
import type { JobResult } from './result-types.ts';
import { StopReason } from './stop-reason.ts';
import { assertKey, keyOfJob, marketplaceOfJob, type StoredData, type StoredJob } from './stored-job.ts';
import type { WorkerSettings } from './worker-options.ts';
import type { JobEventBase, WorkerEventDetails } from './worker-types.ts';

/** The part of a worker that runs of jobs use. */
export interface JobContext {
  settings: WorkerSettings;
  bullmq: Pick<typeof import('bullmq'), 'UnrecoverableError' | 'WaitingError'>;
  emit<Type extends keyof WorkerEventDetails>(type: Type, details: WorkerEventDetails[Type]): void;
  count(job: JobEventBase, ending: Ending): void;
  /** Keeps the deduplication of a job that ends until a time. */
  keepUnique(deduplicationId: string, until: number): Promise<void>;
  /** Takes no more jobs for a while, because of the error. */
  pause(error: unknown): void;
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
  readonly #token: string;
  readonly #stop = new AbortController();
  readonly #pages = new PageKeeper();
  readonly #base: JobEventBase;

  constructor(context: JobContext, job: StoredJob, token: string) {
    this.#context = context;
    this.#job = job;
    // Another program can have added the job, with data that is no object.
    this.#data = Object(job.data) as StoredData;
    this.#token = token;
    this.#base = {
      id: job.id ?? '',
      endpoint: job.name,
      marketplace: marketplaceOfJob(this.#data),
      attempt: job.attemptsMade + 1,
    };
  }

  /** Ends the run early. */
  stop(reason: StopReason): void {
    this.#stop.abort(reason);
  }

  /** Runs the job. @throws an error of bullmq that says what becomes of the job */
  async run(): Promise<undefined> {
    const { emit } = this.#context;
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
    const { id = '', name, stalledCounter } = this.#job;
    // A job that kills its workers must not reach the next one.
    if (stalledCounter > settings.maxStalled) throw stalledTooOften(stalledCounter);
    // A later version can have added the job.
    assertEndpoint('endpoint', name);
    assertKey(id, this.#data);
    const { signal } = this.#stop;
    signal.throwIfAborted();
    const options: CallOptions = { signal, idempotencyKey: keyOfJob(id, this.#data) };
    const call = callOf(settings.marketplace);
    return unlessAborted<AnyEnvelope>(call(name, this.#data.params, options, this.#pages.take), signal);
  }

  async #deliver(outcome: Pick<JobResult, 'envelope' | 'error'>): Promise<void> {
    const { settings, emit } = this.#context;
    const { id, endpoint, marketplace, attempt: attempts } = this.#base;
    const { params, extra } = this.#data;
    const result: JobResult = {
      id,
      key: keyOfJob(id, this.#data),
      endpoint,
      params,
      ...(extra === undefined ? {} : { extra }),
      marketplace,
      attempts,
      at: new Date().toISOString(),
      ...outcome,
    };
    await deliver(settings.results, result, {
      deliveryAttempts: settings.deliveryAttempts,
      signal: this.#stop.signal,
      onFailure: (error, delayMs) => emit('undelivered', { ...this.#base, error, delay_ms: delayMs }),
    });
  }

  async #keepUnique(): Promise<void> {
    const { deduplicationId } = this.#job;
    const { uniqueUntil = 0 } = this.#data;
    // Redis has no later times.
    const isTime = Number.isSafeInteger(uniqueUntil) && uniqueUntil > Date.now();
    if (deduplicationId !== undefined && isTime) await this.#context.keepUnique(deduplicationId, uniqueUntil);
  }

  /** Returns the error that tells bullmq what becomes of the job. */
  async #outcomeOf(error: unknown): Promise<Error> {
    const { settings, emit, count, pause } = this.#context;
    const { signal } = this.#stop;
    if (signal.aborted) return this.#stopped(signal.reason);
    if (stopsAllCalls(error)) {
      pause(error);
      return this.#handBack('pause');
    }
    const { attempts = 1 } = this.#job.opts;
    if (!isWorthRetrying(error) || this.#base.attempt >= attempts) return this.#die(error);
    const delayMs = retryDelay(error, this.#base.attempt, settings);
    count(this.#base, 'retried');
    emit('retried', { ...this.#base, error, delay_ms: delayMs });
    return new AttemptFailed(stored(error), delayMs);
  }

  async #die(error: unknown): Promise<Error> {
    const { settings, emit, count, bullmq } = this.#context;
    const failure = stored(error);
    try {
      const page = settings.keepPages ? this.#pages.pageOf(error, settings.maxPageBytes) : undefined;
      if (page !== undefined) await unlessAborted(this.#job.log(pageLog(page)), this.#stop.signal);
      // A result that was not delivered is not delivered as an error either.
      if (failure.code !== 'DELIVERY_FAILED') await this.#deliver({ error: failure });
    } catch (cause) {
      if (this.#stop.signal.aborted) return this.#stopped(this.#stop.signal.reason);
      emit('error', { error: cause });
    }
    count(this.#base, 'dead');
    emit('dead', { ...this.#base, code: failure.code, error });
    const final = new bullmq.UnrecoverableError(JSON.stringify(failure));
    delete final.stack;
    return final;
  }

  #stopped(reason: unknown): Promise<Error> | Error {
    if (!(reason instanceof StopReason) || reason.kind === 'stop') return this.#handBack('stop');
    this.#context.emit('lost', this.#base);
    // The job is another worker's: this one must not touch it.
    return new this.#context.bullmq.WaitingError();
  }

  /** Puts the job in front of the waiting ones. No attempt is counted. */
  async #handBack(reason: 'stop' | 'pause'): Promise<Error> {
    const { emit, bullmq } = this.#context;
    try {
      await this.#job.moveToWait(this.#token);
      emit('returned', { ...this.#base, reason });
    } catch (error) {
      // The check for stalled jobs will move it.
      emit('error', { error });
    }
    return new bullmq.WaitingError();
  }
}

function stored(error: unknown): StoredError {
  return storedErrorOf(error instanceof Error ? error : new InternalError(String(error), { cause: error }));
}

function stalledTooOften(count: number): InternalError {
  return new InternalError(
    `queue: ${count} workers died while they worked on this job: expected a result. Look at their logs.`,
    {
      code: 'JOB_STALLED',
      retryable: false,
    },
  );
}
