/** The life of a watch: opens its store, starts looks and deliveries, and closes all. */
import { closeAll } from '../../client/close-all.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { AnyMarketplace } from '../../contract/marketplace.ts';
import { Hold } from '../../deliver/hold.ts';
import { invalidSetting, LONGEST_TIMER_MS } from '../../options/checks.ts';
import { warn } from '../../options/runtime.ts';
import { LOOP } from '../deliver/receiver-name.ts';
import type { WatchHistory } from '../history/history-types.ts';
import type { StoredTarget, WatchStore } from '../store/store.ts';
import type { Change } from '../types.ts';
import { ChangeLoop, secondLoop } from './change-loop.ts';
import { Alarm } from './clock.ts';
import { Emitter } from './emitter.ts';
import { lateHistory } from './late-history.ts';
import { openedStore } from './opened-store.ts';
import { Outbox, type OutboxContext } from './outbox.ts';
import type { TargetSource } from './target-source.ts';
import { closeGraceMs, type WatchSettings } from './watch-options.ts';
import type { CloseWatchOptions, Watch, WatchListeners, WatchTargets } from './watch-types.ts';
import { sourceOf, WatchedTargets } from './watched-targets.ts';

/** A running watch. */
export class WatchRun implements Watch {
  readonly history: WatchHistory;
  readonly #done: Promise<void>;
  readonly #marketplace: AnyMarketplace;
  readonly #settings: WatchSettings;
  readonly #emitter: Emitter;
  readonly #outboxes: Outbox[] = [];
  readonly #opened = Promise.withResolvers<WatchedTargets>();
  readonly #source = Promise.withResolvers<object>();
  readonly #context = Promise.withResolvers<OutboxContext>();
  /** Rings when changes wait for the loop. */
  readonly #loopAlarm: Alarm;
  /** Aborts when no further look and delivery may start. */
  readonly #stopping = new AbortController();
  /** Aborts when looks and deliveries that run must end. */
  readonly #ending = new AbortController();
  #loop: ChangeLoop | undefined;
  #isObserved = false;
  /** The first error of what was closed at the end. */
  #closeFailure: { error: unknown } | undefined;
  #targets: WatchedTargets | undefined;

  constructor(marketplace: AnyMarketplace, targets: WatchTargets | undefined, settings: WatchSettings) {
    this.#marketplace = marketplace;
    this.#settings = settings;
    this.#emitter = new Emitter(settings.onEvent);
    this.#loopAlarm = new Alarm(settings.clock);
    this.history = lateHistory(this.#source.promise);
    for (const { promise } of [this.#opened, this.#context, this.#source]) promise.catch(() => undefined);
    const source = targets === undefined ? undefined : this.#sourceOf(targets);
    this.#done = this.#run(source);
    this.#done.catch((error: unknown) => this.#reportEnd(error));
  }

  get done(): Promise<void> {
    this.#isObserved = true;
    return this.#done;
  }

  on<Type extends keyof WatchListeners>(type: Type, listener: (value: WatchListeners[Type]) => void): () => void {
    return this.#emitter.on(type, listener);
  }

  [Symbol.asyncIterator](): AsyncIterator<Change, void, undefined> {
    if (this.#loop !== undefined) throw secondLoop();
    this.#loop = new ChangeLoop(this.#context.promise, this.#loopAlarm, () => this.#end());
    return this.#loop;
  }

  async add(targets: WatchTargets): Promise<void> {
    this.#assertOpen();
    const { chunks } = this.#sourceOf(targets);
    await (await this.#opened.promise).add(chunks);
  }

  async remove(ids: string | readonly string[]): Promise<void> {
    this.#assertOpen();
    const list: readonly unknown[] = [ids].flat();
    const wrong = list.findIndex((id) => typeof id !== 'string');
    if (wrong !== -1)
      throw invalidSetting('ids', list[wrong], 'is not an id: expected the id of a target, or several.');
    await (await this.#opened.promise).remove(list as readonly string[]);
  }

  async *targets(): AsyncGenerator<StoredTarget, void, undefined> {
    yield* (await this.#opened.promise).list();
  }

  async look(id?: string): Promise<void> {
    this.#assertOpen();
    await (await this.#opened.promise).look(id);
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
      throw new BadRequestError('watch: it has ended: expected one that runs. Start another one with watch().', {
        code: 'INVALID_CONFIGURATION',
        parameter: 'watch',
      });
  }

  /** Starts nothing more, and ends what runs after a time. */
  #stop(graceMs: number): void {
    this.#stopping.abort(new DOMException('The watch is closed.', 'AbortError'));
    if (graceMs === 0) {
      this.#ending.abort(this.#stopping.signal.reason);
      return;
    }
    const { clock } = this.#settings;
    const ended = new AbortController();
    void this.#settle().then(() => ended.abort());
    clock.sleep(Math.min(graceMs, LONGEST_TIMER_MS), ended.signal).then(
      () => this.#ending.abort(this.#stopping.signal.reason),
      () => undefined,
    );
  }

  /** Stops, and resolves when the watch has ended. @throws the error that has ended it */
  #end(): Promise<void> {
    if (!this.#stopping.signal.aborted) this.#stop(30_000);
    return this.#done;
  }

  #settle(): Promise<void> {
    return this.#done.catch(() => undefined);
  }

  async #run(targets: TargetSource | undefined): Promise<void> {
    const { signal } = this.#settings;
    const abort = () => this.#stop(0);
    // Listeners and the loop are added before the first look.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    const closing: (() => Promise<void>)[] = [];
    try {
      const { store, source } = await openedStore(this.#settings, this.#hold(), this.#ending.signal, (error) =>
        this.#emitter.emit('error', { error }),
      );
      this.#source.resolve(source);
      closing.push(() => store.close());
      await this.#work(store, targets);
    } catch (error) {
      this.#opened.reject(error);
      this.#targets?.end({ error });
      this.#source.reject(error);
      this.#context.reject(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#targets?.end();
      this.#stopping.abort(new DOMException('The watch has ended.', 'AbortError'));
      for (const { sink } of this.#outboxes) closing.unshift(async () => sink.close?.());
      await closeAll(...closing).catch((error: unknown) => {
        this.#closeFailure = { error };
        this.#emitter.emit('error', { error });
      });
    }
  }

  async #work(store: WatchStore, targets: TargetSource | undefined): Promise<void> {
    const { sinks, clock, quietEnd, once, store: given, db } = this.#settings;
    const { emit } = this.#emitter;
    const stopping = this.#stopping.signal;
    // In memory, there is no later round that could deliver.
    const isRound = once && (given !== undefined || db !== undefined);
    const context: OutboxContext = { store, clock, quietEnd, emit, stopping, ending: this.#ending.signal, isRound };
    this.#outboxes.push(...sinks.map((sink) => new Outbox(sink, context)));
    const watched = this.#watched(store);
    this.#targets = watched;
    this.#context.resolve(context);
    this.#opened.resolve(watched);
    const delivering = Promise.all(this.#outboxes.map((outbox) => outbox.run()));
    const looking = async () => {
      await watched.run(targets);
      await this.#drain();
      this.#stopping.abort(new DOMException('The watch has ended.', 'AbortError'));
    };
    await unlessFailed([looking(), delivering], () => this.#stop(0));
  }

  /** Waits until all changes are delivered: the looks have ended. */
  async #drain(): Promise<void> {
    const stopped = Promise.withResolvers<void>();
    const stop = () => stopped.resolve();
    this.#stopping.signal.addEventListener('abort', stop, { once: true });
    if (this.#stopping.signal.aborted) return;
    const receivers = [...this.#outboxes.map((outbox) => outbox.drained()), this.#loop?.finished()];
    await Promise.race([Promise.all(receivers), stopped.promise]);
  }

  #watched(store: WatchStore): WatchedTargets {
    return new WatchedTargets({
      settings: this.#settings,
      marketplace: this.#marketplace,
      store,
      emitter: this.#emitter,
      receivers: () => this.#receivers(),
      onChanges: () => this.#wake(),
      stopping: this.#stopping.signal,
      ending: this.#ending.signal,
    });
  }

  /** The loop gets changes from its start on, or from the start of the watch if nothing else takes them. */
  #receivers(): readonly string[] {
    const names = this.#outboxes.map(({ sink }) => sink.name);
    const hasLoop = this.#loop !== undefined || (names.length === 0 && !this.#emitter.hasChangeListeners);
    return hasLoop ? [...names, LOOP] : names;
  }

  #wake(): void {
    for (const outbox of this.#outboxes) outbox.wake();
    this.#loopAlarm.ring();
  }

  #sourceOf(targets: WatchTargets): TargetSource {
    return sourceOf(targets, this.#settings, this.#marketplace, this.#stopping.signal);
  }

  /** Repeats what the store cannot do at the moment. */
  #hold(): Hold {
    const onHold = ({ error }: { error: unknown }) => this.#emitter.emit('error', { error });
    return new Hold({ onHold }, this.#settings.clock);
  }

  #reportEnd(error: unknown): void {
    this.#emitter.emit('error', { error });
    if (this.#isObserved || this.#loop !== undefined || this.#emitter.hasListeners('error')) return;
    const detail = error instanceof Error ? error.stack : String(error);
    warn(
      'BUYBOX_WATCH',
      'watch: it has ended with an error, and nobody listens. Await `done`, or iterate over the watch.',
      detail,
    );
  }
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
