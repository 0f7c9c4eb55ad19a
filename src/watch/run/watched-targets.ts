/** The targets of a running watch: read, added and removed. The store, the looks and the intervals have the same ones. */
import type { StoredTarget } from '../store/store.ts';
import { Intervals } from './intervals.ts';
import { LookLoop } from './look-loop.ts';
import { look } from './looker.ts';
import type { TargetChunk } from './target-source.ts';
import type { WatchParts } from './watch-options.ts';

/** The targets of a running watch. */
export class WatchedTargets {
  readonly #parts: WatchParts;
  readonly #intervals: Intervals;
  readonly #looks: LookLoop;
  /** Resolves when the given targets are read; of an asynchronous source, which can be endless, those before it first waits for more. */
  readonly #isRead = Promise.withResolvers<void>();
  /** The last addition or removal of targets. */
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#intervals = new Intervals(parts);
    this.#looks = new LookLoop(parts, (id) => look(id, parts, this.#intervals));
    this.#isRead.promise.catch(() => undefined);
  }

  /** Reads the given targets and looks at all, until the watch stops; in a single round until all that are due were looked at. */
  async run(source: AsyncIterable<TargetChunk> | undefined): Promise<void> {
    const reading = this.#readAll(source);
    if (this.#parts.settings.once) await reading;
    const running = this.#looks.run();
    // A source can be endless.
    await Promise.all([running, Promise.race([running, reading])]);
  }

  /** Ends the wait for the given targets. @param failure What has ended the watch */
  end(failure?: { error: unknown }): void {
    if (failure === undefined) this.#isRead.resolve();
    else this.#isRead.reject(failure.error);
  }

  /** Resolves when the given targets are watched. @throws what has ended the watch before */
  get isRead(): Promise<void> {
    return this.#isRead.promise;
  }

  /** Adds targets. @param onWait Called when those that are there are added, and the source waits for more */
  async add(chunks: AsyncIterable<TargetChunk>, onWait?: () => void): Promise<void> {
    for await (const { targets: added, isWaiting } of chunks) {
      if (this.#parts.stopping.aborted) return;
      await this.#inTurn(async () => {
        const targets = await this.#parts.store.add(added);
        await this.#parts.settings.clock.turn?.();
        for (const target of targets) this.#watch(target);
      });
      if (isWaiting) onWait?.();
    }
  }

  /** Removes targets. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.isRead;
    await this.#inTurn(async () => {
      await this.#parts.store.remove(ids);
      for (const id of ids) {
        this.#looks.delete(id);
        this.#intervals.delete(id);
      }
    });
  }

  /** Adds the given targets, and those of the store. Those of the store that are not given are removed, or kept. */
  async #readAll(source: AsyncIterable<TargetChunk> | undefined): Promise<void> {
    if (source !== undefined) await this.add(source, this.#isRead.resolve);
    // A source that was not read to its end does not say which targets are left out.
    if (this.#parts.stopping.aborted) return;
    await this.#inTurn(async () => {
      const removed: string[] = [];
      for await (const target of this.#parts.store.targets()) {
        if (this.#looks.has(target.id)) continue;
        if (source !== undefined && this.#parts.settings.others === 'remove') removed.push(target.id);
        else this.#watch(target);
      }
      if (removed.length === 0) return;
      await this.#parts.store.remove(removed);
      this.#parts.emit('dropped', { targets: removed });
    });
    this.#isRead.resolve();
  }

  #watch(target: StoredTarget): void {
    this.#intervals.set(target);
    this.#looks.set(target.id, target.pages, this.#dueAt(target));
  }

  /** When a target is due. In a single round: `undefined` if it is not. */
  #dueAt({ state, every_ms: everyMs }: StoredTarget): number | undefined {
    const { clock, once } = this.#parts.settings;
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
