/** Delivers the changes that wait in the store for a sink. */
import { unlessAborted } from '../../client/waits.ts';
import { MarketplaceError, UnavailableError } from '../../contract/errors.ts';
import { type Hold, openHold } from '../../deliver/hold.ts';
import { warn } from '../../options/runtime.ts';
import type { ChangeSink, Refusal } from '../sinks.ts';
import type { Change } from '../types.ts';
import { Alarm } from './clock.ts';
import type { WatchParts } from './watch-options.ts';

/** Most changes that are read from the store at once. */
const CHUNK = 100;

/** In a round, a receiver that fails so often one after the other is away. */
const MOST_FAILURES = 5;

/** Delivers the changes of a sink. They wait in the store, so that a slow sink needs no memory, and does not hold up the looks or another sink. */
export class Outbox {
  readonly sink: ChangeSink;
  readonly #parts: WatchParts;
  readonly #alarm: Alarm;
  readonly #hold: Hold;
  #hasWarned = false;
  #hasGivenUp = false;
  /** Number of readings of the store. */
  #readings = 0;
  /** Those that wait until a reading from a number on finds nothing to deliver. */
  #waiting: { reading: number; resolve: () => void }[] = [];

  constructor(sink: ChangeSink, parts: WatchParts) {
    const { clock, once, isKept } = parts.settings;
    // In memory, there is no later round that could deliver.
    const isRound = once && isKept;
    this.sink = sink;
    this.#parts = parts;
    this.#alarm = new Alarm(clock);
    const { firstRetryMs, longestRetryMs } = sink;
    this.#hold = openHold(
      {
        firstRetryMs,
        longestRetryMs,
        onHold: ({ error, waitMs, failures }) => {
          if (!(error instanceof DeliveryFailed)) return;
          if (isRound && failures >= MOST_FAILURES) this.#giveUp();
          const { change, cause } = error;
          const held = { receiver: sink.name, change, error: cause, wait_ms: waitMs };
          if (!parts.emit('undelivered', held)) this.#warnOf(cause);
        },
      },
      clock,
    );
  }

  /** Reports that changes were recorded. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Resolves when all changes are delivered, except those that wait for the end of quiet hours; in a round, also when the receiver is away. */
  async drained(): Promise<void> {
    if (this.#hasGivenUp) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ reading: this.#readings + 1, resolve });
    this.wake();
    await promise;
  }

  #isDrained(): void {
    const reading = this.#readings;
    for (const waiting of this.#waiting) if (waiting.reading <= reading) waiting.resolve();
    this.#waiting = this.#waiting.filter((waiting) => waiting.reading > reading);
  }

  #giveUp(): void {
    this.#hasGivenUp = true;
    for (const { resolve } of this.#waiting) resolve();
  }

  /** A receiver that is away comes back. A mistake in a function fails for ever, and nobody would know. */
  #warnOf(cause: unknown): void {
    if (this.#hasWarned || cause instanceof MarketplaceError) return;
    this.#hasWarned = true;
    warn(
      'BUYBOX_WATCH',
      `watch: ${this.sink.name} does not take a change (${String(cause)}), and nobody listens to "undelivered". It gets the change again until it takes it, and the others after that.`,
      cause instanceof Error ? cause.stack : undefined,
    );
  }

  async close(): Promise<void> {
    await this.sink.close?.();
  }

  /** Delivers until the watch closes. @throws an error of the store that is not retryable */
  async run(): Promise<void> {
    const { stopping } = this.#parts;
    try {
      for (;;) await this.#alarm.wait(stopping, await this.#deliverAll());
    } catch (error) {
      if (!stopping.aborted) throw error;
    }
  }

  /** Delivers what waits. Returns the time until the end of quiet hours [milliseconds]. */
  async #deliverAll(): Promise<number | undefined> {
    const { store, stopping } = this.#parts;
    const { clock, quietEnd } = this.#parts.settings;
    const { name } = this.sink;
    for (;;) {
      stopping.throwIfAborted();
      this.#readings++;
      const quietUntil = quietEnd(clock.now());
      if (quietUntil !== undefined) {
        this.#isDrained();
        return quietUntil - clock.now();
      }
      const deliveries = await store.deliveries(name, CHUNK);
      if (deliveries.length === 0) {
        this.#isDrained();
        return undefined;
      }
      await this.#deliverChunk(deliveries.map(({ change }) => change));
    }
  }

  /** Delivers changes: those of a target one after the other. */
  async #deliverChunk(changes: readonly Change[]): Promise<void> {
    const lanes = [...Map.groupBy(changes, ({ target }) => target.id).values()];
    const work = async () => {
      for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
        for (const change of lane) {
          const { stopping, settings } = this.#parts;
          if (stopping.aborted || settings.quietEnd(settings.clock.now()) !== undefined) return;
          await this.#deliver(change);
        }
    };
    const workers = Array.from({ length: Math.min(lanes.length, this.sink.concurrency ?? 1) }, work);
    // All end before the next changes are read, also when one fails.
    const failed = (await Promise.allSettled(workers)).find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #deliver(change: Change): Promise<void> {
    const { store, emit, stopping, ending } = this.#parts;
    const { sink } = this;
    const refusal = await this.#hold.run(async () => {
      try {
        // A function can ignore the signal.
        return refusalIn(await unlessAborted(Promise.resolve(sink.deliver(change, ending)), ending));
      } catch (cause) {
        throw new DeliveryFailed(sink.name, change, cause);
      }
      // A delivery that only waits for its next attempt does not run.
    }, stopping);
    await store.delivered(sink.name, [change.id]);
    if (refusal === undefined) emit('delivered', { receiver: sink.name, change });
    else emit('refused', { receiver: sink.name, change, reason: refusal.refused });
  }
}

/** A failed delivery. Each is repeated. */
class DeliveryFailed extends UnavailableError {
  readonly change: Change;

  constructor(name: string, change: Change, cause: unknown) {
    super(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
      retryAfterMs: cause instanceof MarketplaceError ? cause.retryAfterMs : undefined,
    });
    this.change = change;
  }
}

function refusalIn(result: unknown): Refusal | undefined {
  const { refused } = Object(result) as Partial<Refusal>;
  return typeof refused === 'string' ? { refused } : undefined;
}
