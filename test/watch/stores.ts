/** The stores of a watch that the suite runs on. */
import { join } from 'node:path';
import { sqliteWatchStore } from '../../src/watch/sqlite-store.ts';
import type { WatchStoreOptions } from '../../src/watch/store/options.ts';
import { scratchFolder } from '../built/program.ts';

const folder = scratchFolder();
let files = 0;

/** Returns the path of a file that does not exist yet. */
export function freshFile(): string {
  return join(folder, `${files++}.db`);
}

/** Opens a store. */
export type OpenStore = (options?: WatchStoreOptions) => ReturnType<typeof sqliteWatchStore>;

/** Opens a new store of each kind. Add a store here to run the whole suite on it. */
export const stores: Readonly<Record<string, OpenStore>> = {
  'sqliteWatchStore in memory': (options) => sqliteWatchStore(undefined, options),
  'sqliteWatchStore in a file': (options) => sqliteWatchStore(freshFile(), options),
};
