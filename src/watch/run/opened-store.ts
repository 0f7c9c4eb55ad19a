/** The store of a watch: opens it, and waits while it cannot be used. */
import { randomUUID } from 'node:crypto';
import type { Hold } from '../../deliver/hold.ts';
import type { WatchStore } from '../store/store.ts';
import type { WatchSettings } from './watch-options.ts';

const HOUR_MS = 3_600_000;

/** Methods that are repeated while the store cannot be used: each has an effect at most once. */
const REPEATED = ['add', 'remove', 'target', 'record', 'deliveries', 'nextDeliveryAt', 'delivered', 'spent'] as const;

/** An open store. */
export interface OpenedStore {
  /** While it cannot be used, its methods wait. */
  store: WatchStore;
  /** The store itself, which can have a history. */
  source: WatchStore;
}

/**
 * Returns the store of a watch.
 *
 * @param signal Ends the waits.
 */
export async function openedStore({ store, db }: WatchSettings, hold: Hold, signal: AbortSignal): Promise<OpenedStore> {
  const opened = store ?? (await import('../store/sqlite-store.ts')).sqliteWatchStore(db);
  const repeated = Object.fromEntries(
    REPEATED.map((name) => {
      const method = (opened[name] as (...args: never[]) => Promise<unknown>).bind(opened);
      return [name, (...args: never[]) => hold.run(() => method(...args), signal)];
    }),
  ) as Pick<WatchStore, (typeof REPEATED)[number]>;
  const patient: WatchStore = {
    ...repeated,
    targets: () => opened.targets(),
    changes: (filter) => opened.changes(filter),
    close: async () => {
      // A store that was given belongs to the caller.
      if (store === undefined) await opened.close();
    },
  };
  return { store: patient, source: opened };
}

/**
 * Returns what tells first visits of this store from those of another one. A store in memory is new at each start. A file is the same after a kill: a
 * first look that was not recorded has the same keys again for an hour.
 */
export function nonceOf({ store, db, clock }: WatchSettings): () => string {
  const id = randomUUID();
  return () => (store === undefined && db === undefined ? id : String(Math.floor(clock.now() / HOUR_MS)));
}
