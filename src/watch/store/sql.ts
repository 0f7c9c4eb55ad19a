/** The statements of a watch store, for any SQL database. Values are written as `?`. */

/** A value of a column. Booleans are 0 and 1. */
export type Cell = string | number | Uint8Array | null;

/** A statement with its values. */
export interface Query {
  sql: string;
  values: readonly Cell[];
}

/**
 * Statements that are run one after the other: the generator receives the rows of each. So the same code runs on SQLite, which returns rows at once, and
 * on servers, which return them later.
 */
export type Work<Result> = Generator<Query, Result, readonly object[]>;

/** A database. */
export interface Sql {
  /** Names it in messages: the path of a file. */
  readonly name: string;
  /** Runs work that only reads. */
  read<Result>(work: () => Work<Result>): Promise<Result>;
  /** Runs work in a transaction. It can be run again, if another program has changed the same rows. */
  write<Result>(work: () => Work<Result>): Promise<Result>;
  /** Returns free space to the file system. */
  shrink(): Promise<void>;
  /** Closes the database. */
  close(): Promise<void>;
}

/** Types of columns that databases name differently. */
export interface ColumnTypes {
  /** Whole numbers up to 2^53. */
  integer: string;
  /** Floating-point numbers. */
  real: string;
  /** Texts, ordered by code points. */
  text: string;
  /** Bytes. */
  bytes: string;
  /** A primary key that counts up. */
  counter: string;
  /** The end of the definition of a table whose rows are kept in the order of the primary key. */
  clustered: string;
  /** The end of the definition of other tables. */
  table: string;
}

/** Runs a statement, and returns its rows. */
export function* all<Row extends object>(sql: string, values: readonly Cell[] = []): Work<readonly Row[]> {
  // The statement names the columns.
  return (yield { sql, values }) as readonly Row[];
}

/** Runs a statement, and returns its first row. */
export function* first<Row extends object>(sql: string, values: readonly Cell[] = []): Work<Row | undefined> {
  return (yield* all<Row>(sql, values))[0];
}

/** Runs a statement without rows. */
export function* run(sql: string, values: readonly Cell[] = []): Work<void> {
  yield { sql, values };
}
