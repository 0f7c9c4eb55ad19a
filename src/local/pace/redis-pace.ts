/** The pace that processes share through a Redis server. */
import { randomUUID } from 'node:crypto';
import { TaskQueue } from '../../client/task-queue.ts';
import { backoffMs, sleep } from '../../client/waits.ts';
import { wholeNumber } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { type RedisConnection, redisConnection } from '../../redis/connection.ts';
import { redisKey } from '../../redis/keys.ts';
import type { RedisValue, Script } from '../../redis/script.ts';
import { REDIS_OPTIONS, type RedisOptions, type RedisTarget } from '../../redis/target.ts';
import type { Pace } from '../../sources/page-source.ts';
import type { Backoff, Pacing, QueueDetails, SharedPace, WaitingCall } from './pace.ts';
import { ASK, BACK_OFF, END, RENEW } from './pace-scripts.ts';

/** Options of {@link redisPace}. */
export interface RedisPaceOptions extends RedisOptions {
  /** Milliseconds after which the place of a killed process is free again. @default 5_000 */
  leaseMs?: number | undefined;
}

const REDIS_PACE_OPTIONS: OptionTable<RedisPaceOptions> = {
  ...REDIS_OPTIONS,
  leaseMs: { check: (setting) => wholeNumber(setting, 300, 3_600_000) },
};

/** Redis has no number for "no limit". */
const MOST_AT_ONCE = 1_000_000_000;
/** Milliseconds from a slot to its request, at most: the gap that a site sees can be shorter by that time. */
const LATE_MS = 75;

/**
 * Returns a pace that all processes with the same server and prefix share: option `sharedPace` of the local backend. Give them the same `pace` and
 * `backoff`. The marketplace closes it. While the server is away, calls wait `waitMs`, and then fail with an `UnavailableError`.
 *
 * @param target A URL, or a client of ioredis, which the caller closes.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option or URL
 */
export function redisPace(target: RedisTarget, options: RedisPaceOptions = {}): SharedPace {
  const { leaseMs = 5_000, ...settings } = readOptions('redisPace', REDIS_PACE_OPTIONS, options);
  const connection = redisConnection(target, settings);
  return {
    pacing: (pace, backoff) => new RedisPacer(connection, leaseMs, pace, backoff),
    close: () => connection.close(),
  };
}

type Reply = [state: 'granted' | 'slot' | 'place' | 'backoff', waitMs: number, lateMs: number, failures: number];

/** The requests of this process to a host. One at a time asks for its slot: the others wait behind it. */
interface Line {
  queue: TaskQueue;
  /** The last reply that was a wait. */
  wait: Reply | undefined;
  /** Number of consecutive failures of the host, as far as this process knows. */
  failures: number;
}

/** The pace of one marketplace object, which it shares with others. */
class RedisPacer implements Pacing {
  readonly #connection: RedisConnection;
  readonly #leaseMs: number;
  readonly #pace: Pace;
  readonly #backoff: Backoff | undefined;
  readonly #lines = new Map<string, Line>();
  /** The hosts of running requests, by their ids. */
  readonly #running = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: RedisConnection, leaseMs: number, pace: Pace, backoff: Backoff | undefined) {
    this.#connection = connection;
    this.#leaseMs = leaseMs;
    this.#pace = pace;
    this.#backoff = backoff;
  }

  async run<T>(host: string, call: WaitingCall, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const line = this.line(host);
    const id = randomUUID();
    let endWait: (() => void) | undefined;
    const startWait = (ahead: number) => {
      endWait ??= call.wait(this.expected(line.wait, ahead));
    };
    const ahead = line.queue.waiting + line.queue.running;
    if (ahead > 0) startWait(ahead);
    try {
      const take = () => this.take(id, host, line, () => startWait(0), signal);
      await line.queue.run(take, { signal, priority: call.priority });
    } finally {
      endWait?.();
    }
    try {
      return await task();
    } finally {
      this.leave(id, host);
    }
  }

  async backOff(host: string, retryAfterMs?: number): Promise<number | undefined> {
    if (this.#backoff === undefined) return undefined;
    const { firstMs, longestMs } = this.#backoff;
    const ownMs = backoffMs(++this.line(host).failures, this.#backoff);
    // The error of the page is the one to report. While the server is away, nothing is requested.
    return this.send<number>(BACK_OFF, host, [firstMs, longestMs, retryAfterMs ?? '']).catch(() =>
      Math.min(retryAfterMs ?? ownMs, longestMs),
    );
  }

  /** Most hosts have no failures: then nothing is sent. */
  reset(host: string): void {
    const line = this.line(host);
    if (line.failures === 0) return;
    line.failures = 0;
    this.#connection.command('HDEL', this.keys(host)[0], 'failures').catch(() => undefined);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const ends = [...this.#running].map(([id, host]) => this.send(END, host, [id, this.#leaseMs]));
    this.#running.clear();
    await Promise.allSettled(ends);
  }

  private line(host: string): Line {
    const line = this.#lines.get(host) ?? { queue: new TaskQueue(1), wait: undefined, failures: 0 };
    this.#lines.set(host, line);
    return line;
  }

  /** Waits for a place, and then for a slot. */
  private async take(id: string, host: string, line: Line, startWait: () => void, signal: AbortSignal): Promise<void> {
    const { concurrency, minGapMs, jitterMs } = this.#pace;
    const most = Math.min(concurrency, MOST_AT_ONCE);
    // A place that is free is found soon, whatever the gap is.
    const pollMs = Math.min(Math.max((minGapMs + jitterMs) / 4, 25), 250);
    let allowedMs = LATE_MS;
    let isLate = false;
    try {
      for (;;) {
        const askedAt = performance.now();
        // A machine that is too busy to be in time makes its own gap longer.
        const gap = [minGapMs + allowedMs - LATE_MS, jitterMs, Math.round(Math.random() * jitterMs)];
        const args: RedisValue[] = [id, Number(isLate), most, ...gap, this.#backoff?.longestMs ?? 0, this.#leaseMs];
        const reply = await this.send<Reply>(ASK, host, args, signal);
        const [state, waitMs, lateMs, failures] = reply;
        line.failures = failures;
        isLate = state === 'granted' && lateMs + performance.now() - askedAt > allowedMs;
        if (isLate) allowedMs = Math.min(2 * allowedMs, this.#leaseMs);
        else if (state === 'granted') break;
        else {
          line.wait = reply;
          startWait();
          await sleep(state === 'place' ? pollMs * (0.5 + Math.random()) : waitMs, signal);
        }
      }
      line.wait = undefined;
      signal.throwIfAborted();
      this.#running.set(id, host);
      this.#timer ??= setInterval(() => this.renew(), this.#leaseMs / 3).unref();
    } catch (error) {
      this.send(END, host, [id, this.#leaseMs]).catch(() => undefined);
      throw error;
    }
  }

  /** @param ahead Number of requests of this process that wait in front. */
  private expected(reply: Reply | undefined, ahead: number): QueueDetails {
    const { minGapMs, jitterMs } = this.#pace;
    const [state, waitMs] = reply ?? ['slot', 0];
    const wait_ms = Math.round(waitMs + ahead * (minGapMs + jitterMs / 2));
    const reason = state === 'backoff' ? 'backoff' : 'pace';
    return { reason, position: ahead + 1, ...(wait_ms > 0 ? { wait_ms } : {}) };
  }

  private renew(): void {
    for (const [host, all] of Map.groupBy(this.#running, ([, host]) => host))
      this.send(RENEW, host, [this.#leaseMs, ...all.map(([id]) => id)]).catch(() => undefined);
  }

  private leave(id: string, host: string): void {
    if (!this.#running.delete(id)) return;
    if (this.#running.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    // If this fails, the lease lapses.
    this.send(END, host, [id, this.#leaseMs]).catch(() => undefined);
  }

  private send<Result>(
    script: Script,
    host: string,
    args: readonly RedisValue[],
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#connection.run<Result>(script, this.keys(host), ['', ...args], { signal });
  }

  private keys(host: string): [state: string, places: string] {
    const key = (name: string) => redisKey(this.#connection.prefix, `pace:${host}`, name);
    return [key('state'), key('places')];
  }
}
