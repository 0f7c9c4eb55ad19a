/** Reads the inputs of a batch one at a time, from an array or an asynchronous stream. */

/** Reads the next input only when the batch asks for one, so that a fast source does not fill the memory. */
export class Inputs<Input> {
  readonly #source: Iterator<Input> | AsyncIterator<Input>;
  readonly #onArrival: () => void;
  /** The input that was read from the source and not returned yet. */
  #next: { value: Input } | undefined;
  #isWaiting = false;
  #isExhausted = false;
  #failure: { error: unknown } | undefined;

  constructor(inputs: Iterable<Input> | AsyncIterable<Input>, onArrival: () => void) {
    this.#source = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
    this.#onArrival = onArrival;
  }

  get isEmpty(): boolean {
    return this.#isExhausted && this.#next === undefined;
  }

  /** Returns the next input, or `undefined` when it is not available yet or there are no more. */
  take(): { value: Input } | undefined {
    const taken = this.#next;
    this.#next = undefined;
    if (taken === undefined && !this.#isExhausted && !this.#isWaiting) void this.read();
    return taken;
  }

  /** @throws the error of the source, if it failed */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Closes a source that still has inputs. */
  async end(): Promise<void> {
    if (this.#isExhausted) return;
    this.#isExhausted = true;
    const ended = Promise.resolve(this.#source.return?.());
    // A generator that is waiting for its next input cannot close before that input arrives.
    if (this.#isWaiting) ended.catch(() => undefined);
    else await ended;
  }

  private async read(): Promise<void> {
    this.#isWaiting = true;
    try {
      const { done = false, value } = await this.#source.next();
      if (done) this.#isExhausted = true;
      else this.#next = { value };
    } catch (error) {
      this.#isExhausted = true;
      this.#failure = { error };
    }
    this.#isWaiting = false;
    this.#onArrival();
  }
}
