/** Keeps a pace that several processes share. */
import { backoffMs } from '../../call/backoff.ts';
import { TaskQueue } from '../../call/task-queue.ts';
import type { Backoff, Pace, Pacing, QueueDetails, WaitingCall } from '../pace.ts';
import type { PacedSite, PaceStore, Turn, TurnReply } from './pace-store.ts';
import { Wakes } from './wakes.ts';

/**
 * Milliseconds between asking for a turn and using it, at most: the gap of requests that a site sees can be shorter by that time. A turn that takes
 * longer to arrive is asked for again.
 */
export const LATE_MS = 100;
/** Number of times that a late turn is asked for again: a busy machine must not stop for ever. */
const MOST_LATE = 10;

/** The requests of this process to a site. They ask for their turns one after the other. */
interface Line {
  queue: TaskQueue;
  /** The last reply that was not a turn. */
  last: TurnReply | undefined;
  /** Number of consecutive failures of the site, as far as this process knows. */
  failures: number;
}

/** The pace of one marketplace object, which it shares with others. */
export class SharedPacer implements Pacing {
  readonly #shared: PaceStore;
  readonly #pace: Pace;
  readonly #backoff: Backoff | undefined;
  readonly #lines = new Map<string, Line>();
  readonly #running = new Set<Turn>();
  readonly #wakes: Wakes;
  #started = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(shared: PaceStore, pace: Pace, backoff: Backoff | undefined) {
    this.#shared = shared;
    this.#pace = pace;
    this.#backoff = backoff;
    this.#wakes = new Wakes(shared);
  }

  /** Runs a task when it is its turn. Only the first request of a process to a site asks: the others wait behind it. */
  async run<T>(
    host: string,
    call: WaitingCall,
    signal: AbortSignal,
    task: () => Promise<T>,
    proxy?: string,
  ): Promise<T> {
    const line = this.line({ host, proxy });
    const turn: Turn = { id: this.nextId(), host, proxy };
    const wait = new Wait(call);
    const ahead = line.queue.waiting + line.queue.running;
    if (ahead > 0) wait.start(this.expected(line.last, ahead));
    try {
      await line.queue.run(() => this.take(turn, line, wait, signal), { signal });
    } finally {
      wait.end();
    }
    try {
      return await task();
    } finally {
      this.leave(turn);
    }
  }

  async backOff(host: string, retryAfterMs?: number, proxy?: string): Promise<number | undefined> {
    const backoff = this.#backoff;
    if (backoff === undefined) return undefined;
    const line = this.line({ host, proxy });
    const ownMs = backoffMs(++line.failures, backoff);
    const askedMs = Math.min(retryAfterMs ?? ownMs, backoff.longestMs);
    // The error of the page is the one to report. While the server is away, nothing is requested.
    return this.#shared.backOff({ host, proxy }, backoff, retryAfterMs).catch(() => askedMs);
  }

  /** Most sites have no failures: then nothing is sent. */
  reset(host: string, proxy?: string): void {
    const line = this.line({ host, proxy });
    if (line.failures === 0) return;
    line.failures = 0;
    this.#shared.reset({ host, proxy }).catch(() => undefined);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#wakes.close();
    const ends = [...this.#running].map((turn) => this.#shared.end(turn, this.#pace));
    this.#running.clear();
    await Promise.allSettled(ends);
  }

  private nextId(): string {
    return `${this.#shared.processId}:${this.#started++}`;
  }

  private line({ host, proxy = '' }: PacedSite): Line {
    const name = `${host} ${proxy}`;
    let line = this.#lines.get(name);
    if (line === undefined) {
      line = { queue: new TaskQueue(1), last: undefined, failures: 0 };
      this.#lines.set(name, line);
    }
    return line;
  }

  /** Asks until it is the request's turn. */
  private async take(turn: Turn, line: Line, wait: Wait, signal: AbortSignal): Promise<void> {
    try {
      for (let late = 0; ; ) {
        const woken = this.#wakes.next(turn.host);
        const askedAt = performance.now();
        const reply = await this.#shared.ask(turn, this.#pace, this.#backoff, signal);
        line.failures = reply.failures;
        if (!reply.isGranted) {
          line.last = reply;
          wait.start(this.expected(reply, 0));
          await woken.within(reply.waitMs, signal);
          continue;
        }
        woken.cancel();
        line.last = undefined;
        if (performance.now() - askedAt <= LATE_MS || ++late > MOST_LATE) break;
      }
      signal.throwIfAborted();
      this.hold(turn);
    } catch (error) {
      // Others do not wait for a request that is gone.
      this.#shared.end(turn, this.#pace).catch(() => undefined);
      throw error;
    }
  }

  /** @param ahead Number of requests of this process that wait in front. */
  private expected(reply: TurnReply | undefined, ahead: number): QueueDetails {
    const { minGapMs, jitterMs } = this.#pace;
    const { reason = 'pace', position = 0, expectedMs = 0 } = reply ?? {};
    const wait_ms = Math.round(expectedMs + ahead * (minGapMs + jitterMs / 2));
    return { reason, position: Math.max(1, position) + ahead, ...(wait_ms > 0 ? { wait_ms } : {}) };
  }

  private hold(turn: Turn): void {
    this.#running.add(turn);
    const renew = () => this.#shared.renew([...this.#running]).catch(() => undefined);
    this.#timer ??= setInterval(renew, this.#shared.leaseMs / 3).unref();
  }

  private leave(turn: Turn): void {
    if (!this.#running.delete(turn)) return;
    if (this.#running.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    // If this fails, the turn lapses.
    this.#shared.end(turn, this.#pace).catch(() => undefined);
  }
}

/** The wait of one call, which starts once. */
class Wait {
  readonly #call: WaitingCall;
  #end: (() => void) | undefined;

  constructor(call: WaitingCall) {
    this.#call = call;
  }

  start(details: QueueDetails): void {
    this.#end ??= this.#call.wait(details);
  }

  end(): void {
    this.#end?.();
  }
}
