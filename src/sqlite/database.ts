/** A SQLite file: prepared statements, plain rows, transactions, migrations. */
import { statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../contract/errors.ts';
import { monotonicMs } from '../options/runtime.ts';
import { assertPath, fileError, isLocked, lockedFile, movedFile, wrongFile } from './file-errors.ts';

/** A part of a file, with the steps that bring its tables from one version to the next. Released steps never change. */
export interface Schema {
  /** Identifies the part in the table of versions. */
  name: string;
  steps: readonly string[];
}

/** The kinds of files, each by a table that it has. The store of a service has the tables of a ledger too. */
const KINDS = { watch_targets: 'the file of a watch', keys: 'the store of a service', packs: 'a ledger' } as const;

/** The contents of a file. */
export interface FileKind {
  /** The table that tells its kind. */
  table: keyof typeof KINDS;
  schemas: readonly Schema[];
}

/** How long to wait for a file that another process has locked. */
interface WaitOptions {
  /** Milliseconds. @default 1_000 */
  waitMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Milliseconds that a charge waits for a file that another process has locked. What the call fetched would be lost. */
export const COMMIT_WAIT_MS = 10_000;

const WAIT_MS = 1_000;
const LONGEST_PAUSE_MS = 40;

/** Works that wait for a lock. Only the first one tries, so that many do not block the event loop. */
interface Line {
  waiting: number;
  /** Resolves when those that wait have ended. */
  end: Promise<unknown>;
}

/** Waits for a lock inside SQLite block the event loop, so they are short. Longer waits are in a {@link Line}. */
const SHORT_WAIT = 'PRAGMA busy_timeout = 5';

const PRAGMAS = `
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
  readonly #path: string;
  readonly #kind: FileKind;
  readonly #isReadOnly: boolean;
  readonly #statements = new Map<string, StatementSync>();
  /** Most locks keep other processes from writing only. */
  readonly #readers: Line = { waiting: 0, end: Promise.resolve() };
  readonly #writers: Line = { waiting: 0, end: Promise.resolve() };
  #database: DatabaseSync | undefined;
  #file: string | undefined;
  #isClosed = false;

  /**
   * Opens a file, or creates it, and brings its tables up to date. If another process has locked the file, it is opened on first use. `readOnly` writes
   * nothing: the file must exist and have the tables.
   *
   * @throws BadRequestError `INVALID_CONFIGURATION` for a path that cannot be opened, and for a file of another kind
   * @throws UnavailableError if a newer release of buybox has written the file
   */
  constructor(path: string, kind: FileKind, { readOnly = false } = {}) {
    assertPath(path);
    this.#isReadOnly = readOnly;
    this.#path = path;
    this.#kind = kind;
    try {
      this.connection();
    } catch (error) {
      if (!isLocked(error)) throw fileError(path, error);
    }
  }

  /** Runs `work`, which only reads: again while another process has locked the file. @throws UnavailableError, retryable, if it stays locked */
  read<T>(work: () => T, wait: WaitOptions = {}): Promise<T> {
    return this.inLine(this.#readers, work, wait);
  }

  /** Runs `work` in a transaction. Otherwise the same as {@link read}. */
  write<T>(work: () => T, wait: WaitOptions = {}): Promise<T> {
    return this.inLine(this.#writers, () => this.transaction(work), wait);
  }

  /** Runs `work` as a whole or not at all. Only one process writes at a time. */
  transaction<T>(work: () => T): T {
    this.assertSameFile();
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.#database?.isTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /** Runs one or more statements without values. */
  exec(sql: string): void {
    this.connection().exec(sql);
  }

  /** Runs a statement, and returns how many rows it changed. */
  run(sql: string, values: SQLInputValue[] = []): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  get<Row extends object>(sql: string, values: SQLInputValue[] = []): Row | undefined {
    return this.all<Row>(sql, values)[0];
  }

  /** Returns all rows as plain objects, as SQLite's own rows have no prototype. */
  all<Row extends object>(sql: string, values: SQLInputValue[] = []): Row[] {
    const rows = this.prepare(sql).all(...values);
    return rows.map((row) => ({ ...row }) as Row);
  }

  close(): void {
    this.#isClosed = true;
    this.disconnect();
  }

  private async inLine<T>(line: Line, work: () => T, { waitMs = WAIT_MS, signal }: WaitOptions): Promise<T> {
    signal?.throwIfAborted();
    let locked: unknown;
    try {
      if (line.waiting === 0) return work();
    } catch (error) {
      if (!isLocked(error)) throw fileError(this.#path, error);
      locked = error;
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let end: { error: unknown } | undefined;
    const leave = (error: unknown) => {
      end = { error };
      reject(error);
    };
    const timer = setTimeout(() => leave(lockedFile(this.#path, waitMs, locked)), waitMs);
    const abort = () => leave(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const turn = async () => {
      while (end === undefined) {
        try {
          return resolve(work());
        } catch (error) {
          if (!isLocked(error)) return leave(fileError(this.#path, error));
          locked = error;
        }
        // A random pause, so that processes that wait for the same file do not try at the same times.
        await sleep(1 + Math.random() * LONGEST_PAUSE_MS);
      }
    };
    line.waiting++;
    line.end = line.end.then(() => nextTurn()).then(turn);
    try {
      return await promise;
    } finally {
      line.waiting--;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Refuses a file that was removed, where writes would be lost, and one that was replaced, which has other credits. */
  private assertSameFile(): void {
    if (this.#file !== undefined && fileAt(this.#path) !== this.#file) throw movedFile(this.#path);
  }

  private connection(): DatabaseSync {
    if (this.#database !== undefined) return this.#database;
    if (this.#isClosed) throw new UnavailableError(`${this.#path}: the file is closed.`, { retryable: false });
    // Loaded on first use: some versions of Node print a warning when the module loads.
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    this.#database = new DatabaseSync(this.#path, { readOnly: this.#isReadOnly });
    try {
      this.setUp();
      this.#file = fileAt(this.#path);
      return this.#database;
    } catch (error) {
      this.disconnect();
      throw error;
    }
  }

  private disconnect(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  private setUp(): void {
    this.exec(SHORT_WAIT);
    const tables = this.tables();
    this.assertKind(tables);
    if (!this.#isReadOnly) this.exec(PRAGMAS);
    const versions = tables.has('schema_versions') ? this.versions() : new Map<string, number>();
    for (const schema of this.#kind.schemas) {
      const version = versions.get(schema.name) ?? 0;
      if (version === schema.steps.length) continue;
      if (this.#isReadOnly) throw this.otherVersion(schema, version);
      // Only a change of the tables waits for other processes.
      this.migrate(schema);
    }
  }

  private assertKind(tables: ReadonlySet<string>): void {
    const { table } = this.#kind;
    const found = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((name) => tables.has(name));
    // A newer release can have other tables.
    const isOwn = found === undefined ? tables.size === 0 || tables.has('schema_versions') : found === table;
    const is = found === undefined ? 'a database of another program' : KINDS[found];
    if (!isOwn) throw wrongFile(this.#path, is, KINDS[table], !this.#isReadOnly);
  }

  private tables(): Set<string> {
    const rows = this.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
    return new Set(rows.map(({ name }) => name));
  }

  private versions(): Map<string, number> {
    const rows = this.all<{ name: string; version: number }>('SELECT name, version FROM schema_versions');
    return new Map(rows.map(({ name, version }) => [name, version]));
  }

  private otherVersion({ name, steps }: Schema, version: number): Error {
    const tables = `${this.#path}: the ${name} tables have version ${version}, and this release of buybox knows ${steps.length}.`;
    if (version > steps.length) return new UnavailableError(`${tables} Use a newer release.`, { retryable: false });
    if (version > 0) return new UnavailableError(`${tables} Open it for writing once.`, { retryable: false });
    return wrongFile(this.#path, 'empty', `a file with ${name} tables`, false);
  }

  private migrate(schema: Schema): void {
    const { name, steps } = schema;
    this.transaction(() => {
      this.exec('CREATE TABLE IF NOT EXISTS schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT');
      const version = this.versions().get(name) ?? 0;
      if (version > steps.length) throw this.otherVersion(schema, version);
      for (const step of steps.slice(version)) this.exec(step);
      this.run('INSERT OR REPLACE INTO schema_versions (name, version) VALUES (?, ?)', [name, steps.length]);
    });
  }

  private prepare(sql: string): StatementSync {
    const connection = this.connection();
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Identifies the file at a path; `undefined` if there is none. */
function fileAt(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev} ${found.ino}`;
}

const STARTED_AT = Date.now() - monotonicMs();

/**
 * Returns the time of day by a clock that does not jump while the program runs [milliseconds since the epoch]. For what is kept for days, also after a
 * restart of the machine.
 */
export const steadyTime = (): number => STARTED_AT + monotonicMs();
