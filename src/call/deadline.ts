/** The end of a call's time: one signal for its budget, its caller's abort and its marketplace's end. */

/**
 * Aborts when the budget is spent, or when one of the sources aborts, with that one's reason. It is made by hand and let go when the call ends:
 * `AbortSignal.timeout` and `AbortSignal.any` leave a timer and links on long-lived signals behind for as long as the budget, which a busy program
 * pays for.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #sources: readonly AbortSignal[];
  readonly #timer: NodeJS.Timeout;
  #isSpent = false;

  constructor(timeoutMs: number, sources: readonly AbortSignal[]) {
    this.#sources = sources;
    this.#timer = setTimeout(() => {
      this.#isSpent = true;
      this.#controller.abort(new DOMException(`${timeoutMs} ms are over`, 'TimeoutError'));
    }, timeoutMs);
    for (const source of sources) {
      if (source.aborted) this.#controller.abort(source.reason);
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

  /** Hears a source's abort. */
  handleEvent({ currentTarget }: Event): void {
    this.#controller.abort((currentTarget as AbortSignal).reason);
  }

  /** Lets the timer and the sources go. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const source of this.#sources) source.removeEventListener('abort', this);
  }
}

/** The value, unless the signal aborts first: for work that may not look at the signal itself. @throws the signal's reason */
export async function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
