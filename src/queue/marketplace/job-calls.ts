/** Calls that are jobs: adds each job once, and waits for its result. */
import { closeAll } from '../../client/close-all.ts';
import { unlessAborted } from '../../client/waits.ts';
import { type MarketplaceError, TransportError, UnavailableError } from '../../contract/errors.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { restoredError } from '../../contract/stored-error.ts';
import { addJobs } from '../add.ts';
import type { QueueConnection } from '../connection.ts';
import { DeadLetters } from '../dead-letters.ts';
import type { JobResult } from '../result-types.ts';
import type { StreamReader } from '../results/stream-reader.ts';
import type { NewJob } from '../stored-job.ts';
import { isOfGroup, type QueueMarketplaceSettings } from './options.ts';
import { ResultInbox } from './result-inbox.ts';
import { UnwantedJobs } from './unwanted-jobs.ts';

/** The shortest and the longest time between two checks of the jobs of waiting calls [milliseconds]. */
const CHECK_MS = { shortest: 100, longest: 30_000 };
/** How often a job whose result is lost is added again. A worker with other results would make its call again and again. */
const MOST_REPEATS = 1;

/** The common part of the calls of a marketplace. */
export interface JobCallsOptions {
  settings: Pick<QueueMarketplaceSettings, 'name' | 'stream' | 'group' | 'timeoutMs'>;
  connection: QueueConnection;
  /** Opens the reader of the results. */
  openReader: (signal: AbortSignal) => StreamReader;
}

/** A job, and the calls that wait for it. */
interface WaitingJob {
  id: string;
  /** Returns the job, with another key each time. */
  newJob: () => NewJob;
  result: PromiseWithResolvers<JobResult>;
  isSettled: boolean;
  isAdded: boolean;
  /** How often it was added again. */
  repeats: number;
  /** Number of calls that wait. */
  calls: number;
}

/** Adds the jobs of calls, and gives each call its result. */
export class JobCalls {
  readonly #settings: JobCallsOptions['settings'];
  readonly #connection: QueueConnection;
  readonly #dead: DeadLetters;
  readonly #unwanted: UnwantedJobs;
  readonly #openReader: JobCallsOptions['openReader'];
  readonly #waiting = new Map<string, WaitingJob>();
  readonly #closed = new AbortController();
  #inbox: ResultInbox | undefined;
  /** Resolves with the inbox when it has what arrived while no process ran. */
  #opened: Promise<ResultInbox> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** One check at a time: a job must not be added again twice. */
  #checking: Promise<void> = Promise.resolve();
  #isCheckingAll = false;

  constructor({ settings, connection, openReader }: JobCallsOptions) {
    this.#settings = settings;
    this.#connection = connection;
    this.#openReader = openReader;
    this.#dead = new DeadLetters(connection);
    this.#unwanted = new UnwantedJobs(connection);
  }

  /**
   * Returns what the job of a call returns. Calls with the same id share a job.
   *
   * @param timeoutMs How long to wait for it [milliseconds].
   * @throws the error of the job; the signal's reason; UnavailableError
   */
  async call(
    id: string,
    newJob: () => NewJob,
    { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
  ): Promise<AnyEnvelope> {
    signal?.throwIfAborted();
    this.#closed.signal.throwIfAborted();
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(this.#noResult(id, timeoutMs)), timeoutMs);
    const signals = [tooLong.signal, this.#closed.signal, ...(signal === undefined ? [] : [signal])];
    const waiting = this.#join(id, newJob);
    try {
      const { envelope, error } = await unlessAborted(waiting.result.promise, AbortSignal.any(signals));
      if (envelope !== undefined) return envelope;
      // The failure is the caller's now: its dead letter would hold the id for 30 days.
      await unlessAborted(this.#unwanted.add(id), AbortSignal.any(signals)).catch(() => undefined);
      throw error === undefined ? this.#noResult(id, timeoutMs) : restoredError(error);
    } finally {
      clearTimeout(timer);
      this.#leave(waiting, tooLong.signal.aborted);
    }
  }

  /** Ends all calls. Their jobs stay in the queue. */
  async close(): Promise<void> {
    const closed = (when: string) => new TransportError(`the marketplace ${when}`, { retryable: false });
    clearInterval(this.#timer);
    for (const waiting of this.#waiting.values()) this.#fail(waiting, closed('was closed while the call ran.'));
    this.#closed.abort(closed('is closed. Create a new one.'));
    await closeAll(
      () => this.#inbox?.close(),
      () => this.#connection.close(),
    );
  }

  #join(id: string, newJob: () => NewJob): WaitingJob {
    const joined = this.#waiting.get(id);
    if (joined !== undefined) {
      joined.calls++;
      return joined;
    }
    this.#unwanted.forget(id);
    const result = Promise.withResolvers<JobResult>();
    result.promise.catch(() => undefined);
    const waiting = { id, newJob, result, isSettled: false, isAdded: false, repeats: 0, calls: 1 };
    this.#waiting.set(id, waiting);
    this.#submit(waiting).catch((error: unknown) => this.#fail(waiting, error));
    return waiting;
  }

  #leave(waiting: WaitingJob, hasGivenUp: boolean): void {
    const { id } = waiting;
    if (--waiting.calls > 0) return;
    if (this.#waiting.get(id) === waiting) this.#waiting.delete(id);
    // Another call can wait for a further job with the id.
    if (hasGivenUp && !this.#waiting.has(id)) void this.#unwanted.add(id);
  }

  async #submit(waiting: WaitingJob): Promise<void> {
    this.#opened ??= this.#open();
    const inbox = await this.#opened.catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    const result = inbox.take(waiting.id);
    if (result !== undefined) this.#settle(waiting, result);
    // It can be the job of an earlier process, or its dead letter.
    else if ((await this.#add(waiting)) === 'duplicate') await this.#check([waiting]);
  }

  /** Opens the connection, and reads what has arrived while no process ran. @throws UnavailableError if Redis does not respond */
  async #open(): Promise<ResultInbox> {
    await this.#connection.use(async () => undefined);
    // Nothing would close what is opened now.
    this.#closed.signal.throwIfAborted();
    const { timeoutMs } = this.#settings;
    this.#inbox ??= this.#newInbox();
    const checkMs = Math.min(Math.max(Math.ceil(timeoutMs / 4), CHECK_MS.shortest), CHECK_MS.longest);
    this.#timer ??= setInterval(() => void this.#checkAll(), checkMs).unref();
    await this.#inbox.caughtUp();
    return this.#inbox;
  }

  #newInbox(): ResultInbox {
    const { signal } = this.#closed;
    return new ResultInbox({
      reader: this.#openReader(signal),
      isOwn: (id) => isOfGroup(id, this.#settings.group),
      onResult: (result) => {
        const waiting = this.#waiting.get(result.id);
        if (waiting !== undefined) this.#settle(waiting, result);
        return waiting !== undefined;
      },
      discard: (id, onGone) => void this.#unwanted.add(id, onGone),
      onError: (error) => {
        for (const waiting of this.#waiting.values()) this.#fail(waiting, error);
      },
      signal,
    });
  }

  async #add(waiting: WaitingJob): Promise<'added' | 'duplicate' | undefined> {
    if (waiting.isSettled || waiting.calls === 0) return undefined;
    try {
      const [added] = await this.#connection.use((opened) => addJobs(opened, [waiting.newJob()]));
      waiting.isAdded = true;
      return added?.isDuplicate === true ? 'duplicate' : 'added';
    } catch (error) {
      // The response can be lost, and not the job.
      void this.#unwanted.add(waiting.id);
      throw error;
    }
  }

  async #checkAll(): Promise<void> {
    if (this.#isCheckingAll) return;
    this.#isCheckingAll = true;
    await this.#unwanted.retry();
    await this.#check([...this.#waiting.values()]).catch(() => undefined);
    this.#isCheckingAll = false;
  }

  #check(given: readonly WaitingJob[]): Promise<void> {
    this.#checking = this.#checking.catch(() => undefined).then(() => this.#checkNow(given));
    return this.#checking;
  }

  /** Finds the jobs that are dead, or gone without a result. */
  async #checkNow(given: readonly WaitingJob[]): Promise<void> {
    const added = given.filter(({ isAdded, isSettled }) => isAdded && !isSettled);
    const isStored = await this.#connection.use(({ bull, client }) =>
      Promise.all(added.map(({ id }) => client.exists(bull.toKey(id)))),
    );
    const stored = new Set(added.filter((_, index) => isStored[index] === 1));
    const dead = new Map<string, JobResult['error']>();
    for await (const { id, error } of this.#dead.list({ ids: Array.from(stored, ({ id }) => id) })) dead.set(id, error);
    const ended = added.filter((waiting) => dead.has(waiting.id) || !stored.has(waiting));
    if (ended.length === 0) return;
    // A worker delivers the result before the job ends.
    await this.#inbox?.caughtUp();
    for (const waiting of ended) {
      if (waiting.isSettled) continue;
      const error = dead.get(waiting.id);
      if (error !== undefined) this.#settle(waiting, { error });
      else if (waiting.repeats++ < MOST_REPEATS)
        await this.#add(waiting).catch((cause: unknown) => this.#fail(waiting, cause));
      else this.#fail(waiting, this.#lost(waiting.id));
    }
  }

  #settle(waiting: WaitingJob, result: Pick<JobResult, 'envelope' | 'error'>): void {
    this.#end(waiting);
    waiting.result.resolve(result as JobResult);
  }

  #fail(waiting: WaitingJob, error: unknown): void {
    this.#end(waiting);
    waiting.result.reject(error);
  }

  /** The next call with the id is another one. */
  #end(waiting: WaitingJob): void {
    waiting.isSettled = true;
    if (this.#waiting.get(waiting.id) === waiting) this.#waiting.delete(waiting.id);
  }

  #noResult(id: string, timeoutMs: number): MarketplaceError {
    return this.#unavailable(`no result of the job ${id} after ${timeoutMs} ms (timeoutMs)`);
  }

  #lost(id: string): MarketplaceError {
    return this.#unavailable(`the job ${id} has ended ${MOST_REPEATS + 1} times, and its result did not arrive`);
  }

  #unavailable(what: string): MarketplaceError {
    const { name, stream } = this.#settings;
    return new UnavailableError(
      `queue: ${what}: expected a worker that delivers to the stream "${stream}". Start one with "buybox worker --queue ${name} --results stream:${stream}", and look at "buybox queue status --queue ${name}".`,
    );
  }
}
