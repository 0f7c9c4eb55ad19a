/** The store of a watch: waits while it cannot be used, and notices a second watch. */
import { BadRequestError } from '../../contract/errors.ts';
import type { StoreHolder, WatchStore } from '../store/store.ts';
import type { WatchSettings } from './watch-options.ts';

/** How often a watch notes that it uses its store [milliseconds]. */
const CLAIM_MS = 60_000;

/**
 * Returns a store whose methods are repeated while it cannot be used: each has an effect at most once.
 *
 * @param id Identifies the run.
 * @param hold Repeats work until it succeeds.
 * @param onOther Called when another watch uses the store too.
 */
export function patientStore(
  store: WatchStore,
  id: string,
  { db, clock }: WatchSettings,
  hold: <Result>(work: () => Promise<Result>) => Promise<Result>,
  onOther: (error: BadRequestError) => void,
): WatchStore {
  const holder: StoreHolder = { id, since: clock.now() };
  const told = new Set<string>();
  let claimedAt = Number.NEGATIVE_INFINITY;
  /** The watch before, which can have ended, does not count: only one that notes its use again. */
  const claim = async (): Promise<void> => {
    const isFirst = claimedAt === Number.NEGATIVE_INFINITY;
    if (Math.abs(clock.now() - claimedAt) < CLAIM_MS) return;
    claimedAt = clock.now();
    // A store that is away fails at its next use too.
    const other = await store.claim?.(holder).catch(() => undefined);
    if (other === undefined || isFirst || told.has(other.id)) return;
    told.add(other.id);
    onOther(sharedStore(db, other));
  };
  return {
    add: (targets) => hold(() => store.add(targets)),
    remove: (ids) => hold(() => store.remove(ids)),
    targets: () => store.targets(),
    target: (id) => hold(() => store.target(id)),
    async record(visit) {
      const isRecorded = await hold(() => store.record(visit));
      await claim();
      return isRecorded;
    },
    deliveries: (...query) => hold(() => store.deliveries(...query)),
    delivered: (...taken) => hold(() => store.delivered(...taken)),
    spent: (period) => hold(() => store.spent(period)),
    changes: (filter) => store.changes(filter),
    close: () => store.close(),
  };
}

function sharedStore(db: string | undefined, { since }: StoreHolder): BadRequestError {
  return new BadRequestError(
    `${db ?? 'store'}: another watch uses it too, since ${new Date(since).toISOString()}: each look costs twice, and some changes are delivered by both. Close one of them.`,
    { code: 'INVALID_CONFIGURATION', parameter: db === undefined ? 'store' : 'db' },
  );
}
