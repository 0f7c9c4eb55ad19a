/** The loop over a watch: gives one change after the other, and acknowledges each when the next one is asked for. */
import { LOOP } from '../sinks.ts';
import type { Change } from '../types.ts';
import { Alarm } from './clock.ts';
import type { WatchParts } from './watch-options.ts';

/** Most changes that are read from the store at once. */
const CHUNK = 100;

/** Gives the changes that wait in the store for the loop. */
export class ChangeLoop implements AsyncIterator<Change, void, undefined> {
  readonly #parts: WatchParts;
  readonly #alarm: Alarm;
  readonly #close: () => Promise<void>;
  readonly #ended = Promise.withResolvers<void>();
  #changes: Change[] = [];
  #current: Change | undefined;
  #isFinishing = false;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param close Closes the watch. */
  constructor(parts: WatchParts, close: () => Promise<void>) {
    this.#parts = parts;
    this.#alarm = new Alarm(parts.settings.clock);
    this.#close = close;
  }

  /** Reports that changes were recorded. */
  wake(): void {
    this.#alarm.ring();
  }

  next(): Promise<IteratorResult<Change, void>> {
    const result = this.#turn.then(() => this.#next());
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async return(): Promise<IteratorResult<Change, void>> {
    this.#ended.resolve();
    await this.#close();
    return { done: true, value: undefined };
  }

  /** Ends the loop when no change is left. Resolves then. */
  async finished(): Promise<void> {
    this.#isFinishing = true;
    this.wake();
    await this.#ended.promise;
  }

  async #next(): Promise<IteratorResult<Change, void>> {
    const { stopping } = this.#parts;
    try {
      await this.#acknowledge();
      this.#current = await this.#take();
    } catch (error) {
      if (!stopping.aborted) throw error;
      this.#current = undefined;
    }
    if (this.#current !== undefined) return { done: false, value: this.#current };
    this.#ended.resolve();
    // The error that has ended the watch is thrown here.
    await this.#close();
    return { done: true, value: undefined };
  }

  async #acknowledge(): Promise<void> {
    const change = this.#current;
    if (change === undefined) return;
    this.#current = undefined;
    const { store, emit } = this.#parts;
    await store.delivered(LOOP, [change.id]);
    emit('delivered', { receiver: LOOP, change });
  }

  /** Returns the next change. `undefined` when the loop ends. */
  async #take(): Promise<Change | undefined> {
    const { store, stopping } = this.#parts;
    const { clock, quietEnd } = this.#parts.settings;
    for (;;) {
      stopping.throwIfAborted();
      const isFinishing = this.#isFinishing;
      const quietUntil = quietEnd(clock.now());
      if (quietUntil !== undefined) {
        if (isFinishing) return undefined;
        await this.#alarm.wait(stopping, quietUntil - clock.now());
        continue;
      }
      if (this.#changes.length === 0)
        this.#changes = (await store.deliveries(LOOP, clock.now(), CHUNK)).map(({ change }) => change);
      const change = this.#changes.shift();
      if (change !== undefined || isFinishing) return change;
      const next = await store.nextDeliveryAt(LOOP);
      await this.#alarm.wait(stopping, next === undefined ? undefined : next - clock.now());
    }
  }
}
