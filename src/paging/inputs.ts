/** Reads the inputs of a batch one at a time, from an array or an asynchronous stream. */

/** Reads the next input only when the batch asks for one, so that a fast source does not fill the memory. */
export class Inputs<Input> {
  readonly #source: { sync: Iterator<Input> } | { async: AsyncIterator<Input> };
  readonly #onArrival: () => void;
  /** The input that was read from the source and not returned yet. */
  #next: { value: Input } | undefined;
  #isWaiting = false;
  #isExhausted = false;
  #failure: { error: unknown } | undefined;

  constructor(inputs: Iterable<Input> | AsyncIterable<Input>, onArrival: () => void) {
    this.#source =
      Symbol.asyncIterator in inputs ? { async: inputs[Symbol.asyncIterator]() } : { sync: inputs[Symbol.iterator]() };
    this.#onArrival = onArrival;
  }

  /** Whether there are no more inputs. */
  get isEmpty(): boolean {
    return this.#isExhausted && this.#next === undefined;
  }

  /** Returns the next input, or `undefined` when it is not available yet or there are no more. */
  take(): { value: Input } | undefined {
    if (this.#next === undefined) this.ask();
    const taken = this.#next;
    this.#next = undefined;
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
    const source = 'sync' in this.#source ? this.#source.sync : this.#source.async;
    const ended = Promise.resolve(source.return?.());
    // A generator that is waiting for its next input cannot close before that input arrives.
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
