/** A pool of threads that read pages in parallel and keep the main thread free. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { InternalError } from '../../contract/errors.ts';
import { warn } from '../../options/runtime.ts';
import type { ParsedPage } from '../../pages/index.ts';
import { type PageInput, readInput } from '../page-input.ts';
import { type Job, PageThread, type StartWorker } from './page-thread.ts';

/** Each build replaces the name (tsup.config.ts). The URL is part of this expression, so that bundlers find the file. */
const startPageWorker: StartWorker = (options) => new Worker(new URL('./page-worker.ts', import.meta.url), options);

/** Even with one processor, a page that takes long leaves a thread for the others. */
const LEAST_THREADS = 2;
/** How often in a row a thread may fail to start before the waiting pages fail. */
const START_ATTEMPTS = 3;

/** Options of a {@link WorkerPool}. */
export interface WorkerPoolOptions {
  /** Largest number of threads. They are started when there are pages to read. @default the number of processors, at least 2 */
  size?: number | undefined;
  /** Starts a thread. @default starts the page worker of this package */
  start?: StartWorker | undefined;
  /** Largest memory of a thread, for the page that it reads [MB]. @default 1_024 */
  heapMb?: number | undefined;
}

export class WorkerPool {
  readonly #size: number;
  readonly #startWorker: StartWorker;
  readonly #heapMb: number | undefined;
  readonly #threads = new Set<PageThread>();
  /** The pages that wait for a thread, in the order of their arrival. */
  readonly #waiting = new Set<Job>();
  /** True if threads cannot be started at all. Pages are then read in place. */
  #isInPlace = false;
  #hasStarted = false;
  #failures = 0;
  #isClosed = false;

  constructor(options: WorkerPoolOptions = {}) {
    this.#heapMb = options.heapMb;
    this.#size = options.size ?? Math.max(LEAST_THREADS, availableParallelism());
    this.#startWorker = options.start ?? startPageWorker;
  }

  /** Number of threads, including those that start or end. */
  get threadCount(): number {
    return this.#threads.size;
  }

  /** Starts a thread if there is none, so that the next page need not wait for it. */
  warm(): void {
    if (!this.#isClosed && !this.#isInPlace && this.#threads.size === 0) this.#start();
  }

  /** Reads a page in a thread. An abort rejects at once. @param isOwned Whether the body's bytes can be moved to the thread without a copy. */
  async read(input: PageInput, isOwned: boolean, signal: AbortSignal): Promise<ParsedPage> {
    signal.throwIfAborted();
    if (this.#isClosed) throw ended();
    const { promise, resolve, reject } = Promise.withResolvers<ParsedPage>();
    const job: Job = { input, transfer: isOwned ? transferable(input.body) : [], resolve, reject };
    const abort = () => {
      this.#waiting.delete(job);
      for (const thread of this.#threads) thread.abandon(job);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      this.#waiting.add(job);
      this.#assign();
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Terminates all threads and rejects all pages that are not finished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#rejectWaiting(ended());
    await Promise.all([...this.#threads].map((thread) => thread.terminate(ended())));
  }

  /** Gives waiting pages to idle threads. Starts another thread if there are more pages than threads. */
  #assign(): void {
    if (this.#isClosed) return;
    for (const thread of this.#threads) {
      for (const job of this.#waiting) {
        // A page that cannot be sent leaves the thread idle.
        if (thread.state !== 'idle') break;
        this.#waiting.delete(job);
        thread.read(job);
      }
    }
    const starting = [...this.#threads].filter(({ state }) => state === 'starting').length;
    if (this.#isInPlace) this.#readInPlace();
    else if (this.#waiting.size > starting && this.#threads.size < this.#size) this.#start();
  }

  #readInPlaceFromNow(cause: unknown): void {
    if (this.#isInPlace || this.#isClosed) return;
    this.#isInPlace = true;
    const message = 'parseIn: worker threads cannot be started. Pages are read in the calling thread.';
    warn('BUYBOX_WORKERS', message, cause instanceof Error ? cause.message : undefined);
  }

  #readInPlace(): void {
    for (const job of this.#waiting) job.resolve(readInput(job.input));
    this.#waiting.clear();
  }

  #start(): void {
    try {
      this.#threads.add(new PageThread(this.#startWorker, (thread) => this.#onChange(thread), this.#heapMb));
    } catch (error) {
      this.#onStartFailure(error);
    }
  }

  #onChange(thread: PageThread): void {
    if (thread.state === 'ended') this.#threads.delete(thread);
    else {
      this.#hasStarted = true;
      this.#failures = 0;
    }
    if (thread.hasStarted) this.#assign();
    else this.#onStartFailure(thread.cause);
  }

  /** A thread that never starts has a lasting cause, such as a missing file. One that fails later can lack memory for a time. */
  #onStartFailure(cause: unknown): void {
    if (!this.#hasStarted) this.#readInPlaceFromNow(cause);
    else if (++this.#failures >= START_ATTEMPTS) {
      this.#failures = 0;
      this.#rejectWaiting(new InternalError('no thread that reads pages could be started.', { cause }));
    }
    this.#assign();
  }

  #rejectWaiting(error: InternalError): void {
    for (const { reject } of this.#waiting) reject(error);
    this.#waiting.clear();
  }
}

const ended = (): InternalError =>
  new InternalError('the threads that read pages were terminated.', { retryable: false });

/** Returns the memory of a body if nothing else shares it. */
function transferable(body: string | Uint8Array): ArrayBuffer[] {
  if (typeof body === 'string' || !(body.buffer instanceof ArrayBuffer)) return [];
  return body.byteLength === body.buffer.byteLength ? [body.buffer] : [];
}
