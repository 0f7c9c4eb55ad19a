/** The targets of a running watch: read, added, removed and looked at. The store, the looks and the intervals have the same ones. */
import { BadRequestError } from '../../contract/errors.ts';
import { type AnyMarketplace, defaultsOf } from '../../contract/marketplace.ts';
import type { StoredTarget, WatchStore } from '../store/store.ts';
import { Intervals } from './intervals.ts';
import { LookBudget } from './look-budget.ts';
import { LookLoop } from './look-loop.ts';
import { type LookContext, look } from './looker.ts';
import { nonceOf } from './opened-store.ts';
import { type TargetSource, targetSource } from './target-source.ts';
import type { WatchSettings } from './watch-options.ts';
import type { WatchTargets } from './watch-types.ts';

/** The part of their watch that targets use. */
export interface TargetsContext extends Pick<LookContext, 'marketplace' | 'emitter' | 'receivers' | 'onChanges'> {
  settings: WatchSettings;
  store: WatchStore;
  /** Aborts when no further look may start. */
  stopping: AbortSignal;
  /** Aborts when looks that run must end. */
  ending: AbortSignal;
}

/** The targets of a running watch. */
export class WatchedTargets {
  readonly #settings: WatchSettings;
  readonly #store: WatchStore;
  readonly #stopping: AbortSignal;
  readonly #intervals: Intervals;
  readonly #looks: LookLoop;
  /** Resolves when the given targets are read; of an asynchronous source, which can be endless, those that are there. */
  readonly #isRead = Promise.withResolvers<void>();
  /** The last addition or removal of targets. */
  #turn: Promise<void> = Promise.resolve();

  constructor({ settings, store, stopping, ending, ...context }: TargetsContext) {
    const { clock, budgets, concurrency, once } = settings;
    this.#settings = settings;
    this.#store = store;
    this.#stopping = stopping;
    this.#intervals = new Intervals(settings, store);
    const looking = { ...context, settings, store, intervals: this.#intervals, nonce: nonceOf(settings) };
    this.#looks = new LookLoop({
      clock,
      emit: context.emitter.emit,
      budget: new LookBudget(budgets, store),
      concurrency,
      isOnce: once,
      look: (id, signal) => look(id, looking, signal),
      stopping,
      ending,
    });
    this.#isRead.promise.catch(() => undefined);
  }

  /** Reads the given targets and looks at all, until the watch stops; in a single round until all that are due were looked at. */
  async run(source: TargetSource | undefined): Promise<void> {
    const reading = this.#readAll(source);
    if (this.#settings.once) await reading;
    const running = this.#looks.run();
    // A source can be endless.
    await Promise.all([running, Promise.race([running, reading])]);
  }

  /** Ends the wait of `look` for targets. @param failure What has ended the watch */
  end(failure?: { error: unknown }): void {
    if (failure === undefined) this.#isRead.resolve();
    else this.#isRead.reject(failure.error);
  }

  /** Returns the targets of the store. */
  list(): AsyncIterable<StoredTarget> {
    return this.#store.targets();
  }

  /** Adds targets. */
  async add(chunks: TargetSource['chunks']): Promise<void> {
    for await (const added of chunks) {
      if (this.#stopping.aborted) return;
      await this.#inTurn(async () => {
        const targets = await this.#store.add(added);
        await this.#settings.clock.turn?.();
        for (const target of targets) this.#watch(target);
      });
    }
  }

  /** Removes targets. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      await this.#store.remove(ids);
      for (const id of ids) {
        this.#looks.delete(id);
        this.#intervals.delete(id);
      }
    });
  }

  /** Looks at a target, or at all. @throws BadRequestError for an unknown id */
  async look(id: string | undefined): Promise<void> {
    await this.#isRead.promise;
    if (id !== undefined && !this.#looks.has(id))
      throw new BadRequestError(
        `id: ${JSON.stringify(id)} is not watched: expected the id of a target, see targets().`,
        { parameter: 'id' },
      );
    await Promise.all((id === undefined ? [...this.#looks.ids] : [id]).map((one) => this.#looks.askFor(one)));
  }

  /** Adds the given targets, and those of the store. Those of the store that are not given are removed, or kept. */
  async #readAll(source: TargetSource | undefined): Promise<void> {
    if (source?.isLive === true) this.#isRead.resolve();
    if (source !== undefined) await this.add(source.chunks);
    // A source that was not read to its end does not say which targets are left out.
    if (this.#stopping.aborted) return;
    await this.#inTurn(async () => {
      const removed: string[] = [];
      for await (const target of this.#store.targets()) {
        if (this.#looks.has(target.id)) continue;
        if (source !== undefined && this.#settings.others === 'remove') removed.push(target.id);
        else this.#watch(target);
      }
      if (removed.length > 0) await this.#store.remove(removed);
    });
    this.#isRead.resolve();
  }

  #watch(target: StoredTarget): void {
    this.#intervals.set(target);
    this.#looks.set(target.id, target.pages, this.#dueAt(target));
  }

  /** When a target is due. In a single round: `undefined` if it is not. */
  #dueAt({ state, every_ms: everyMs }: StoredTarget): number | undefined {
    const { clock, once } = this.#settings;
    const now = clock.now();
    // A shorter `every` than before holds from now on.
    const dueAt = Math.min(state?.next_at ?? now, now + everyMs);
    return !once ? dueAt : dueAt <= now + everyMs / 10 ? now : undefined;
  }

  /** Adds or removes targets when those before are added or removed: the store and the looks would otherwise end with different ones. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** Returns the source of targets that are given to a watch, with the defaults of the watch. @throws BadRequestError for an invalid target of an array */
export function sourceOf(
  targets: WatchTargets,
  { everyMs, marketplace, language, budgets }: WatchSettings,
  calls: AnyMarketplace,
  stopping: AbortSignal,
): TargetSource {
  const own = defaultsOf(calls);
  const defaults = {
    everyMs,
    call: { marketplace: marketplace ?? own.marketplace, language: language ?? own.language },
    maxPages: Math.min(...budgets.map(({ credits }) => credits)),
  };
  return targetSource(targets, defaults, stopping);
}
