/** Limits the pace of requests to each host, and backs off when a host blocks or fails. */
import { TaskQueue } from '../../client/task-queue.ts';
import { backoffMs, sleep } from '../../client/waits.ts';
import type { Durations } from '../../contract/marketplace.ts';
import { DEFAULT_PACE, type Pace } from '../../sources/page-source.ts';
import { type Backoff, backoffOf, type Pacing, type QueueDetails, type SharedPace, type WaitingCall } from './pace.ts';

/** The pace of sources without one, if only `backoff` is set. */
const UNLIMITED_PACE: Pace = { concurrency: Number.POSITIVE_INFINITY, minGapMs: 0, jitterMs: 0 };

interface Host {
  queue: TaskQueue;
  waiting: number;
  /** Earliest start of the next request, on the monotonic clock [milliseconds]. */
  next: number;
  /** Whether `next` is the end of a back-off. */
  isBackingOff: boolean;
  failures: number;
}

interface PaceOptions {
  pace?: Durations<Pace> | undefined;
  backoff?: boolean | Durations<Backoff> | undefined;
  sharedPace?: SharedPace | undefined;
}

/** Returns the pacer of a marketplace, whose options are checked; `undefined` if neither its page source nor its options limit requests. */
export function pacerOf({ pace, backoff, sharedPace }: PaceOptions, sourcePace: Pace | undefined): Pacing | undefined {
  if (pace === undefined && sourcePace === undefined && !backoff) return undefined;
  // Checked times are numbers.
  const own = { ...(sourcePace ?? (pace === undefined ? UNLIMITED_PACE : DEFAULT_PACE)), ...pace } as Pace;
  const waits = backoffOf(backoff as boolean | Partial<Backoff> | undefined);
  if (sharedPace !== undefined) return sharedPace.pacing(own, waits);
  return new Pacer(own, waits);
}

/** Keeps the pace of one marketplace object. There is no global state. */
export class Pacer implements Pacing {
  readonly #pace: Pace;
  readonly #backoff: Backoff | undefined;
  readonly #hosts = new Map<string, Host>();

  constructor(pace: Pace, backoff: Backoff | undefined) {
    this.#pace = pace;
    this.#backoff = backoff;
  }

  async run<T>(name: string, call: WaitingCall, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const host = this.host(name);
    const wait = this.waitFor(host);
    const start = wait === undefined ? () => undefined : this.startWait(host, call.wait(wait));
    try {
      return await host.queue.run(
        async () => {
          await this.turn(host, signal);
          start();
          return task();
        },
        { signal, priority: call.priority },
      );
    } finally {
      start();
    }
  }

  /** During a back-off no request starts: a failure is of a request that was sent before, and does not count again. */
  backOff(name: string, retryAfterMs?: number): number | undefined {
    if (this.#backoff === undefined) return undefined;
    const host = this.host(name);
    const left = host.isBackingOff ? host.next - performance.now() : 0;
    const own = left > 0 ? left : backoffMs(++host.failures, this.#backoff);
    const wait = Math.round(Math.min(Math.max(retryAfterMs ?? own, left), this.#backoff.longestMs));
    const end = performance.now() + wait;
    if (end <= host.next) return wait;
    host.next = end;
    host.isBackingOff = true;
    return wait;
  }

  reset(name: string): void {
    this.host(name).failures = 0;
  }

  async close(): Promise<void> {}

  private host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const queue = new TaskQueue(this.#pace.concurrency);
    const host = { queue, waiting: 0, next: 0, isBackingOff: false, failures: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  /** Counts a call that waits. Returns a function that ends the wait. */
  private startWait(host: Host, endWait: () => void): () => void {
    let isWaiting = true;
    host.waiting++;
    return () => {
      if (isWaiting) host.waiting--;
      isWaiting = false;
      endWait();
    };
  }

  /** Returns the wait of the next call to a host; `undefined` if it is its turn at once. */
  private waitFor({ queue, waiting, next, isBackingOff }: Host): QueueDetails | undefined {
    const { minGapMs, jitterMs } = this.#pace;
    const untilNext = Math.max(0, next - performance.now());
    if (untilNext === 0 && !queue.isFull) return undefined;
    const wait_ms = Math.round(untilNext + waiting * (minGapMs + jitterMs / 2));
    const reason = isBackingOff && untilNext > 0 ? 'backoff' : 'pace';
    return { reason, position: waiting + 1, ...(wait_ms > 0 ? { wait_ms } : {}) };
  }

  /** Waits for the host's turn, including a back-off that starts during the wait. */
  private async turn(host: Host, signal: AbortSignal): Promise<void> {
    const { minGapMs, jitterMs } = this.#pace;
    for (let now = performance.now(); now < host.next; now = performance.now()) await sleep(host.next - now, signal);
    host.next = performance.now() + minGapMs + Math.random() * jitterMs;
    host.isBackingOff = false;
  }
}
