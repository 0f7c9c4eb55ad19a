/** The store of a watch in an SQL database. */

import { SourceHistory } from './history/history.ts';
import type { WatchHistory } from './history/history-types.ts';
import { readOverview } from './history/overview.ts';
import type { OverviewOf, WatchOverview } from './history/overview-tally.ts';
import {
  changesAfter,
  dueDeliveries,
  nextDelivery,
  removeDeliveries,
  spentCredits,
  storeChanges,
} from './store/change-rows.ts';
import { DamagedRow } from './store/damaged-row.ts';
import { storeEnvelopes } from './store/envelope-rows.ts';
import { type News, storeLook } from './store/look-rows.ts';
import { checkedAge, type WatchStoreOptions } from './store/options.ts';
import { type Compacted, removeOld } from './store/retention.ts';
import type { Sql, Work } from './store/sql.ts';
import type { ChangeFilter, Delivery, StoredTarget, StoreHolder, Visit, WatchStore } from './store/store.ts';
import {
  addPastTarget,
  addTargets,
  claimStore,
  removeTargets,
  targetOf,
  targetsAfter,
  visitTarget,
} from './store/target-rows.ts';
import type { Change } from './types.ts';

/** A store of a watch with its history. */
export interface HistoryStore extends WatchStore, WatchHistory {
  /** Returns a target, also one that nobody watches. */
  anyTarget(id: string): Promise<StoredTarget | undefined>;
  /**
   * Records visits of the past at a target, in their order, in one transaction: see `importResults`. A target that does not exist is added, and nobody
   * watches it. Returns `false`, and records nothing, if another visit with the first number was recorded.
   */
  recordPast(target: Omit<StoredTarget, 'state'>, visits: readonly Visit[]): Promise<boolean>;
  /** Returns what the watch has seen, over all targets. @throws BadRequestError `INVALID_PARAMETER` for an invalid time */
  overview(query?: OverviewOf): Promise<WatchOverview>;
  /** Removes what is older than `keep` says, and returns the space to the file system. Other programs wait meanwhile. */
  compact(): Promise<Compacted>;
}

/** The envelopes of which looks each setting keeps. */
const KEPT: Readonly<Record<NonNullable<WatchStoreOptions['envelopes']>, ReadonlySet<News>>> = {
  all: new Set(['change', 'drift']),
  changes: new Set(['change']),
  none: new Set(),
};

/** Rows that are read or written at once. */
const CHUNK = 1_000;

/** A store of a watch in any SQL database with the tables of `tables.ts`. */
export class SqlWatchStore extends SourceHistory implements HistoryStore {
  readonly #sql: Sql;
  /** The envelopes of which looks are kept. */
  readonly #kept: ReadonlySet<News>;
  readonly #options: WatchStoreOptions;

  constructor(given: Sql, options: WatchStoreOptions) {
    const sql = withItsName(given);
    super(sql);
    this.#sql = sql;
    this.#kept = KEPT[options.envelopes ?? 'changes'];
    this.#options = options;
  }

  async add(targets: readonly Omit<StoredTarget, 'state'>[]): Promise<StoredTarget[]> {
    const added: StoredTarget[] = [];
    for (let start = 0; start < targets.length; start += CHUNK)
      added.push(...(await this.#sql.write(() => addTargets(targets.slice(start, start + CHUNK)))));
    return added;
  }

  claim(holder: StoreHolder): Promise<StoreHolder | undefined> {
    return this.#sql.write(() => claimStore(holder));
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += CHUNK)
      await this.#sql.write(() => removeTargets(ids.slice(start, start + CHUNK)));
  }

  async *targets(): AsyncGenerator<StoredTarget> {
    let last = '';
    while (true) {
      const chunk = await this.#sql.read(() => targetsAfter(last, CHUNK));
      yield* chunk;
      const end = chunk.at(-1);
      if (end === undefined || chunk.length < CHUNK) return;
      last = end.id;
    }
  }

  target(id: string): Promise<StoredTarget | undefined> {
    return this.#sql.read(() => targetOf(id, 'active'));
  }

  record(visit: Visit): Promise<boolean> {
    return this.#sql.write(() => this.recordVisit(visit, 'active'));
  }

  anyTarget(id: string): Promise<StoredTarget | undefined> {
    return this.#sql.read(() => targetOf(id, 'any'));
  }

  recordPast(target: Omit<StoredTarget, 'state'>, visits: readonly Visit[]): Promise<boolean> {
    return this.#sql.write(() => this.recordVisits(target, visits));
  }

  deliveries(receiver: string, now: number, limit: number): Promise<Delivery[]> {
    return this.#sql.read(() => dueDeliveries(receiver, now, limit));
  }

  nextDeliveryAt(receiver: string): Promise<number | undefined> {
    return this.#sql.read(() => nextDelivery(receiver));
  }

  delivered(receiver: string, changes: readonly string[]): Promise<void> {
    return this.#sql.write(() => removeDeliveries(receiver, changes));
  }

  spent(period: string): Promise<number> {
    return this.#sql.read(() => spentCredits(period));
  }

  async *changes(filter: ChangeFilter = {}): AsyncGenerator<Change> {
    let last = 0;
    while (true) {
      const chunk = await this.#sql.read(() => changesAfter(last, filter, CHUNK));
      for (const { change } of chunk) yield change;
      const end = chunk.at(-1);
      if (end === undefined || chunk.length < CHUNK) return;
      last = end.position;
    }
  }

  async overview(query: OverviewOf = {}): Promise<WatchOverview> {
    return readOverview(this.#sql, query);
  }

  async compact(): Promise<Compacted> {
    const { keep = {}, thinEnvelopes, now = Date.now } = this.#options;
    const ages = {
      envelopes: checkedAge(keep.envelopes),
      observations: checkedAge(keep.observations),
      changes: checkedAge(keep.changes),
    };
    const removed = await this.#sql.write(() => removeOld(ages, checkedAge(thinEnvelopes), now()));
    await this.#sql.shrink();
    return removed;
  }

  close(): Promise<void> {
    return this.#sql.close();
  }

  private *recordVisits(target: Omit<StoredTarget, 'state'>, visits: readonly Visit[]): Work<boolean> {
    yield* addPastTarget(target);
    // The first one locks the target: the others are recorded too.
    for (const visit of visits) if (!(yield* this.recordVisit(visit, 'any'))) return false;
    return true;
  }

  private *recordVisit(visit: Visit, which: 'active' | 'any'): Work<boolean> {
    const target = yield* visitTarget(visit.target, visit.number, visit.state, which);
    if (target === undefined) return false;
    if (visit.look !== undefined) {
      const { at, news } = yield* storeLook(target, visit.look);
      if (this.#kept.has(news)) yield* storeEnvelopes(target.no, at, visit.envelopes ?? []);
    }
    // Nobody gets the changes of the past.
    yield* storeChanges(target.no, visit, which === 'any');
    return true;
  }
}

/** Returns a database whose errors of damaged rows name it. */
function withItsName(sql: Sql): Sql {
  const rename = (error: unknown): never => {
    throw error instanceof DamagedRow ? error.in(sql.name) : error;
  };
  return {
    name: sql.name,
    read: (work) => sql.read(work).catch(rename),
    write: (work) => sql.write(work).catch(rename),
    shrink: () => sql.shrink(),
    close: () => sql.close(),
  };
}
