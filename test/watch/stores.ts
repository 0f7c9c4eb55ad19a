/** The stores of a watch that the suite runs on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { WatchStoreOptions } from '../../src/watch/store/options.ts';
import { sqliteWatchStore } from '../../src/watch/store/sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
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
