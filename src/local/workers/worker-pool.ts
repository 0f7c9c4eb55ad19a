/** Threads that read pages, so that the program's own thread stays free and pages are read at once. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { InternalError } from '../../contract/errors.ts';
import type { ParsedPage } from '../../pages/index.ts';
import { type PageInput, readText, textOf } from '../page-input.ts';
import type { WorkerMessage } from './page-worker.ts';
import { fromWire } from './wire-error.ts';

/** The thread's file; each build puts its own name of it here (tsup.config.ts). */
const ENTRY = new URL('./page-worker.ts', import.meta.url);

/** What a page leaves behind is young and dies at once: a larger space for it measured well. */
const YOUNG_GENERATION_MB = 96;

/** A page that is to be read. */
interface Job {
  input: PageInput;
  /** What is handed over for good, not copied. */
  transfer: ArrayBuffer[];
  resolve: (page: ParsedPage | Promise<ParsedPage>) => void;
  reject: (reason: unknown) => void;
}

/** A thread and what it is at. */
interface Thread {
  worker: Worker;
  isReady: boolean;
  job?: Job | undefined;
}

export class WorkerPool {
  readonly #size: number;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  /** Threads cannot be started here: pages are read in place. */
  #isInPlace = false;
  #isClosed = false;

  /** @param size How many threads there are at most; they are started when there are pages for them */
  constructor(size = availableParallelism()) {
    this.#size = size;
  }

  /**
   * Reads a page in a thread. On an abort the call ends at once; a thread that is at the page finishes it for nobody.
   *
   * @param isOwn Whether the body's bytes can be handed over for good, without a copy
   * @throws the error of what the page is in place of one; the signal's reason
   */
  async read(input: PageInput, isOwn: boolean, signal: AbortSignal): Promise<ParsedPage> {
    signal.throwIfAborted();
    if (this.#isClosed) throw ended();
    const { promise, resolve, reject } = Promise.withResolvers<ParsedPage>();
    const job: Job = { input, transfer: isOwn ? transferable(input.body) : [], resolve, reject };
    const abort = () => {
      const place = this.#waiting.indexOf(job);
      if (place !== -1) this.#waiting.splice(place, 1);
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

  /** Ends all threads, and with them the pages that they are at. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#waiting.splice(0), ...[...this.#threads].flatMap(({ job }) => job ?? [])];
    for (const { reject } of jobs) reject(ended());
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** Gives waiting pages to idle threads, and starts another one when there are more pages than threads. */
  #assign(): void {
    for (const thread of this.#threads) {
      if (thread.isReady && thread.job === undefined) this.#give(thread, this.#waiting.shift());
    }
    const isShort = this.#waiting.length > [...this.#threads].filter(({ isReady }) => !isReady).length;
    if (this.#isInPlace) for (const job of this.#waiting.splice(0)) job.resolve(readHere(job.input));
    else if (isShort && this.#threads.size < this.#size) this.#start();
  }

  #give(thread: Thread, job: Job | undefined): void {
    thread.job = job;
    if (job === undefined) return;
    // A program waits for its pages, not for idle threads.
    thread.worker.ref();
    thread.worker.postMessage(job.input, job.transfer);
  }

  #start(): void {
    const worker = new Worker(ENTRY, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } });
    const thread: Thread = { worker, isReady: false };
    this.#threads.add(thread);
    let failure: unknown;
    worker.on('message', (message: WorkerMessage) => this.#hear(thread, message));
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => this.#end(thread, failure));
  }

  #hear(thread: Thread, message: WorkerMessage): void {
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
      new InternalError(`the thread that read ${thread.job.input.context.url} ended`, { retryable: false, cause }),
    );
    this.#isInPlace ||= !thread.isReady;
    this.#assign();
  }
}

function ended(): InternalError {
  return new InternalError('the threads that read pages were ended', { retryable: false });
}

async function readHere(input: PageInput): Promise<ParsedPage> {
  return readText(input, await textOf(input));
}

/** The memory of a body that has its memory to itself. */
function transferable(body: string | Uint8Array): ArrayBuffer[] {
  if (typeof body === 'string' || !(body.buffer instanceof ArrayBuffer)) return [];
  return body.byteLength === body.buffer.byteLength ? [body.buffer] : [];
}
