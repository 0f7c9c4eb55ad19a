/** The history of a watch whose store is not open yet. */
import { invalidSetting } from '../../settings/checks.ts';
import type { WatchHistory } from '../history/history.ts';

/** All methods: a further one does not compile without its row. */
const METHODS: Readonly<Record<keyof WatchHistory, true>> = {
  history: true,
  lowest: true,
  highest: true,
  average: true,
  timeInStock: true,
  buyBoxShare: true,
  summary: true,
};

/** Returns the history of a store, whose methods wait until it is open. They reject if the store has none. */
export function lateHistory(opened: Promise<object>): WatchHistory {
  const methods = Object.keys(METHODS).map((name) => {
    const late = async (query: unknown) => {
      const store = (await opened) as Readonly<Record<string, unknown>>;
      const method = store[name];
      if (typeof method === 'function') return method.call(store, query);
      throw invalidSetting(
        'store',
        undefined,
        `has no method ${name}: expected one with a history, such as sqliteWatchStore().`,
      );
    };
    return [name, late];
  });
  return Object.fromEntries(methods) as WatchHistory;
}
