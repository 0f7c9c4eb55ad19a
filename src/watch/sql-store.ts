/** The store of a watch in an SQL database. */

import { BadRequestError } from '../contract/errors.ts';
import { SourceHistory } from './history/history.ts';
import type { OverviewOf, WatchHistory, WatchOverview } from './history/history-types.ts';
import { readOverview } from './history/overview.ts';
import { changesAfter, firstDeliveries, removeDeliveries, storeChanges } from './store/change-rows.ts';
import { DamagedRow } from './store/damaged-row.ts';
import { storeEnvelopes } from './store/envelope-rows.ts';
import { type News, storeLook } from './store/look-rows.ts';
import type { WatchStoreOptions } from './store/options.ts';
import { removeOld } from './store/retention.ts';
import { add, first, inChunks, run, type Sql, type Work } from './store/sql.ts';
import type { ChangeFilter, Delivery, StoredTarget, StoreHolder, Visit, WatchStore } from './store/store.ts';
import { addTargets, rowOf, targetsWhere, type VisitedTarget } from './store/target-rows.ts';
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
  /** Removes what is older than `keep` says. A file gives the space back; other programs wait meanwhile. */
  compact(): Promise<void>;
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

  claim({ id, since }: StoreHolder): Promise<StoreHolder | undefined> {
    return this.#sql.write(function* () {
      const last = yield* first<StoreHolder>("SELECT holder AS id, since FROM watch_holder WHERE name = 'watch'");
      if (last?.id === id) return undefined;
      yield* run(
        `INSERT INTO watch_holder (name, holder, since) VALUES ('watch', ?, ?)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, since = excluded.since`,
        [id, since],
      );
      return last;
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += CHUNK)
      await this.#sql.write(function* () {
        for (const id of ids.slice(start, start + CHUNK).sort())
          yield* run('UPDATE watch_targets SET active = 0 WHERE id = ?', [id]);
      });
  }

  targets(): AsyncGenerator<StoredTarget, void> {
    return inChunks<StoredTarget>(this.#sql, CHUNK, (last) =>
      targetsWhere('active = 1 AND id > ? ORDER BY id LIMIT ?', [last?.id ?? '', CHUNK]),
    );
  }

  async target(id: string): Promise<StoredTarget | undefined> {
    return (await this.#sql.read(() => targetsWhere('active = 1 AND id = ?', [id])))[0];
  }

  record(visit: Visit): Promise<boolean> {
    return this.#sql.write(() => this.recordVisit(visit, 1));
  }

  async anyTarget(id: string): Promise<StoredTarget | undefined> {
    return (await this.#sql.read(() => targetsWhere('id = ?', [id])))[0];
  }

  recordPast(target: Omit<StoredTarget, 'state'>, visits: readonly Visit[]): Promise<boolean> {
    const record = (visit: Visit) => this.recordVisit(visit, 0);
    return this.#sql.write(function* () {
      yield* add('watch_targets', rowOf(target, 0));
      // The first one locks the target: the others are recorded too.
      for (const visit of visits) if (!(yield* record(visit))) return false;
      return true;
    });
  }

  deliveries(receiver: string, limit: number): Promise<Delivery[]> {
    return this.#sql.read(() => firstDeliveries(receiver, limit));
  }

  delivered(receiver: string, changes: readonly string[]): Promise<void> {
    return this.#sql.write(() => removeDeliveries(receiver, changes));
  }

  async spent(period: string): Promise<number> {
    const sql = 'SELECT credits FROM watch_spend WHERE period = ?';
    return (await this.#sql.read(() => first<{ credits: number }>(sql, [period])))?.credits ?? 0;
  }

  async *changes(filter: ChangeFilter = {}): AsyncGenerator<Change> {
    const all = inChunks<Delivery>(this.#sql, CHUNK, (last) => changesAfter(last?.position ?? 0, filter, CHUNK));
    for await (const { change } of all) yield change;
  }

  overview(query: OverviewOf = {}): Promise<WatchOverview> {
    return readOverview(this.#sql, query);
  }

  async compact(): Promise<void> {
    const { keep = {}, now = Date.now } = this.#options;
    await this.#sql.write(() => removeOld(keep, now()));
    await this.#sql.shrink();
  }

  close(): Promise<void> {
    return this.#sql.close();
  }

  /** @param active The least value of the column `active`: 0 for a visit of the past. */
  private *recordVisit(visit: Visit, active: 0 | 1): Work<boolean> {
    // Changes nothing if this visit is not the next one, or the target is not such a one.
    const target = yield* first<VisitedTarget>(
      'UPDATE watch_targets SET visits = ?, state = ? WHERE id = ? AND visits = ? AND active >= ? RETURNING no, every_ms',
      [visit.number, JSON.stringify(visit.state), visit.target, visit.number - 1, active],
    );
    if (target === undefined) return false;
    if (visit.look !== undefined) {
      const { at, news } = yield* storeLook(target, visit.look);
      if (this.#kept.has(news)) yield* storeEnvelopes(target.no, at, visit.envelopes ?? []);
    }
    // Nobody gets the changes of the past.
    yield* storeChanges(target.no, visit, active === 0);
    return true;
  }
}

/** Returns a database whose errors of damaged rows name it. */
function withItsName(sql: Sql): Sql {
  const rename = (error: unknown): never => {
    if (!(error instanceof DamagedRow)) throw error;
    const { code, parameter, cause } = error;
    throw new BadRequestError(`${sql.name}: ${error.message}`, { code, parameter, cause });
  };
  return {
    name: sql.name,
    read: (work) => sql.read(work).catch(rename),
    write: (work) => sql.write(work).catch(rename),
    shrink: () => sql.shrink(),
    close: () => sql.close(),
  };
}
