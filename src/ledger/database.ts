/** A SQLite file: prepared statements, plain rows, transactions, migrations. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { UnavailableError } from '../contract/errors.ts';

/** Values of a statement, by position or by name. */
type Values = SQLInputValue[] | Record<string, SQLInputValue>;

/** A part of a file, with the steps that bring its tables from one version to the next. Released steps never change. */
export interface Schema {
  /** Identifies the part in the table of versions. */
  name: string;
  /** SQL, or a function that runs it. The tables of files from before the table of versions may exist already. */
  steps: readonly (string | ((database: Database) => void))[];
}

const PRAGMAS = `
  PRAGMA busy_timeout = 10000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA wal_autocheckpoint = 4000;
`;

/**
 * An open SQLite file: Node's own SQLite with a write-ahead log. Several processes may share the file. Every transaction survives a kill of the
 * process; a power cut can undo the last ones, because a commit does not wait for the disk.
 */
export class Database {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Opens a file, or creates it, and brings its tables up to date.
   *
   * @throws UnavailableError if the file cannot be opened, or a newer release of buybox has written it
   */
  constructor(path: string, schemas: readonly Schema[]) {
    this.#database = openFile(path);
    try {
      for (const schema of schemas) this.migrate(schema, path);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Runs `work` as a whole or not at all. Only one process writes at a time. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /** Runs one or more statements without values. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Runs a statement, and returns how many rows it changed. */
  run(sql: string, values: Values = []): number {
    const statement = this.prepare(sql);
    const { changes } = Array.isArray(values) ? statement.run(...values) : statement.run(values);
    return Number(changes);
  }

  /** Returns the first row as a plain object, as SQLite's own rows have no prototype. */
  get<Row extends object>(sql: string, values: Values = []): Row | undefined {
    const statement = this.prepare(sql);
    const row = Array.isArray(values) ? statement.get(...values) : statement.get(values);
    return row === undefined ? undefined : ({ ...row } as Row);
  }

  /** Returns all rows as plain objects. */
  all<Row extends object>(sql: string, values: SQLInputValue[] = []): Row[] {
    const rows = this.prepare(sql).all(...values);
    return rows.map((row) => ({ ...row }) as Row);
  }

  /** Closes the file. Does nothing if it is closed. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  private migrate({ name, steps }: Schema, path: string): void {
    this.transaction(() => {
      this.exec('CREATE TABLE IF NOT EXISTS schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT');
      const sql = 'SELECT version FROM schema_versions WHERE name = ?';
      const version = this.get<{ version: number }>(sql, [name])?.version ?? 0;
      if (version > steps.length) {
        throw new UnavailableError(
          `${path}: the ${name} tables have version ${version}, and this release of buybox knows ${steps.length}. Use a newer release.`,
          { retryable: false },
        );
      }
      for (const step of steps.slice(version)) typeof step === 'string' ? this.exec(step) : step(this);
      this.run('INSERT OR REPLACE INTO schema_versions (name, version) VALUES (?, ?)', [name, steps.length]);
    });
  }

  private prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function openFile(path: string): DatabaseSync {
  // Loaded on first use: some versions of Node print a warning when the module loads.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec(PRAGMAS);
    return database;
  } catch (cause) {
    if (database?.isOpen) database.close();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UnavailableError(
      `${path}: the SQLite file cannot be opened (${why}): expected a file of buybox in an existing, writable folder. Use another path.`,
      { retryable: false, cause },
    );
  }
}
