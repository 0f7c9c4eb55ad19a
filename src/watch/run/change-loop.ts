/** The loop over a watch. */
import { unlessAborted } from '../../client/waits.ts';
import { type ChangeSink, LOOP } from '../sinks.ts';
import type { Change } from '../types.ts';

/** A sink that gives one change after the other to a loop. A change is taken when the loop asks for the next one. */
export class ChangeLoop implements AsyncIterator<Change, void, undefined>, ChangeSink {
  readonly name = LOOP;
  readonly #stopping: AbortSignal;
  readonly #close: () => Promise<void>;
  #offered = Promise.withResolvers<{ change: Change; take: () => void }>();
  #take: (() => void) | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param close Closes the watch. */
  constructor(stopping: AbortSignal, close: () => Promise<void>) {
    this.#stopping = stopping;
    this.#close = close;
  }

  /** Resolves when the change is taken. @throws the reason of `stopping`: then it is not */
  async deliver(change: Change): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#offered.resolve({ change, take: resolve });
    await unlessAborted(promise, this.#stopping);
  }

  next(): Promise<IteratorResult<Change, void>> {
    const result = this.#turn.then(() => this.#next());
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async return(): Promise<IteratorResult<Change, void>> {
    await this.#close();
    return { done: true, value: undefined };
  }

  async #next(): Promise<IteratorResult<Change, void>> {
    this.#take?.();
    const offered = await unlessAborted(this.#offered.promise, this.#stopping).catch(() => undefined);
    // The error that has ended the watch is thrown here.
    if (offered === undefined) return this.return();
    this.#offered = Promise.withResolvers();
    this.#take = offered.take;
    return { done: false, value: offered.change };
  }
}
