/** The inputs of a batch: taken one at a time, from an array as from a slow stream. */

/** Gives inputs when they are there. One is asked for at a time, and only when it is wanted: that is the back-pressure. */
export class Inputs<Input> {
  readonly #source: { sync: Iterator<Input> } | { async: AsyncIterator<Input> };
  readonly #onArrival: () => void;
  /** Arrived and not yet taken. */
  #next: { value: Input } | undefined;
  #isWaiting = false;
  #isExhausted = false;
  #failure: { error: unknown } | undefined;

  constructor(inputs: Iterable<Input> | AsyncIterable<Input>, onArrival: () => void) {
    this.#source =
      Symbol.asyncIterator in inputs ? { async: inputs[Symbol.asyncIterator]() } : { sync: inputs[Symbol.iterator]() };
    this.#onArrival = onArrival;
  }

  /** Whether no more will come. */
  get isEmpty(): boolean {
    return this.#isExhausted && this.#next === undefined;
  }

  /** The next input; nothing when it is not there yet, or there is none. */
  take(): { value: Input } | undefined {
    if (this.#next === undefined) this.ask();
    const taken = this.#next;
    this.#next = undefined;
    return taken;
  }

  /** @throws what the source threw */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Tells a source that has not come to its end that no more is wanted. */
  async end(): Promise<void> {
    if (this.#isExhausted) return;
    this.#isExhausted = true;
    const source = 'sync' in this.#source ? this.#source.sync : this.#source.async;
    const ended = Promise.resolve(source.return?.());
    // A generator that waits for its own next input cannot end before that has come.
    if (this.#isWaiting) ended.catch(() => undefined);
    else await ended;
  }

  private ask(): void {
    if (this.#isExhausted || this.#isWaiting) return;
    if ('sync' in this.#source) this.askNow(this.#source.sync);
    else {
      this.#isWaiting = true;
      void this.askLater(this.#source.async);
    }
  }

  private askNow(source: Iterator<Input>): void {
    try {
      this.arrive(source.next());
    } catch (error) {
      this.fail(error);
    }
  }

  private async askLater(source: AsyncIterator<Input>): Promise<void> {
    try {
      this.arrive(await source.next());
    } catch (error) {
      this.fail(error);
    }
    this.#isWaiting = false;
    this.#onArrival();
  }

  private arrive({ done = false, value }: IteratorResult<Input>): void {
    if (done) this.#isExhausted = true;
    else this.#next = { value };
  }

  private fail(error: unknown): void {
    this.#isExhausted = true;
    this.#failure = { error };
  }
}
