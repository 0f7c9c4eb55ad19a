/** A PostgreSQL database as an {@link Sql}. */
import { UnavailableError } from '../../contract/errors.ts';
import { LONGEST_TIMER_MS } from '../../options/checks.ts';
import { isConflict, postgresError } from './postgres-errors.ts';
import type { PostgresConnections, PostgresQuery } from './postgres-pool.ts';
import { all, type Cell, type ColumnTypes, first, type Query, run, type Sql, type Work } from './sql.ts';
import { tableSteps } from './tables.ts';

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
export class PostgresSql implements Sql {
  readonly #connections: PostgresConnections;
  readonly #schema: string;
  /** Settings of each transaction: those of a session would stay on the connections of the user's pool, and do not pass through pgbouncer. */
  readonly #settings: string;
  readonly #timeoutMs: number;
  #isReady: Promise<void> | undefined;

  /** @param timeoutMs How long a statement may take. */
  constructor(connections: PostgresConnections, schema: string, timeoutMs: number) {
    this.#connections = connections;
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
    return `postgres: ${this.#connections.server}, schema ${this.#schema}`;
  }

  async read<Result>(work: () => Work<Result>): Promise<Result> {
    return this.inSchema('REPEATABLE READ READ ONLY', work);
  }

  async write<Result>(work: () => Work<Result>): Promise<Result> {
    return this.inSchema('READ COMMITTED READ WRITE', work);
  }

  /** The space can be used again. Only a lock that keeps all other programs out could return it to the file system. */
  async shrink(): Promise<void> {
    const tables = await this.read(() =>
      all<{ name: string }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = ? AND tablename LIKE 'watch%'",
        [this.#schema],
      ),
    );
    const names = tables.map(({ name }) => `"${this.#schema}"."${name}"`).join(', ');
    await this.connected((query) => query({ text: `VACUUM (ANALYZE) ${names}`, query_timeout: LONGEST_TIMER_MS }));
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  private async inSchema<Result>(mode: string, work: () => Work<Result>): Promise<Result> {
    this.#isReady ??= this.transaction('READ COMMITTED READ WRITE', () => migrate(this.#schema));
    try {
      await this.#isReady;
    } catch (error) {
      this.#isReady = undefined;
      throw error;
    }
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
      result = await this.finish(query, work());
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
    const { server } = this.#connections;
    const client = await this.#connections.connect().catch((error: unknown) => {
      throw postgresError(error, server);
    });
    let isBroken = false;
    // Without a listener, a connection that is lost ends the process. Its statement fails too.
    const lost = () => {
      isBroken = true;
    };
    client.on('error', lost);
    try {
      return await work(async (query) => {
        if (isBroken) throw new UnavailableError(`postgres: ${server}: the connection was lost.`);
        try {
          return (await client.query({ query_timeout: this.#timeoutMs + RESPONSE_MS, ...query })).rows;
        } catch (error) {
          const failure = postgresError(error, server);
          isBroken ||= failure instanceof UnavailableError && !isConflict(error);
          throw failure;
        }
      });
    } finally {
      client.off('error', lost);
      client.release(isBroken);
    }
  }

  private async finish<Result>(query: RunQuery, work: Work<Result>): Promise<Result> {
    let step = work.next([]);
    while (step.done !== true) step = work.next(await query(queryOf(step.value)));
    return step.value;
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
