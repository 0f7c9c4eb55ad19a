/** One signal for the time limits of a call, the caller's abort, and the closing of the marketplace. */
import { type MarketplaceErrorOptions, TransportError } from '../contract/errors.ts';

type Activity = 'work' | 'wait';

/**
 * Aborts on timeout, or when one of the sources aborts, with its reason. `AbortSignal.timeout` and `AbortSignal.any` would keep a timer and links to
 * long-lived signals until the timeout, which costs memory in busy programs.
 *
 * Work and waiting have a limit each. All times are measured with the monotonic clock.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #ended = Promise.withResolvers<never>();
  readonly #sources: readonly AbortSignal[];
  readonly #limits: Readonly<Record<Activity, number>>;
  readonly #spent: Record<Activity, number> = { work: 0, wait: 0 };
  /** `undefined` after the end. */
  #activity: Activity | undefined;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #exceeded: Activity | undefined;

  /** @param timeoutMs Limit of the work. @param queueTimeoutMs Limit of all waits together. */
  constructor(timeoutMs: number, sources: readonly AbortSignal[], queueTimeoutMs: number = timeoutMs) {
    this.#limits = { work: timeoutMs, wait: queueTimeoutMs };
    this.#sources = sources;
    // Prevents an unhandled rejection if nothing awaits the end.
    this.#ended.promise.catch(() => undefined);
    this.start('work');
    for (const source of sources) {
      if (source.aborted) this.end(source.reason);
      else source.addEventListener('abort', this, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get hasTimedOut(): boolean {
    return this.#exceeded !== undefined;
  }

  get hasWaitedTooLong(): boolean {
    return this.#exceeded === 'wait';
  }

  get workedMs(): number {
    return this.spentOn('work');
  }

  get waitedMs(): number {
    return this.spentOn('wait');
  }

  /** Starts a wait. Returns a function that ends it. The waits of a call never overlap. */
  wait(): () => void {
    this.switchTo('wait');
    return () => this.switchTo('work');
  }

  /** Returns the value unless the deadline ends first, for work that may ignore the signal. @throws the reason of the end */
  race<T>(value: Promise<T>): Promise<T> {
    return Promise.race([value, this.#ended.promise]);
  }

  handleEvent(): void {
    this.end(this.#sources.find(({ aborted }) => aborted)?.reason);
  }

  release(): void {
    this.stop();
    for (const source of this.#sources) source.removeEventListener('abort', this);
  }

  /** The same as {@link release}, for `using`. */
  [Symbol.dispose](): void {
    this.release();
  }

  private spentOn(activity: Activity): number {
    return this.#spent[activity] + (this.#activity === activity ? performance.now() - this.#since : 0);
  }

  private switchTo(activity: Activity): void {
    if (this.#activity === undefined || this.#activity === activity) return;
    this.stop();
    this.start(activity);
  }

  private start(activity: Activity): void {
    this.#activity = activity;
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      this.stop();
      // A timer fires a little late. Messages show the limit.
      this.#spent[activity] = this.#limits[activity];
      this.#exceeded = activity;
      this.end(new DOMException('the call timed out', 'TimeoutError'));
    }, this.#limits[activity] - this.#spent[activity]);
  }

  private stop(): void {
    clearTimeout(this.#timer);
    if (this.#activity === undefined) return;
    this.#spent[this.#activity] = this.spentOn(this.#activity);
    this.#activity = undefined;
  }

  private end(reason: unknown): void {
    this.stop();
    this.#controller.abort(reason);
    this.#ended.reject(reason);
  }
}

/** Returns the error of a call that exceeded one of its two limits. */
export function timeoutError(
  { hasWaitedTooLong, workedMs, waitedMs }: Pick<Deadline, 'hasWaitedTooLong' | 'workedMs' | 'waitedMs'>,
  options: MarketplaceErrorOptions,
): TransportError {
  const message = hasWaitedTooLong
    ? `timed out: the call waited ${duration(waitedMs)} for its turn (queueTimeoutMs) and worked ${duration(workedMs)}. Make fewer calls at once, set a faster pace, or increase queueTimeoutMs.`
    : `timed out after ${duration(workedMs)} (timeoutMs)${waitedBefore(waitedMs)}.`;
  // Waits are the caller's load, or that of other callers: the call can succeed later.
  return new TransportError(message, { ...options, code: 'TIMEOUT', ...(hasWaitedTooLong ? { status: 503 } : {}) });
}

const waitedBefore = (waitedMs: number): string =>
  Math.round(waitedMs) === 0 ? '' : `; it waited ${duration(waitedMs)} for its turn before`;

/** Returns a duration for a message: `20 ms`, `1.5 s`, `58 s`. */
function duration(ms: number): string {
  const whole = Math.round(ms);
  if (whole < 1_000) return `${whole} ms`;
  return whole < 10_000 ? `${Math.round(whole / 100) / 10} s` : `${Math.round(whole / 1_000)} s`;
}
