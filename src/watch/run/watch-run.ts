/** A running watch: reads targets, looks, delivers, closes. */
import { BadRequestError } from '../../contract/errors.ts';
import { defaultsOf, type Marketplace } from '../../contract/marketplace.ts';
import { Hold } from '../../deliver/hold.ts';
import { LONGEST_TIMER_MS } from '../../settings/checks.ts';
import { warn } from '../../settings/warning.ts';
import { LOOP } from '../deliver/receiver-name.ts';
import type { WatchHistory } from '../history/history.ts';
import type { StoredTarget, WatchStore } from '../store/store.ts';
import type { TargetDefaults } from '../targets/stored-target.ts';
import type { Change } from '../types.ts';
import { ChangeLoop, secondLoop } from './change-loop.ts';
import { Alarm } from './clock.ts';
import { Emitter } from './emitter.ts';
import { Intervals } from './intervals.ts';
import { lateHistory } from './late-history.ts';
import { LookBudget } from './look-budget.ts';
import { LookLoop } from './look-loop.ts';
import { look } from './looker.ts';
import { nonceOf, openedStore } from './opened-store.ts';
import { Outbox, type OutboxContext } from './outbox.ts';
import { type TargetSource, targetSource } from './target-source.ts';
import { closeGraceMs, type WatchSettings } from './watch-options.ts';
import type { CloseWatchOptions, Watch, WatchListeners, WatchTargets } from './watch-types.ts';

/** What a watch has opened. */
interface OpenWatch {
  store: WatchStore;
  looks: LookLoop;
  intervals: Intervals;
}

/** A running watch. */
export class WatchRun implements Watch {
  readonly history: WatchHistory;
  readonly #done: Promise<void>;
  readonly #marketplace: Marketplace;
  readonly #settings: WatchSettings;
  readonly #emitter: Emitter;
  readonly #outboxes: Outbox[] = [];
  readonly #opened = Promise.withResolvers<OpenWatch>();
  /** Resolves when the given targets are read; of an asynchronous source, which can be endless, those that are there. */
  readonly #isRead = Promise.withResolvers<void>();
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
  /** The last addition or removal of targets. */
  #turn: Promise<void> = Promise.resolve();

  constructor(marketplace: Marketplace, targets: WatchTargets | undefined, settings: WatchSettings) {
    this.#marketplace = marketplace;
    this.#settings = settings;
    this.#emitter = new Emitter(settings.onEvent);
    this.#loopAlarm = new Alarm(settings.clock);
    this.history = lateHistory(this.#source.promise);
    for (const { promise } of [this.#opened, this.#context, this.#isRead, this.#source]) promise.catch(() => undefined);
    const source = targets === undefined ? undefined : this.#targetsOf(targets);
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
    const { chunks } = this.#targetsOf(targets);
    await this.#read(chunks, await this.#opened.promise);
  }

  async remove(ids: string | readonly string[]): Promise<void> {
    this.#assertOpen();
    const { store, looks, intervals } = await this.#opened.promise;
    const list = [ids].flat();
    await this.#inTurn(async () => {
      await store.remove(list);
      for (const id of list) {
        looks.delete(id);
        intervals.delete(id);
      }
    });
  }

  async *targets(): AsyncGenerator<StoredTarget, void, undefined> {
    const { store } = await this.#opened.promise;
    yield* store.targets();
  }

  async look(id?: string): Promise<void> {
    this.#assertOpen();
    const { looks } = await this.#opened.promise;
    await this.#isRead.promise;
    if (id !== undefined && !looks.has(id))
      throw new BadRequestError(
        `id: ${JSON.stringify(id)} is not watched: expected the id of a target, see targets().`,
        { parameter: 'id' },
      );
    await Promise.all((id === undefined ? [...looks.ids] : [id]).map((one) => looks.askFor(one)));
  }

  async close(options: CloseWatchOptions = {}): Promise<void> {
    this.#stop(closeGraceMs(options));
    await this.#end().catch(() => undefined);
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
      const { store, source } = await openedStore(this.#settings, this.#hold(), this.#ending.signal);
      this.#source.resolve(source);
      closing.push(() => store.close());
      await this.#work(store, targets);
    } catch (error) {
      this.#opened.reject(error);
      this.#isRead.reject(error);
      this.#source.reject(error);
      this.#context.reject(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#isRead.resolve();
      this.#stopping.abort(new DOMException('The watch has ended.', 'AbortError'));
      for (const { sink } of this.#outboxes) closing.unshift(async () => sink.close?.());
      const failed = (await Promise.allSettled(closing.map((close) => close()))).find(
        (one) => one.status === 'rejected',
      );
      if (failed !== undefined) this.#emitter.emit('error', { error: failed.reason });
    }
  }

  async #work(store: WatchStore, targets: TargetSource | undefined): Promise<void> {
    const { sinks, once, clock, quietEnd } = this.#settings;
    const { emit } = this.#emitter;
    const stopping = this.#stopping.signal;
    const context: OutboxContext = { store, clock, quietEnd, emit, stopping, ending: this.#ending.signal };
    this.#outboxes.push(...sinks.map((sink) => new Outbox(sink, context)));
    const opened = this.#open(store);
    const { looks } = opened;
    this.#context.resolve(context);
    this.#opened.resolve(opened);
    const delivering = Promise.all(this.#outboxes.map((outbox) => outbox.run()));
    const looking = async () => {
      const reading = this.#readInitial(targets, opened);
      if (once) await reading;
      const running = looks.run();
      // A source can be endless.
      await Promise.all([running, Promise.race([running, reading])]);
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

  #open(store: WatchStore): OpenWatch {
    const { clock, budgets, concurrency, once } = this.#settings;
    const intervals = new Intervals(this.#settings, store);
    const context = {
      settings: this.#settings,
      marketplace: this.#marketplace,
      store,
      emitter: this.#emitter,
      receivers: () => this.#receivers(),
      onChanges: () => this.#wake(),
      intervals,
      nonce: nonceOf(this.#settings),
    };
    const looks = new LookLoop({
      clock,
      emit: this.#emitter.emit,
      budget: new LookBudget(budgets, store),
      concurrency,
      isOnce: once,
      look: (id, signal) => look(id, context, signal),
      stopping: this.#stopping.signal,
      ending: this.#ending.signal,
    });
    return { store, looks, intervals };
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

  /** Adds the given targets, and those of the store. Those of the store that are not given are removed, or kept. */
  async #readInitial(targets: TargetSource | undefined, opened: OpenWatch): Promise<void> {
    const { store, looks, intervals } = opened;
    if (targets?.isLive === true) this.#isRead.resolve();
    if (targets !== undefined) await this.#read(targets.chunks, opened);
    // A source that was not read to its end does not say which targets are left out.
    if (this.#stopping.signal.aborted) return;
    await this.#inTurn(async () => {
      const removed: string[] = [];
      for await (const target of store.targets()) {
        if (looks.has(target.id)) continue;
        if (targets !== undefined && this.#settings.others === 'remove') removed.push(target.id);
        else {
          intervals.set(target);
          looks.set(target.id, target.pages, this.#dueAt(target));
        }
      }
      if (removed.length > 0) await store.remove(removed);
    });
    this.#isRead.resolve();
  }

  async #read(chunks: TargetSource['chunks'], { store, looks, intervals }: OpenWatch): Promise<void> {
    for await (const added of chunks) {
      if (this.#stopping.signal.aborted) return;
      await this.#inTurn(async () => {
        await store.add(added);
        await this.#settings.clock.turn?.();
        for (const { id, pages } of added) {
          const target = await store.target(id);
          if (target === undefined) continue;
          intervals.set(target);
          looks.set(id, pages, this.#dueAt(target));
        }
      });
    }
  }

  /** Adds or removes targets when those before are added or removed: the store and the looks would otherwise end with different ones. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #targetsOf(targets: WatchTargets): TargetSource {
    const { everyMs, marketplace, language, budgets } = this.#settings;
    const own = defaultsOf(this.#marketplace);
    const defaults: TargetDefaults = {
      everyMs,
      call: { marketplace: marketplace ?? own.marketplace, language: language ?? own.language },
      maxPages: Math.min(...budgets.map(({ credits }) => credits)),
    };
    return targetSource(targets, defaults, this.#stopping.signal);
  }

  /** When a target is due. In a single round: `undefined` if it is not. */
  #dueAt({ state, every_ms: everyMs }: StoredTarget): number | undefined {
    const { clock, once } = this.#settings;
    const now = clock.now();
    // A shorter `every` than before holds from now on.
    const dueAt = Math.min(state?.next_at ?? now, now + everyMs);
    return !once ? dueAt : dueAt <= now + everyMs / 10 ? now : undefined;
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
