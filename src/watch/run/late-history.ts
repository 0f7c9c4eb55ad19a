/** The history of a watch whose store is not open yet. */
import { invalidSetting } from '../../options/checks.ts';
import type { StoredObservation, WatchHistory } from '../history/history-types.ts';

/** All methods, and what they return: a further one does not compile without its row. */
const METHODS: Readonly<Record<keyof WatchHistory, 'promise' | 'iterable'>> = {
  history: 'promise',
  lowest: 'promise',
  highest: 'promise',
  average: 'promise',
  timeInStock: 'promise',
  buyBoxShare: 'promise',
  observations: 'iterable',
  export: 'promise',
  summary: 'promise',
};

/** Returns the history of a store, whose methods wait until it is open. They reject if the store has none. */
export function lateHistory(opened: Promise<object>): WatchHistory {
  const called = async (name: string, args: unknown[]): Promise<unknown> => {
    const store = (await opened) as Readonly<Record<string, unknown>>;
    const method = store[name];
    if (typeof method === 'function') return method.apply(store, args);
    throw invalidSetting(
      'store',
      undefined,
      `has no method ${name}: expected one with a history, such as sqliteWatchStore().`,
    );
  };
  const methods = Object.entries(METHODS).map(([name, returns]) => {
    const late = (...args: unknown[]) => called(name, args);
    const lateItems = async function* (...args: unknown[]) {
      yield* (await called(name, args)) as AsyncIterable<StoredObservation>;
    };
    return [name, returns === 'iterable' ? lateItems : late];
  });
  return Object.fromEntries(methods) as WatchHistory;
}
