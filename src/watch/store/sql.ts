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

/** A row to store, by its columns. Others are null. */
export type Row = Readonly<Record<string, Cell>>;

/** Returns a statement that adds rows with the same columns, and its values. */
export function insertOf(table: string, rows: readonly Row[]): [sql: string, values: Cell[]] {
  const names = Object.keys(rows[0] ?? {});
  const row = `(${names.map(() => '?').join(', ')})`;
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES ${rows.map(() => row).join(', ')}`;
  return [sql, rows.flatMap((one) => Object.values(one))];
}

/** Adds a row. One that exists stays as it is. */
export function* add(table: string, row: Row): Work<void> {
  const [sql, values] = insertOf(table, [row]);
  yield* run(`${sql} ON CONFLICT DO NOTHING`, values);
}

/** Returns the number of the row with a key, the first of these columns. If there is none, adds it. */
export function* numberOf(table: string, row: Row): Work<number | null> {
  const [[key, value] = []] = Object.entries(row);
  const find = () => first<{ no: number }>(`SELECT no FROM ${table} WHERE ${key} = ?`, [value ?? null]);
  const known = yield* find();
  if (known !== undefined) return known.no;
  yield* add(table, row);
  return (yield* find())?.no ?? null;
}

/** Yields rows that are read in chunks of a size, each behind the last row before it: other work goes on in between. */
export async function* inChunks<Row>(
  sql: Pick<Sql, 'read'>,
  size: number,
  work: (last: Row | undefined) => Work<readonly Row[]>,
): AsyncGenerator<Row, void> {
  for (let last: Row | undefined; ; ) {
    const behind = last;
    const chunk = await sql.read(() => work(behind));
    yield* chunk;
    if (chunk.length < size) return;
    last = chunk.at(-1);
  }
}
