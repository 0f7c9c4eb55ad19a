/** The store of a watch in PostgreSQL, for processes of many machines. */
import { UnavailableError } from '../contract/errors.ts';
import type { Duration } from '../contract/marketplace.ts';
import { invalidSetting, type Setting } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { Secret, shownUrl } from '../options/secrets.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { type HistoryStore, SqlWatchStore } from './sql-store.ts';
import { STORE_OPTIONS, type WatchStoreOptions } from './store/options.ts';
import { isConflict, postgresError } from './store/postgres-errors.ts';
import {
  openPool,
  type PostgresClient,
  type PostgresPool,
  type PostgresQuery,
  type PostgresTarget,
  postgresTarget,
} from './store/postgres-pool.ts';
import { type Cell, type ColumnTypes, first, type Query, run, type Sql, type Work } from './store/sql.ts';
import { tableSteps } from './store/tables.ts';

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
  return new SqlWatchStore(new PostgresSql(target, schema, timeoutMs), settings);
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

const TYPES: ColumnTypes = {
  integer: 'BIGINT',
  real: 'DOUBLE PRECISION',
  text: 'TEXT COLLATE "C"',
  bytes: 'BYTEA',
  counter: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  clustered: '',
  table: '',
};

const STEPS = tableSteps(TYPES);

/** How often work is run again after a conflict with another transaction. */
const MOST_RUNS = 10;

/** The first number of the lock of migrations. The second one is the schema. */
const LOCK = 0x62757962;

/** Numbers of the types whose text is a number: int8, int2, int4, float4, float8, numeric. */
const NUMBERS = new Set([20, 21, 23, 700, 701, 1700]);
const BYTEA = 17;

/** Milliseconds that the response of a statement may take on the network. */
const RESPONSE_MS = 5_000;

/** Settings of types are global in pg: these do not depend on what the program has set. */
const READERS = {
  getTypeParser(oid: number): (value: string) => unknown {
    if (NUMBERS.has(oid)) return Number;
    return oid === BYTEA ? (value) => Buffer.from(value.slice(2), 'hex') : (value) => value;
  },
};

/**
 * Runs each work in a transaction of its own. `READ COMMITTED` is enough to write: the first statement of a record updates the row of the target, if its
 * number of visits is the expected one. That locks the row. A second process waits there, then finds another number, and writes nothing. Isolation by
 * `SERIALIZABLE` would also undo records of different targets, because all of them add to the same credits.
 */
class PostgresSql implements Sql {
  readonly #target: Secret | PostgresPool;
  /** The server for messages, without its password. */
  readonly #server: string;
  readonly #schema: string;
  /** Settings of each transaction: those of a session would stay on the connections of the user's pool, and do not pass through pgbouncer. */
  readonly #settings: string;
  readonly #timeoutMs: number;
  /** The pool of a URL. It is opened at the first use. */
  #own: Promise<PostgresPool> | undefined;
  #isClosed = false;
  #isReady: Promise<void> | undefined;

  /** @param timeoutMs How long a statement may take. */
  constructor(target: Secret | PostgresPool, schema: string, timeoutMs: number) {
    this.#target = target;
    this.#server = target instanceof Secret ? shownUrl(target.reveal()) : 'the database of the pool';
    this.#schema = schema;
    this.#timeoutMs = timeoutMs;
    this.#settings = [
      `SET LOCAL search_path = "${schema}"`,
      `SET LOCAL statement_timeout = ${timeoutMs}`,
      // A process that is stopped, or whose machine is gone, gives its locks back.
      `SET LOCAL idle_in_transaction_session_timeout = ${timeoutMs}`,
      "SET LOCAL bytea_output = 'hex'",
      'SET LOCAL extra_float_digits = 1',
    ].join('; ');
  }

  get name(): string {
    return `postgres: ${this.#server}, schema ${this.#schema}`;
  }

  async read<Result>(work: () => Work<Result>): Promise<Result> {
    return this.inSchema('REPEATABLE READ READ ONLY', work);
  }

  async write<Result>(work: () => Work<Result>): Promise<Result> {
    return this.inSchema('READ COMMITTED READ WRITE', work);
  }

  /** The server uses the space again by itself. */
  async shrink(): Promise<void> {}

  /** Ends the pool that was opened here, after running work. The user's own pool stays open. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A pool that could not be opened needs no end.
    const pool = await this.#own?.catch(() => undefined);
    await pool?.end();
  }

  private async inSchema<Result>(mode: string, work: () => Work<Result>): Promise<Result> {
    this.#isReady ??= this.transaction('READ COMMITTED READ WRITE', () => migrate(this.#schema));
    await this.#isReady.catch((error: unknown) => {
      this.#isReady = undefined;
      throw error;
    });
    return this.transaction(mode, work);
  }

  private async transaction<Result>(mode: string, work: () => Work<Result>): Promise<Result> {
    for (let runs = 1; ; runs++) {
      try {
        return await this.connected((query) => this.once(query, mode, work));
      } catch (error) {
        if (runs === MOST_RUNS || !isConflict(Object(error).cause)) throw error;
      }
    }
  }

  private async once<Result>(query: RunQuery, mode: string, work: () => Work<Result>): Promise<Result> {
    let result: Result;
    try {
      await query({ text: `BEGIN ISOLATION LEVEL ${mode}; ${this.#settings}` });
      const statements = work();
      let step = statements.next([]);
      while (step.done !== true) step = statements.next(await query(queryOf(step.value)));
      result = step.value;
    } catch (error) {
      // Not sent if the connection is lost: then the server undoes the transaction.
      await query({ text: 'ROLLBACK' }).catch(() => undefined);
      throw error;
    }
    await query({ text: 'COMMIT' });
    return result;
  }

  /** Runs work on a connection of its own. A connection that may be in the middle of a response is closed. */
  private async connected<Result>(work: (query: RunQuery) => Promise<Result>): Promise<Result> {
    const client = await this.connection().catch((error: unknown) => {
      throw postgresError(error, this.#server);
    });
    let isBroken = false;
    // Without a listener, a connection that is lost ends the process. Its statement fails too.
    const lost = () => {
      isBroken = true;
    };
    client.on('error', lost);
    try {
      return await work(async (query) => {
        if (isBroken) throw new UnavailableError(`postgres: ${this.#server}: the connection was lost.`);
        try {
          return (await client.query({ query_timeout: this.#timeoutMs + RESPONSE_MS, ...query })).rows;
        } catch (error) {
          const failure = postgresError(error, this.#server);
          isBroken ||= failure instanceof UnavailableError && !isConflict(error);
          throw failure;
        }
      });
    } finally {
      client.off('error', lost);
      client.release(isBroken);
    }
  }

  private async connection(): Promise<PostgresClient> {
    if (this.#isClosed)
      throw new UnavailableError(`postgres: ${this.#server}: the store is closed.`, { retryable: false });
    if (!(this.#target instanceof Secret)) return this.#target.connect();
    this.#own ??= openPool(this.#target);
    return (await this.#own).connect();
  }
}

/** Brings the tables of a schema up to date. */
function* migrate(schema: string): Work<void> {
  // Other processes wait here.
  yield* run('SELECT pg_advisory_xact_lock(?, hashtext(?))', [LOCK, schema]);
  // The statement with IF NOT EXISTS would need the right to create, also for what exists.
  if ((yield* first('SELECT nspname FROM pg_namespace WHERE nspname = ?', [schema])) === undefined)
    yield* run(`CREATE SCHEMA "${schema}"`);
  const versions = "SELECT tablename FROM pg_tables WHERE schemaname = ? AND tablename = 'schema_versions'";
  if ((yield* first(versions, [schema])) === undefined)
    yield* run('CREATE TABLE schema_versions (name TEXT PRIMARY KEY, version BIGINT NOT NULL)');
  const row = yield* first<{ version: number }>("SELECT version FROM schema_versions WHERE name = 'watch'");
  const version = row?.version ?? 0;
  if (version > STEPS.length)
    throw new UnavailableError(
      `postgres: the schema "${schema}" has version ${version}, and this release of buybox knows ${STEPS.length}. Use a newer release.`,
      { retryable: false },
    );
  if (version === STEPS.length) return;
  for (const sql of STEPS.slice(version)) yield* run(sql);
  yield* run(
    `INSERT INTO schema_versions (name, version) VALUES ('watch', ?)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
    [STEPS.length],
  );
}

/** Runs a statement. Its errors are those of this library. */
type RunQuery = (query: PostgresQuery) => Promise<readonly object[]>;

/** Statements have no "?" but those of values. Without values, a text may have several statements. */
function queryOf({ sql, values }: Query): PostgresQuery {
  let number = 0;
  const text = sql.replace(/\?/g, () => `$${++number}`);
  return { text, types: READERS, ...(values.length > 0 && { values: values.map(storable) }) };
}

/** A text of PostgreSQL cannot have the character U+0000. */
function storable(value: Cell): Cell {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
