/** The results of the jobs of a group: hands each to the call that waits for it, and keeps the others for a while. */
import { sleep } from '../../client/waits.ts';
import { InternalError } from '../../contract/errors.ts';
import { warn } from '../../options/runtime.ts';
import type { JobResult } from '../result-types.ts';
import type { ReadEntry, StreamReader } from '../results/stream-reader.ts';

/**
 * How long a result waits for its call, since it came into the stream: after a restart, the calls of the earlier process come again [milliseconds]. As
 * long as it waits, later results cannot be removed from the stream.
 */
const KEEP_MS = 3_600_000;
/**
 * A result that its call has is acknowledged after this time [milliseconds]: a process that is killed before it has recorded the result gets it again
 * after its restart.
 */
const ACKNOWLEDGE_MS = 5_000;
/** Most results that are kept. */
const MOST_KEPT = 2_000;
/** How often results are looked at whose time has passed [milliseconds]. */
const SWEEP_MS = 1_000;
/** How long `close` waits for Redis [milliseconds]. */
const CLOSE_MS = 1_000;
/** The wait after an error of the reader [milliseconds]. */
const RETRY_MS = 1_000;

/** The part of its owner that an inbox uses. */
export interface ResultInboxOptions {
  /** Closed with the inbox. */
  reader: Pick<StreamReader, 'next' | 'acknowledge' | 'caughtUp' | 'close'>;
  /** Whether a job is one of this group. */
  isOwn: (id: string) => boolean;
  /** Gives a result to its call. Returns whether there is one. */
  onResult: (result: JobResult) => boolean;
  /** Removes the dead letter of a failure, and calls back then. */
  discard: (id: string, onGone?: () => void) => void;
  /** Called for an error of Redis. Reading goes on. An entry that is not a result is a warning: no call waits for it. */
  onError: (error: unknown) => void;
  /** Ends the reading. */
  signal: AbortSignal;
}

interface Kept {
  entry: ReadEntry;
  isTaken: boolean;
  /** When it is acknowledged, of `performance.now()`. */
  until: number;
}

/** The open inbox of a group. */
export type ResultInbox = ReturnType<typeof openInbox>;

/** Reads the stream until its signal aborts. */
export function openInbox({ reader, isOwn, onResult, discard, onError, signal }: ResultInboxOptions) {
  /** By the ids of jobs, oldest first. */
  const keptById = new Map<string, Kept>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [id, kept] of keptById) if (kept.until <= now) drop(id, kept);
  }, SWEEP_MS).unref();

  async function read(): Promise<void> {
    while (!signal.aborted) {
      try {
        const entry = await reader.next();
        if (entry !== undefined) receive(entry);
      } catch (error) {
        if (error instanceof InternalError) {
          // An entry that is not a result. If it was one, the job is found without a result, and added again.
          warn('BUYBOX_QUEUE', error.message);
          continue;
        }
        onError(error);
        await sleep(RETRY_MS, signal).catch(() => undefined);
      }
    }
  }

  function receive(entry: ReadEntry): void {
    const { id } = entry.result;
    // Other programs can use the stream too.
    if (!isOwn(id)) return void acknowledge(entry);
    const earlier = keptById.get(id);
    if (earlier !== undefined && earlier.entry.id !== entry.id) void acknowledge(earlier.entry);
    const kept = { entry, isTaken: false, until: performance.now() + KEEP_MS - ageOf(entry) };
    keptById.delete(id);
    keptById.set(id, kept);
    if (onResult(entry.result)) took(id, kept);
    else if (entry.result.error !== undefined) discard(id);
    const [oldest] = keptById;
    if (oldest !== undefined && keptById.size > MOST_KEPT) drop(...oldest);
    if (keptById.get(id) === kept && kept.until <= performance.now()) drop(id, kept);
  }

  /** A failure is not kept: the next call with its key is another attempt. A process that is killed before the dead letter is gone gets it again. */
  function took(id: string, kept: Kept): void {
    if (kept.entry.result.error !== undefined) {
      keptById.delete(id);
      discard(id, () => void acknowledge(kept.entry));
    } else if (!kept.isTaken) {
      kept.isTaken = true;
      kept.until = performance.now() + ACKNOWLEDGE_MS;
    }
  }

  function drop(id: string, { entry }: Kept): void {
    keptById.delete(id);
    void acknowledge(entry);
  }

  /** An entry that could not be acknowledged comes again. */
  async function acknowledge(entry: ReadEntry): Promise<void> {
    await reader.acknowledge(entry).catch(onError);
  }

  void read();
  return {
    /** Returns the result of a job, if it is there. */
    take(id: string): JobResult | undefined {
      const kept = keptById.get(id);
      if (kept !== undefined) took(id, kept);
      return kept?.entry.result;
    },
    /** Resolves when all results that are in the stream now are here. */
    caughtUp: () => reader.caughtUp(),
    /** Acknowledges the results that calls have, and closes the reader. The other results stay in the stream. */
    async close(): Promise<void> {
      clearInterval(timer);
      const taken = [...keptById.values()].filter(({ isTaken }) => isTaken);
      const done = new AbortController();
      const acknowledged = Promise.all(taken.map(({ entry }) => acknowledge(entry))).finally(() => done.abort());
      // Without Redis, they come again after the next start.
      await Promise.race([acknowledged, sleep(CLOSE_MS, done.signal).catch(() => undefined)]);
      await reader.close();
    },
  };
}

/** Returns how long ago an entry came into the stream [milliseconds]: its id begins with the time of the server. */
function ageOf({ id }: ReadEntry): number {
  return Math.max(0, Date.now() - Number.parseInt(id, 10));
}
