/** The store of a watch: opens it, and waits while it cannot be used. */
import { randomUUID } from 'node:crypto';
import { BadRequestError } from '../../contract/errors.ts';
import type { Hold } from '../../deliver/hold.ts';
import type { StoreHolder, WatchStore } from '../store/store.ts';
import type { WatchSettings } from './watch-options.ts';

const HOUR_MS = 3_600_000;
/** How often a watch notes that it uses its store [milliseconds]. */
const CLAIM_MS = 60_000;

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
 * @param onOther Called when another watch uses it too.
 */
export async function openedStore(
  { store, db, clock }: WatchSettings,
  hold: Hold,
  signal: AbortSignal,
  onOther: (error: BadRequestError) => void,
): Promise<OpenedStore> {
  const opened = store ?? (await import('../store/sqlite-store.ts')).sqliteWatchStore(db);
  const repeated = Object.fromEntries(
    REPEATED.map((name) => {
      const method = (opened[name] as (...args: never[]) => Promise<unknown>).bind(opened);
      return [name, (...args: never[]) => hold.run(() => method(...args), signal)];
    }),
  ) as Pick<WatchStore, (typeof REPEATED)[number]>;
  const holder: StoreHolder = { id: randomUUID(), since: clock.now() };
  const told = new Set<string>();
  let claimedAt = Number.NEGATIVE_INFINITY;
  /** The watch before, which can have ended, does not count: only one that notes its use again. */
  const claim = async (): Promise<void> => {
    const isFirst = claimedAt === Number.NEGATIVE_INFINITY;
    if (Math.abs(clock.now() - claimedAt) < CLAIM_MS) return;
    claimedAt = clock.now();
    // A store that is away fails at its next use too.
    const other = await opened.claim?.(holder).catch(() => undefined);
    if (other === undefined || isFirst || told.has(other.id)) return;
    told.add(other.id);
    onOther(sharedStore(db, other));
  };
  const patient: WatchStore = {
    ...repeated,
    record: async (visit) => {
      const isRecorded = await repeated.record(visit);
      await claim();
      return isRecorded;
    },
    targets: () => opened.targets(),
    changes: (filter) => opened.changes(filter),
    close: async () => {
      // A store that was given belongs to the caller.
      if (store === undefined) await opened.close();
    },
  };
  return { store: patient, source: opened };
}

function sharedStore(db: string | undefined, { since }: StoreHolder): BadRequestError {
  return new BadRequestError(
    `${db ?? 'store'}: another watch uses it too, since ${new Date(since).toISOString()}: each look costs twice, and some changes are delivered by both. Close one of them.`,
    { code: 'INVALID_CONFIGURATION', parameter: db === undefined ? 'store' : 'db' },
  );
}

/**
 * Returns what tells first visits of this store from those of another one. A store in memory is new at each start. A file is the same after a kill: a
 * first look that was not recorded has the same keys again for an hour.
 */
export function nonceOf({ store, db, clock }: WatchSettings): () => string {
  const id = randomUUID();
  return () => (store === undefined && db === undefined ? id : String(Math.floor(clock.now() / HOUR_MS)));
}
