/** The store of a watch in PostgreSQL, for processes of many machines. */
import type { Duration } from '../contract/marketplace.ts';
import { invalidSetting, type Setting } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { type HistoryStore, SqlWatchStore } from './sql-store.ts';
import { STORE_OPTIONS, type WatchStoreOptions } from './store/options.ts';
import { PostgresConnections, type PostgresTarget, postgresTarget } from './store/postgres-pool.ts';
import { PostgresSql } from './store/postgres-sql.ts';

/** Options of `postgresWatchStore`. */
export interface PostgresWatchStoreOptions extends WatchStoreOptions {
  /** The schema of the tables. It is created if it does not exist. @default buybox_watch */
  schema?: string | undefined;
  /** Milliseconds that a statement may take, also while it waits for a lock. @default 30000 */
  timeoutMs?: Duration | undefined;
}

const OPTIONS: OptionTable<PostgresWatchStoreOptions> = {
  ...STORE_OPTIONS,
  schema: { check: schemaName },
  timeoutMs: { check: (setting) => duration(setting, 1) },
};

/**
 * Returns the store of a watch in a PostgreSQL database, which processes of many machines may share. Needs the package `pg` if `postgres` is a URL. It
 * connects at its first use. Then methods reject with `BadRequestError` `INVALID_CONFIGURATION` for a wrong password, an unknown database, a missing right
 * and the missing package, and with `UnavailableError`, retryable, while the server cannot be reached. `close` ends only connections that it has opened.
 *
 * @param postgres A URL, or a `Pool` of the package `pg`, which you end yourself and which needs a listener for `error`.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid URL or option
 */
export function postgresWatchStore(postgres: PostgresTarget, options: PostgresWatchStoreOptions = {}): HistoryStore {
  const target = postgresTarget({ name: 'postgres', value: postgres });
  const {
    schema = 'buybox_watch',
    timeoutMs = 30_000,
    ...settings
  } = readOptions('postgresWatchStore', OPTIONS, options);
  return new SqlWatchStore(new PostgresSql(new PostgresConnections(target), schema, timeoutMs), settings);
}

/** Names that need no quotes, and that PostgreSQL neither shortens nor reserves. */
function schemaName({ name, value }: Setting): string {
  if (typeof value === 'string' && /^(?!pg_)[a-z_][a-z\d_]{0,62}$/.test(value)) return value;
  throw invalidSetting(
    name,
    value,
    'is not a name of a schema: expected up to 63 lower-case letters, digits and "_", not a digit first, not "pg_".',
  );
}
