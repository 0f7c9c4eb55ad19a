/** One signal for the timeout of a call, the caller's abort, and the closing of the marketplace. */

/**
 * Aborts on timeout, or when one of the sources aborts, with its reason. `AbortSignal.timeout` and `AbortSignal.any` would keep a timer and links to
 * long-lived signals until the timeout, which costs memory in busy programs.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #ended = Promise.withResolvers<never>();
  readonly #sources: readonly AbortSignal[];
  readonly #timer: NodeJS.Timeout;
  #hasTimedOut = false;

  constructor(timeoutMs: number, sources: readonly AbortSignal[]) {
    this.#sources = sources;
    // Prevents an unhandled rejection if nothing awaits the end.
    this.#ended.promise.catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#hasTimedOut = true;
      this.end(new DOMException(`timed out after ${timeoutMs} ms`, 'TimeoutError'));
    }, timeoutMs);
    for (const source of sources) {
      if (source.aborted) this.end(source.reason);
      else source.addEventListener('abort', this, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the call timed out. */
  get hasTimedOut(): boolean {
    return this.#hasTimedOut;
  }

  /** Returns the value unless the deadline ends first, for work that may ignore the signal. @throws the reason of the end */
  race<T>(value: Promise<T>): Promise<T> {
    return Promise.race([value, this.#ended.promise]);
  }

  /** Handles the abort of a source. */
  handleEvent(): void {
    this.end(this.#sources.find(({ aborted }) => aborted)?.reason);
  }

  /** Clears the timer and removes the listeners. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const source of this.#sources) source.removeEventListener('abort', this);
  }

  private end(reason: unknown): void {
    this.#controller.abort(reason);
    this.#ended.reject(reason);
  }
}
