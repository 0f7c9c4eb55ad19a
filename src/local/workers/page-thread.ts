/** One worker thread. It reads one page at a time, and is terminated if a page takes too long. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { InternalError, ParseError } from '../../contract/errors.ts';
import { DEFAULTS } from '../../options/defaults.ts';
import { defaultParseTimeoutMs, type ParsedPage, parseTimeout } from '../../pages/index.ts';
import type { PageInput } from '../page-input.ts';
import type { WorkerMessage } from './page-worker.ts';
import { fromWire } from './wire-error.ts';

/** Reading a page allocates many objects that die young. A larger young generation made it measurably faster. */
const YOUNG_GENERATION_MB = 96;
/** A page of 2 MB needs about 50 MB. Beyond the limit the thread ends, and not the process. */
const LARGEST_HEAP_MB = 1_024;
/** A thread needs about 50 ms to start. */
const START_MS = 30_000;
/** A thread checks the limit of a page itself, with a better error. It is terminated if it does not, because a single step takes too long. */
const LATE_MS = 1_000;
/** Longest wait for the end of a thread. A thread ends at once, unless V8 cannot interrupt what it does. */
const END_MS = 5_000;
/** A page whose call is over may be read for so long: most pages end, and starting another thread takes longer than reading them. */
const FINISH_MS = 1_000;

/** Starts a worker that runs `page-worker.ts`. */
export type StartWorker = (options: WorkerOptions) => Worker;

/** A page that is to be read. */
export interface Job {
  readonly input: PageInput;
  /** Memory that is moved to the thread, not copied. */
  readonly transfer: ArrayBuffer[];
  readonly resolve: (page: ParsedPage | Promise<ParsedPage>) => void;
  readonly reject: (reason: unknown) => void;
}

export class PageThread {
  readonly #worker: Worker;
  readonly #onChange: (thread: PageThread) => void;
  readonly #heapMb: number;
  state: 'starting' | 'idle' | 'reading' | 'ending' | 'ended' = 'starting';
  hasStarted = false;
  /** Why the thread ended, if an error ended it. */
  cause: unknown;
  #job: Job | undefined;
  /** Whether the caller of {@link #job} no longer waits for it. */
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  /** When {@link #timer} ends, by `performance.now()`. */
  #due = 0;

  /** @param onChange Called when the thread can get a page, and when it has ended. @throws the error of Node if it does not allow threads */
  constructor(start: StartWorker, onChange: (thread: PageThread) => void, heapMb = LARGEST_HEAP_MB) {
    this.#onChange = onChange;
    this.#heapMb = heapMb;
    this.#worker = start({
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: heapMb },
    });
    this.#worker.on('message', (message: WorkerMessage) => this.#onMessage(message));
    this.#worker.on('error', (error) => {
      this.cause = error;
    });
    this.#worker.on('exit', () => this.#onExit());
    this.#after(START_MS, () => void this.terminate());
  }

  /** Reads a page. The thread must be idle. */
  read(job: Job): void {
    const { input, transfer } = job;
    try {
      this.#worker.postMessage(input, transfer);
    } catch (cause) {
      const { url } = input.context;
      job.reject(new InternalError(`the page ${url} could not be sent to a thread.`, { retryable: false, cause }));
      return;
    }
    this.state = 'reading';
    this.#job = job;
    this.#isOver = false;
    // A program may exit while threads are idle, but not while they read.
    this.#worker.ref();
    const { body, compression } = input;
    const largest = compression === undefined ? body.length : (compression.maxBytes ?? DEFAULTS.maxBytes);
    // Until the thread has the HTML, only its largest size is known.
    this.#limit(job, defaultParseTimeoutMs(largest));
  }

  /** Ends the call of a page. The thread may finish a page that takes little longer. */
  abandon(job: Job): void {
    if (this.#job !== job || this.#isOver) return;
    this.#isOver = true;
    this.#after(Math.min(FINISH_MS, this.#due - performance.now()), () => void this.terminate());
    this.#timer?.unref();
    this.#worker.unref();
  }

  /** Terminates the thread, and rejects its page. A thread that cannot be interrupted is not waited for. */
  async terminate(reason?: unknown): Promise<void> {
    this.state = 'ending';
    clearTimeout(this.#timer);
    if (reason !== undefined) this.#job?.reject(reason);
    await Promise.race([this.#worker.terminate(), sleep(END_MS, undefined, { ref: false })]);
  }

  /** Terminates the thread if its page takes longer than a limit. */
  #limit({ input }: Job, ms: number): void {
    this.#after(ms + LATE_MS, () => void this.terminate(parseTimeout(input.context.url, ms)));
  }

  /** Runs `late` in some time, unless the thread sends a message before. */
  #after(ms: number, late: () => void): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(() => {
      // If the main thread was busy, a message can be waiting: it is received before this runs.
      setImmediate(() => {
        if (this.#timer === timer) late();
      });
    }, ms);
    this.#timer = timer;
    this.#due = performance.now() + ms;
  }

  #onMessage(message: WorkerMessage): void {
    if (this.state === 'ending' || this.state === 'ended') return;
    const job = this.#job;
    if ('characters' in message) {
      if (job === undefined || this.#isOver) return;
      const { parseTimeoutMs = defaultParseTimeoutMs(message.characters) } = job.input.context;
      this.#limit(job, parseTimeoutMs);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#job = undefined;
    this.state = 'idle';
    this.hasStarted = true;
    if ('page' in message) job?.resolve(message.page);
    if ('error' in message) job?.reject(fromWire(message.error));
    this.#worker.unref();
    this.#onChange(this);
  }

  #onExit(): void {
    this.state = 'ended';
    clearTimeout(this.#timer);
    this.#job?.reject(this.#exitError(this.#job));
    this.#onChange(this);
  }

  /** Returns the error of a page whose thread ended while it read the page. */
  #exitError({ input }: Job): InternalError {
    const { cause } = this;
    const { url } = input.context;
    if ((cause as { code?: unknown } | undefined)?.code !== 'ERR_WORKER_OUT_OF_MEMORY')
      return new InternalError(`the thread that read ${url} exited.`, { retryable: false, cause });
    return new ParseError(
      `the page ${url} needs more than ${this.#heapMb} MB of memory to be read. It is not an ordinary page: record it and look at it.`,
      { cause },
    );
  }
}
