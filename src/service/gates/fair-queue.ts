/** The gate of the queue: shares the marketplace between keys: decides whose call runs next, and bounds how many calls wait and for how long. */
import { Deadline } from '../../client/deadline.ts';
import { UnavailableError } from '../../contract/errors.ts';
import { type CallGate, failed } from '../calls.ts';
import { failureOfCall } from '../failure.ts';
import type { ServiceSettings } from '../options.ts';

/** The limits of a {@link FairQueue}. */
export type QueueLimits = Pick<ServiceSettings, 'concurrency' | 'maxQueue' | 'queueTimeoutMs'>;

/** A call that waits. */
interface Waiter {
  keyId: string;
  /** Receives the call's turn. */
  start: (turn: Disposable) => void;
  refuse: (error: unknown) => void;
}

/** Estimate of a call's duration before one has ended [milliseconds]. */
const FIRST_ESTIMATE_MS = 5_000;
/** Weight of the latest call in the average duration. */
const WEIGHT = 0.1;
const LEAST_RETRY_MS = 1_000;
const MOST_RETRY_MS = 60_000;

/** Lets a call pass when the turn of its key comes. Its credit stays reserved meanwhile, so that waiting calls count as connections. */
export function fairQueue(queue: FairQueue): CallGate {
  return async (call, next) => {
    const { keyId, signal, facts } = call;
    let turn = queue.begin(keyId);
    let queuedMs = 0;
    if (turn === undefined) {
      const since = performance.now();
      const waited = () => Math.round(performance.now() - since);
      try {
        turn = await queue.wait(keyId, signal);
      } catch (error) {
        return { ...failed(signal, error, failureOfCall), call: { ...facts, queuedMs: waited() } };
      }
      queuedMs = waited();
    }
    using _turn = turn;
    return await next({ ...call, facts: { ...facts, queuedMs } });
  };
}

/**
 * A queue that is fair to keys. The next call is one of the key with the fewest running calls; among equals, keys take turns. The calls of one
 * key start in the order of their arrival.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Waiting calls by key, oldest first. The key that had the last turn is the last one. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Number of running calls by key. */
  readonly #running = new Map<string, number>();
  #averageMs: number | undefined;
  /** Number of calls that wait. */
  waiting = 0;
  /** Number of calls that run. */
  running = 0;
  /** Number of calls that were refused since the start: the queue was full, or they waited too long. */
  refused = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Begins the turn of a call, unless the call has to wait. Disposing the turn makes room for the next call. */
  begin(keyId: string): Disposable | undefined {
    return this.running < this.#limits.concurrency ? this.start(keyId) : undefined;
  }

  /**
   * Waits for the turn of a call that cannot begin.
   *
   * @throws UnavailableError with `retryAfterMs` if the queue is full or the wait too long; the signal's reason if it aborts
   */
  async wait(keyId: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.waiting >= this.#limits.maxQueue) this.makeRoom(keyId);
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const waiter: Waiter = { keyId, start: resolve, refuse: reject };
    this.#waiting.set(keyId, (this.#waiting.get(keyId) ?? new Set()).add(waiter));
    this.waiting++;
    using deadline = new Deadline(this.#limits.queueTimeoutMs, [signal]);
    // A call leaves the queue in the same tick: it must not get a turn that it would never end.
    const leave = () => {
      if (!this.remove(waiter)) return;
      const waited = `the call waited ${this.#limits.queueTimeoutMs / 1000} s for its turn`;
      reject(deadline.hasTimedOut ? this.busy(waited) : deadline.signal.reason);
    };
    deadline.signal.addEventListener('abort', leave, { once: true });
    return await promise;
  }

  /** Refuses the newest call of the key with the most waiting calls, so that no key can fill the queue alone. */
  private makeRoom(keyId: string): void {
    const own = this.#waiting.get(keyId)?.size ?? 0;
    const [most = new Set<Waiter>()] = [...this.#waiting.values()].sort((a, b) => b.size - a.size);
    const newest = [...most].at(-1);
    const isFull = `${this.#limits.maxQueue} calls already wait for their turn`;
    if (newest === undefined || most.size <= own + 1) throw this.busy(isFull);
    this.remove(newest);
    newest.refuse(this.busy(isFull));
  }

  private start(keyId: string): Disposable {
    const startedAt = performance.now();
    this.running++;
    this.#running.set(keyId, this.runningOf(keyId) + 1);
    return { [Symbol.dispose]: () => this.end(keyId, performance.now() - startedAt) };
  }

  private end(keyId: string, durationMs: number): void {
    this.#averageMs = durationMs * WEIGHT + (this.#averageMs ?? durationMs) * (1 - WEIGHT);
    this.running--;
    const left = this.runningOf(keyId) - 1;
    if (left > 0) this.#running.set(keyId, left);
    else this.#running.delete(keyId);
    this.startNext();
  }

  private startNext(): void {
    let next: Set<Waiter> | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [keyId, waiters] of this.#waiting) {
      const running = this.runningOf(keyId);
      if (running < fewest) [next, fewest] = [waiters, running];
    }
    const [waiter] = next ?? [];
    if (next === undefined || waiter === undefined) return;
    const { keyId } = waiter;
    this.#waiting.delete(keyId);
    this.#waiting.set(keyId, next);
    this.remove(waiter);
    waiter.start(this.start(keyId));
  }

  /** Returns whether the call was in the queue. */
  private remove(waiter: Waiter): boolean {
    const waiters = this.#waiting.get(waiter.keyId);
    if (waiters?.delete(waiter) !== true) return false;
    if (waiters.size === 0) this.#waiting.delete(waiter.keyId);
    this.waiting--;
    return true;
  }

  private runningOf(keyId: string): number {
    return this.#running.get(keyId) ?? 0;
  }

  /** Returns the error of a call that is refused. Estimates when a new call would get its turn, from the duration of recent calls. */
  private busy(why: string): UnavailableError {
    this.refused++;
    const { concurrency } = this.#limits;
    const estimate = ((this.#averageMs ?? FIRST_ESTIMATE_MS) * (this.waiting + 1)) / concurrency;
    const retryAfterMs = Math.min(MOST_RETRY_MS, Math.max(LEAST_RETRY_MS, estimate));
    return new UnavailableError(
      `the service is busy: ${why}. Try again in ${Math.ceil(retryAfterMs / 1000)} s, or make fewer calls at once.`,
      { retryAfterMs },
    );
  }
}
