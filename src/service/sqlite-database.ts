/** SQLite with what the store needs of it: prepared statements, plain rows, transactions. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Values of a statement, by position or by name. */
type Values = SQLInputValue[] | Record<string, SQLInputValue>;

/** An open file. */
export class Database {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** All or nothing, and one writer at a time over all processes. */
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

  /** @returns how many rows changed */
  run(sql: string, values: Values = []): number {
    const statement = this.prepare(sql);
    const { changes } = Array.isArray(values) ? statement.run(...values) : statement.run(values);
    return Number(changes);
  }

  /** The first row, as a plain object: SQLite's own have no prototype. */
  get<Row extends object>(sql: string, values: Values = []): Row | undefined {
    const statement = this.prepare(sql);
    const row = Array.isArray(values) ? statement.get(...values) : statement.get(values);
    return row === undefined ? undefined : ({ ...row } as Row);
  }

  /** All rows, as plain objects. */
  all<Row extends object>(sql: string, values: SQLInputValue[] = []): Row[] {
    const rows = this.prepare(sql).all(...values);
    return rows.map((row) => ({ ...row }) as Row);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
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
