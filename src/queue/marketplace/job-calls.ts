/** Calls that are jobs: adds each job once, and waits for its result. */
import { closeAll } from '../../client/close-all.ts';
import { unlessAborted } from '../../client/waits.ts';
import { TransportError, UnavailableError } from '../../contract/errors.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { restoredError } from '../../contract/stored-error.ts';
import { addJobs } from '../add.ts';
import type { QueueConnection } from '../connection.ts';
import { deadJobs } from '../dead-letters.ts';
import type { JobResult } from '../result-types.ts';
import type { StreamReader } from '../results/stream-reader.ts';
import type { NewJob } from '../stored-job.ts';
import { isOfGroup, type QueueMarketplaceSettings } from './options.ts';
import { openInbox, type ResultInbox } from './result-inbox.ts';
import { unwantedJobs } from './unwanted-jobs.ts';

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

/** Returns what adds the jobs of calls, and gives each call its result. */
export function jobCalls({ settings, connection, openReader }: JobCallsOptions) {
  const { name, stream, group } = settings;
  const unwanted = unwantedJobs(connection);
  const waitingJobs = new Map<string, WaitingJob>();
  const closed = new AbortController();
  let inbox: ResultInbox | undefined;
  /** Resolves with the inbox when it has what arrived while no process ran. */
  let opened: Promise<ResultInbox> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** One check at a time: a job must not be added again twice. */
  let checking: Promise<void> = Promise.resolve();
  let isCheckingAll = false;

  const unavailable = (what: string) =>
    new UnavailableError(
      `queue: ${what}: expected a worker that delivers to the stream "${stream}". Start one with "buybox worker --queue ${name} --results stream:${stream}", and look at "buybox queue status --queue ${name}".`,
    );

  /**
   * Returns what the job of a call returns. Calls with the same id share a job.
   *
   * @param timeoutMs How long to wait for it [milliseconds].
   * @throws the error of the job; the signal's reason; UnavailableError
   */
  async function call(
    id: string,
    newJob: () => NewJob,
    { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
  ): Promise<AnyEnvelope> {
    signal?.throwIfAborted();
    closed.signal.throwIfAborted();
    const tooLong = new AbortController();
    const noResult = () => unavailable(`no result of the job ${id} after ${timeoutMs} ms (timeoutMs)`);
    const timeLimit = setTimeout(() => tooLong.abort(noResult()), timeoutMs);
    const ended = AbortSignal.any([tooLong.signal, closed.signal, ...(signal === undefined ? [] : [signal])]);
    const waiting = join(id, newJob);
    try {
      const { envelope, error } = await unlessAborted(waiting.result.promise, ended);
      if (envelope !== undefined) return envelope;
      // The failure is the caller's now: its dead letter would hold the id for 30 days.
      await unlessAborted(unwanted.add(id), ended).catch(() => undefined);
      throw error === undefined ? noResult() : restoredError(error);
    } finally {
      clearTimeout(timeLimit);
      leave(waiting, tooLong.signal.aborted);
    }
  }

  /** Ends all calls. Their jobs stay in the queue. */
  async function close(): Promise<void> {
    const reason = (when: string) => new TransportError(`the marketplace ${when}`, { retryable: false });
    clearInterval(timer);
    for (const waiting of waitingJobs.values()) fail(waiting, reason('was closed while the call ran.'));
    closed.abort(reason('is closed. Create a new one.'));
    await closeAll(
      () => inbox?.close(),
      () => connection.close(),
    );
  }

  function join(id: string, newJob: () => NewJob): WaitingJob {
    const joined = waitingJobs.get(id);
    if (joined !== undefined) {
      joined.calls++;
      return joined;
    }
    unwanted.forget(id);
    const result = Promise.withResolvers<JobResult>();
    result.promise.catch(() => undefined);
    const waiting = { id, newJob, result, isSettled: false, isAdded: false, repeats: 0, calls: 1 };
    waitingJobs.set(id, waiting);
    submit(waiting).catch((error: unknown) => fail(waiting, error));
    return waiting;
  }

  function leave(waiting: WaitingJob, hasGivenUp: boolean): void {
    const { id } = waiting;
    if (--waiting.calls > 0) return;
    if (waitingJobs.get(id) === waiting) waitingJobs.delete(id);
    // Another call can wait for a further job with the id.
    if (hasGivenUp && !waitingJobs.has(id)) void unwanted.add(id);
  }

  async function submit(waiting: WaitingJob): Promise<void> {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    const result = (await opened).take(waiting.id);
    if (result !== undefined) settle(waiting, result);
    // It can be the job of an earlier process, or its dead letter.
    else if ((await add(waiting)) === 'duplicate') await check([waiting]);
  }

  /** Opens the connection, and reads what has arrived while no process ran. @throws UnavailableError if Redis does not respond */
  async function open(): Promise<ResultInbox> {
    await connection.use(async () => undefined);
    // Nothing would close what is opened now.
    closed.signal.throwIfAborted();
    inbox ??= openInbox({
      reader: openReader(closed.signal),
      isOwn: (id) => isOfGroup(id, group),
      onResult: (result) => {
        const waiting = waitingJobs.get(result.id);
        if (waiting !== undefined) settle(waiting, result);
        return waiting !== undefined;
      },
      discard: (id, onGone) => void unwanted.add(id, onGone),
      onError: (error) => {
        for (const waiting of waitingJobs.values()) fail(waiting, error);
      },
      signal: closed.signal,
    });
    const checkMs = Math.min(Math.max(Math.ceil(settings.timeoutMs / 4), CHECK_MS.shortest), CHECK_MS.longest);
    timer ??= setInterval(() => void checkAll(), checkMs).unref();
    await inbox.caughtUp();
    return inbox;
  }

  async function add(waiting: WaitingJob): Promise<'added' | 'duplicate' | undefined> {
    if (waiting.isSettled || waiting.calls === 0) return undefined;
    try {
      const [added] = await connection.use((queue) => addJobs(queue, [waiting.newJob()]));
      waiting.isAdded = true;
      return added?.isDuplicate === true ? 'duplicate' : 'added';
    } catch (error) {
      // The response can be lost, and not the job.
      void unwanted.add(waiting.id);
      throw error;
    }
  }

  async function checkAll(): Promise<void> {
    if (isCheckingAll) return;
    isCheckingAll = true;
    await unwanted.retry();
    await check([...waitingJobs.values()]).catch(() => undefined);
    isCheckingAll = false;
  }

  function check(given: readonly WaitingJob[]): Promise<void> {
    checking = checking.catch(() => undefined).then(() => checkNow(given));
    return checking;
  }

  /** Finds the jobs that are dead, or gone without a result. */
  async function checkNow(given: readonly WaitingJob[]): Promise<void> {
    const added = given.filter(({ isAdded, isSettled }) => isAdded && !isSettled);
    const isStored = await connection.use(({ bull, client }) =>
      Promise.all(added.map(({ id }) => client.exists(bull.toKey(id)))),
    );
    const stored = new Set(added.filter((_, index) => isStored[index] === 1));
    const dead = new Map<string, JobResult['error']>();
    const ids = Array.from(stored, ({ id }) => id);
    for await (const { id, error } of deadJobs(connection, { ids })) dead.set(id, error);
    const ended = added.filter((waiting) => dead.has(waiting.id) || !stored.has(waiting));
    if (ended.length === 0) return;
    // A worker delivers the result before the job ends.
    await inbox?.caughtUp();
    for (const waiting of ended) {
      if (waiting.isSettled) continue;
      const error = dead.get(waiting.id);
      if (error !== undefined) settle(waiting, { error });
      else if (waiting.repeats++ < MOST_REPEATS) await add(waiting).catch((cause: unknown) => fail(waiting, cause));
      else {
        const times = MOST_REPEATS + 1;
        fail(waiting, unavailable(`the job ${waiting.id} has ended ${times} times, and its result did not arrive`));
      }
    }
  }

  function settle(waiting: WaitingJob, result: Pick<JobResult, 'envelope' | 'error'>): void {
    end(waiting);
    waiting.result.resolve(result as JobResult);
  }

  function fail(waiting: WaitingJob, error: unknown): void {
    end(waiting);
    waiting.result.reject(error);
  }

  /** The next call with the id is another one. */
  function end(waiting: WaitingJob): void {
    waiting.isSettled = true;
    if (waitingJobs.get(waiting.id) === waiting) waitingJobs.delete(waiting.id);
  }

  return { call, close };
}
