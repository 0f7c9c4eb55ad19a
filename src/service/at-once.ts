/** Counts what runs at once per key. */

/** Something that is not counted. */
export const NO_TURN: Disposable = { [Symbol.dispose]: () => undefined };

/** Counts what runs at once per key. */
export class AtOnce {
  readonly #limit: number;
  readonly #running = new Map<string, number>();

  /** @param limit Largest number at once, per key. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#running.size;
  }

  /** Begins one, unless the key has the largest number already. Disposing the result ends it. */
  begin(key: string): Disposable | undefined {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#limit) return undefined;
    this.#running.set(key, running + 1);
    return { [Symbol.dispose]: () => this.end(key) };
  }

  private end(key: string): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }
}
