/** A pool of threads that read pages in parallel and keep the main thread free. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { InternalError } from '../../contract/errors.ts';
import type { ParsedPage } from '../../pages/index.ts';
import { type PageInput, readInput } from '../page-input.ts';
import type { WorkerMessage } from './page-worker.ts';
import { fromWire } from './wire-error.ts';

/** The entry file of the threads. Each build replaces the name (tsup.config.ts). */
const ENTRY = new URL('./page-worker.ts', import.meta.url);

/** Reading a page allocates many objects that die young. A larger young generation made it measurably faster. */
const YOUNG_GENERATION_MB = 96;

/** A page in the queue or in a thread. */
interface Job {
  input: PageInput;
  /** Memory that is moved to the thread, not copied. */
  transfer: ArrayBuffer[];
  resolve: (page: ParsedPage | Promise<ParsedPage>) => void;
  reject: (reason: unknown) => void;
}

/** A thread and the page that it reads. */
interface Thread {
  worker: Worker;
  isReady: boolean;
  job?: Job | undefined;
}

export class WorkerPool {
  readonly #size: number;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  /** True if threads cannot be started. Pages are then read in place. */
  #isInPlace = false;
  #isClosed = false;

  /** @param size Largest number of threads. They are started when there are pages to read. */
  constructor(size = availableParallelism()) {
    this.#size = size;
  }

  /**
   * Reads a page in a thread. An abort rejects at once; a thread that already reads the page finishes it, and the result is discarded.
   *
   * @param isOwned Whether the body's bytes can be moved to the thread without a copy.
   * @throws the same errors as `readPage`; the signal's reason
   */
  async read(input: PageInput, isOwned: boolean, signal: AbortSignal): Promise<ParsedPage> {
    signal.throwIfAborted();
    if (this.#isClosed) throw ended();
    const { promise, resolve, reject } = Promise.withResolvers<ParsedPage>();
    const job: Job = { input, transfer: isOwned ? transferable(input.body) : [], resolve, reject };
    const abort = () => {
      const index = this.#waiting.indexOf(job);
      if (index !== -1) this.#waiting.splice(index, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      this.#waiting.push(job);
      this.#assign();
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Terminates all threads and rejects all pages that are not finished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#waiting.splice(0), ...[...this.#threads].flatMap(({ job }) => job ?? [])];
    for (const { reject } of jobs) reject(ended());
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** Gives waiting pages to idle threads. Starts another thread if there are more pages than threads. */
  #assign(): void {
    for (const thread of this.#threads) {
      if (thread.isReady && thread.job === undefined) this.#give(thread, this.#waiting.shift());
    }
    const isShort = this.#waiting.length > [...this.#threads].filter(({ isReady }) => !isReady).length;
    if (this.#isInPlace) for (const job of this.#waiting.splice(0)) job.resolve(readInput(job.input));
    else if (isShort && this.#threads.size < this.#size) this.#start();
  }

  #give(thread: Thread, job: Job | undefined): void {
    thread.job = job;
    if (job === undefined) return;
    // A program may exit while threads are idle, but not while they read.
    thread.worker.ref();
    thread.worker.postMessage(job.input, job.transfer);
  }

  #start(): void {
    const worker = new Worker(ENTRY, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } });
    const thread: Thread = { worker, isReady: false };
    this.#threads.add(thread);
    let failure: unknown;
    worker.on('message', (message: WorkerMessage) => this.#onMessage(thread, message));
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => this.#end(thread, failure));
  }

  #onMessage(thread: Thread, message: WorkerMessage): void {
    const { job, worker } = thread;
    thread.isReady = true;
    thread.job = undefined;
    if ('page' in message) job?.resolve(message.page);
    if ('error' in message) job?.reject(fromWire(message.error));
    worker.unref();
    this.#assign();
  }

  #end(thread: Thread, cause: unknown): void {
    this.#threads.delete(thread);
    thread.job?.reject(
      new InternalError(`the thread that read ${thread.job.input.context.url} exited.`, { retryable: false, cause }),
    );
    this.#isInPlace ||= !thread.isReady;
    this.#assign();
  }
}

function ended(): InternalError {
  return new InternalError('the threads that read pages were terminated.', { retryable: false });
}

/** Returns the memory of a body if nothing else shares it. */
function transferable(body: string | Uint8Array): ArrayBuffer[] {
  if (typeof body === 'string' || !(body.buffer instanceof ArrayBuffer)) return [];
  return body.byteLength === body.buffer.byteLength ? [body.buffer] : [];
}
