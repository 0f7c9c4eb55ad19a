/** The store of a watch in a SQLite file, which processes of one machine may share. */

import { trueOrFalse } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { COMMIT_WAIT_MS, Database, type FileKind } from '../sqlite/database.ts';
import { type HistoryStore, SqlWatchStore } from './sql-store.ts';
import { STORE_OPTIONS, type WatchStoreOptions } from './store/options.ts';
import type { ColumnTypes, Sql, Work } from './store/sql.ts';
import { tableSteps } from './store/tables.ts';

const TYPES: ColumnTypes = {
  integer: 'INTEGER',
  real: 'REAL',
  text: 'TEXT',
  bytes: 'BLOB',
  counter: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  clustered: 'STRICT, WITHOUT ROWID',
  table: 'STRICT',
};

const WATCH_FILE: FileKind = { table: 'watch_targets', schemas: [{ name: 'watch', steps: tableSteps(TYPES) }] };

/** Options of `sqliteWatchStore`. */
export interface SqliteWatchStoreOptions extends WatchStoreOptions {
  /** Writes nothing: the file must exist, and methods that write reject. Also while a watch runs on the file. @default false */
  readOnly?: boolean | undefined;
}

const OPTIONS: OptionTable<SqliteWatchStoreOptions> = { ...STORE_OPTIONS, readOnly: { check: trueOrFalse } };

/** A database that is gone when it is closed. */
const IN_MEMORY = ':memory:';

/**
 * Returns the store of a watch in a SQLite file. A process that is killed at any time loses nothing that was recorded.
 *
 * @param path The file is created if it does not exist. @default `:memory:`, which keeps everything in memory until it is closed
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, a path that cannot be opened, and a file of another kind
 * @throws UnavailableError if a newer release of buybox has written the file
 */
export function sqliteWatchStore(path: string = IN_MEMORY, options: SqliteWatchStoreOptions = {}): HistoryStore {
  const { readOnly = false, ...settings } = readOptions('sqliteWatchStore', OPTIONS, options);
  return new SqlWatchStore(sqliteSql(path, new Database(path, WATCH_FILE, { readOnly })), settings);
}

/** SQLite returns rows at once, so work runs without a pause, and no other work comes in between. */
function sqliteSql(path: string, database: Database): Sql {
  const finish = <Result>(work: Work<Result>): Result => {
    let step = work.next([]);
    while (step.done !== true) step = work.next(database.all(step.value.sql, [...step.value.values]));
    return step.value;
  };
  const wait = { waitMs: COMMIT_WAIT_MS };
  return {
    name: path,
    read: (work) => database.read(() => finish(work()), wait),
    write: (work) => database.write(() => finish(work()), wait),
    shrink: () => database.read(() => database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')),
    close: async () => database.close(),
  };
}
