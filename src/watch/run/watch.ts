/**
 * A watch, from its start to its end. It is built when its store is open.
 *
 * It ends in four ways, and only here. `close()`, and leaving the loop: nothing more starts, and what runs may go on for a time. Its `signal`: what runs is
 * aborted. The looks are over, of a single round or when a budget that is not renewed is used up: the changes are delivered before. An error of the looks,
 * the deliveries or the store, which would not pass: what runs is aborted, and `done` rejects with it.
 */
import { randomUUID } from 'node:crypto';
import { closeAll } from '../../client/close-all.ts';
import { unlessAborted } from '../../client/waits.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { AnyMarketplace } from '../../contract/marketplace.ts';
import { openHold } from '../../deliver/hold.ts';
import { invalidSetting, LONGEST_TIMER_MS, marketplaceIn } from '../../options/checks.ts';
import { notify, warn } from '../../options/runtime.ts';
import type { WatchHistory } from '../history/history-types.ts';
import { LOOP } from '../sinks.ts';
import { sqliteWatchStore } from '../sqlite-store.ts';
import type { StoredTarget, WatchStore } from '../store/store.ts';
import type { Change } from '../types.ts';
import { ChangeLoop } from './change-loop.ts';
import { Outbox } from './outbox.ts';
import { patientStore } from './patient-store.ts';
import { type TargetChunk, targetSource } from './target-source.ts';
import { closeGraceMs, type Emit, type WatchParts, type WatchSettings, watchSettings } from './watch-options.ts';
import type { CloseWatchOptions, Watch, WatchEvent, WatchOptions, WatchTargets } from './watch-types.ts';
import { WatchedTargets } from './watched-targets.ts';

/**
 * Looks at targets again and again, and reports what changes. The first look at a target is made at once. It reports only what is below the limit of a
 * rule already. The watch begins by itself, and lasts until it is closed, its `signal` aborts, or a loop over it is left.
 *
 * @param targets Without it: those of the store.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, and for a `db` that cannot be opened
 * @example
 * for await (const change of watch(marketplace, [{ endpoint: 'product', params: { asin } }], { every: '1h', db: 'watch.db' }))
 *   console.log(change.type, change.asin, change.before, change.after);
 */
export function watch(marketplace: AnyMarketplace, targets?: WatchTargets, options: WatchOptions = {}): Watch {
  marketplaceIn({ name: 'marketplace', value: marketplace });
  return new WatchRun(marketplace, targets, watchSettings(options));
}

/** A running watch. */
class WatchRun implements Watch {
  readonly #parts: WatchParts;
  readonly #store: WatchStore;
  readonly #targets: WatchedTargets;
  readonly #outboxes: readonly Outbox[];
  /** Aborts when no further look and delivery may start. */
  readonly #stopping = new AbortController();
  /** Aborts when looks and deliveries that run must end. */
  readonly #ending = new AbortController();
  readonly #done: Promise<void>;
  /** The deliveries of the loop, from its start on. */
  #loop: Outbox | undefined;
  readonly #looped = Promise.withResolvers<Outbox>();
  #isObserved = false;
  /** The first error of what was closed at the end. */
  #closeFailure: { error: unknown } | undefined;

  constructor(marketplace: AnyMarketplace, targets: WatchTargets | undefined, settings: WatchSettings) {
    const { clock, sinks, store: given, db, onEvent } = settings;
    const [stopping, ending] = [this.#stopping.signal, this.#ending.signal];
    const source = targets === undefined ? undefined : targetSource(targets, settings, marketplace, stopping);
    this.#store = given ?? sqliteWatchStore(db);
    const id = randomUUID();
    const emit: Emit = (type, details) => {
      if (onEvent === undefined) return false;
      notify('onEvent', onEvent, { type, ...details } as WatchEvent, ` for the event "${type}"`);
      return true;
    };
    const onError = (error: unknown) => emit('error', { error });
    // Repeats what the store cannot do at the moment.
    const hold = openHold({ onHold: ({ error }) => onError(error) }, clock);
    this.#parts = {
      id,
      settings,
      marketplace,
      emit,
      stopping,
      ending,
      store: patientStore(this.#store, id, settings, (work) => hold.run(work, ending), onError),
      receivers: () => this.#receivers(),
      onChanges: () => {
        for (const outbox of this.#allOutboxes) outbox.wake();
      },
    };
    this.#outboxes = sinks.map((sink) => new Outbox(sink, this.#parts));
    this.#targets = new WatchedTargets(this.#parts);
    this.#done = this.#run(source);
    this.#done.catch((error: unknown) => this.#reportEnd(error));
  }

  get history(): WatchHistory {
    const store = this.#store as Partial<WatchHistory>;
    if (typeof store.summary === 'function') return store as WatchHistory;
    const why = 'has no history: expected one that has, such as sqliteWatchStore().';
    throw invalidSetting('store', undefined, why);
  }

  get done(): Promise<void> {
    this.#isObserved = true;
    return this.#done;
  }

  [Symbol.asyncIterator](): AsyncIterator<Change, void, undefined> {
    if (this.#loop !== undefined)
      throw misuse('a loop over this watch exists: expected one. Use deliver for further receivers.');
    const loop = new ChangeLoop(this.#parts.stopping, () => this.#end());
    this.#loop = new Outbox(loop, this.#parts);
    this.#looped.resolve(this.#loop);
    return loop;
  }

  async add(targets: WatchTargets): Promise<void> {
    this.#assertOpen();
    const { settings, marketplace, stopping } = this.#parts;
    await this.#targets.add(targetSource(targets, settings, marketplace, stopping));
  }

  async remove(ids: string | readonly string[]): Promise<void> {
    this.#assertOpen();
    const list: readonly unknown[] = [ids].flat();
    const wrong = list.findIndex((id) => typeof id !== 'string');
    if (wrong !== -1)
      throw invalidSetting('ids', list[wrong], 'is not an id: expected the id of a target, or several.');
    await this.#targets.remove(list as readonly string[]);
  }

  async *targets(): AsyncGenerator<StoredTarget> {
    // After its end too, a watch has the targets of a store that was given.
    await this.#targets.isRead.catch(() => undefined);
    yield* this.#store.targets();
  }

  async close(options: CloseWatchOptions = {}): Promise<void> {
    this.#stop(closeGraceMs(options));
    await this.#end().catch(() => undefined);
    if (this.#closeFailure !== undefined) throw this.#closeFailure.error;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #assertOpen(): void {
    if (this.#stopping.signal.aborted)
      throw misuse('it has ended: expected one that runs. Start another one with watch().');
  }

  /** Starts nothing more, and ends what runs after a time. */
  #stop(graceMs: number): void {
    this.#stopping.abort(new DOMException('The watch is closed.', 'AbortError'));
    const { reason } = this.#stopping.signal;
    if (graceMs === 0) {
      this.#ending.abort(reason);
      return;
    }
    const ended = new AbortController();
    void this.#done.catch(() => undefined).then(() => ended.abort());
    this.#parts.settings.clock.sleep(Math.min(graceMs, LONGEST_TIMER_MS), ended.signal).then(
      () => this.#ending.abort(reason),
      () => undefined,
    );
  }

  /** Stops, and resolves when the watch has ended. @throws the error that has ended it */
  #end(): Promise<void> {
    if (!this.#stopping.signal.aborted) this.#stop(30_000);
    return this.#done;
  }

  async #run(source: AsyncIterable<TargetChunk> | undefined): Promise<void> {
    const { signal, store: given } = this.#parts.settings;
    const abort = () => this.#stop(0);
    // The loop begins before the first look.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      const looking = async () => {
        await this.#targets.run(source);
        await this.#drain();
        this.#stopping.abort(new DOMException('The watch has ended.', 'AbortError'));
      };
      const looping = async () => {
        const outbox = await unlessAborted(this.#looped.promise, this.#stopping.signal).catch(() => undefined);
        await outbox?.run();
      };
      await unlessFailed([looking(), looping(), ...this.#outboxes.map((outbox) => outbox.run())], abort);
    } catch (error) {
      this.#targets.end({ error });
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#targets.end();
      this.#stopping.abort(new DOMException('The watch has ended.', 'AbortError'));
      const sinks = this.#outboxes.map((outbox) => () => outbox.close());
      // A store that was given belongs to the caller.
      const stores = given === undefined ? [() => this.#store.close()] : [];
      await closeAll(...sinks, ...stores).catch((error: unknown) => {
        this.#closeFailure = { error };
        this.#parts.emit('error', { error });
      });
    }
  }

  /** Waits until all changes are delivered, unless the watch is closed meanwhile: the looks have ended. */
  async #drain(): Promise<void> {
    const drained = Promise.all(this.#allOutboxes.map((outbox) => outbox.drained()));
    await unlessAborted(drained, this.#parts.stopping).catch(() => undefined);
  }

  get #allOutboxes(): readonly Outbox[] {
    return this.#loop === undefined ? this.#outboxes : [...this.#outboxes, this.#loop];
  }

  /** The loop gets changes from its start on, or from the start of the watch without sinks. */
  #receivers(): readonly string[] {
    const names = this.#outboxes.map(({ sink }) => sink.name);
    const hasLoop = this.#loop !== undefined || names.length === 0;
    return hasLoop ? [...names, LOOP] : names;
  }

  #reportEnd(error: unknown): void {
    if (this.#parts.emit('error', { error }) || this.#isObserved || this.#loop !== undefined) return;
    const detail = error instanceof Error ? error.stack : String(error);
    const advice = 'Await `done`, or iterate over the watch.';
    warn('BUYBOX_WATCH', `watch: it has ended with an error, and nobody listens. ${advice}`, detail);
  }
}

function misuse(why: string): BadRequestError {
  return new BadRequestError(`watch: ${why}`, { code: 'INVALID_CONFIGURATION', parameter: 'watch' });
}

/** Waits for all; when one fails, the others are stopped first. @throws the first error */
async function unlessFailed(parts: readonly Promise<unknown>[], stop: () => void): Promise<void> {
  const failures: unknown[] = [];
  const guarded = parts.map((part) =>
    part.catch((error: unknown) => {
      failures.push(error);
      stop();
    }),
  );
  await Promise.all(guarded);
  if (failures.length > 0) throw failures[0];
}
