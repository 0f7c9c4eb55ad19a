/** The end of a call's time: one signal for its budget, its caller's abort and its marketplace's end. */

/**
 * Aborts when the budget is spent, or when one of the sources aborts, with that one's reason. It is made by hand and let go when the call ends:
 * `AbortSignal.timeout` and `AbortSignal.any` leave a timer and links on long-lived signals behind for as long as the budget, which a busy program
 * pays for.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #ended = Promise.withResolvers<never>();
  readonly #sources: readonly AbortSignal[];
  readonly #timer: NodeJS.Timeout;
  #isSpent = false;

  constructor(timeoutMs: number, sources: readonly AbortSignal[]) {
    this.#sources = sources;
    // Nobody need wait for the end.
    this.#ended.promise.catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#isSpent = true;
      this.end(new DOMException(`${timeoutMs} ms are over`, 'TimeoutError'));
    }, timeoutMs);
    for (const source of sources) {
      if (source.aborted) this.end(source.reason);
      else source.addEventListener('abort', this, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it was the budget that ended the call. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** The value, unless the end comes first: for work that may not look at the signal. @throws the reason of the end */
  race<T>(value: Promise<T>): Promise<T> {
    return Promise.race([value, this.#ended.promise]);
  }

  /** Hears a source's abort. */
  handleEvent(): void {
    this.end(this.#sources.find(({ aborted }) => aborted)?.reason);
  }

  /** Lets the timer and the sources go. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const source of this.#sources) source.removeEventListener('abort', this);
  }

  private end(reason: unknown): void {
    this.#controller.abort(reason);
    this.#ended.reject(reason);
  }
}
