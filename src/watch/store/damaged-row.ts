/** Rows of a store that cannot be read. */
import { BadRequestError } from '../../contract/errors.ts';

/** Where a value is stored. */
export interface StoredAt {
  table: string;
  column: string;
  /** The row, as a condition of SQL. */
  row: string;
}

/** A row that cannot be read: another program has changed it, or the disk has failed. */
export class DamagedRow extends BadRequestError {
  readonly #at: StoredAt;

  /** @param store Name of the store. */
  constructor({ table, column, row }: StoredAt, cause: unknown, store?: string) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const where = `${store === undefined ? '' : `${store}: `}${table}.${column} (${row})`;
    super(
      `${where} is damaged (${why}). Restore a copy of the store, or delete the row. A target without its row is watched as a new one.`,
      { code: 'INVALID_CONFIGURATION', parameter: 'store', cause },
    );
    this.#at = { table, column, row };
  }

  /** Returns the error with the name of the store. */
  in(store: string): DamagedRow {
    return new DamagedRow(this.#at, this.cause, store);
  }
}

/** Reads a value that the store wrote. @throws DamagedRow if that fails */
export function intact<Value>(read: () => Value, at: () => StoredAt): Value {
  try {
    return read();
  } catch (cause) {
    throw new DamagedRow(at(), cause);
  }
}

/** Returns the value of JSON that the store wrote. @throws DamagedRow */
export function storedJson<Value>(json: string, at: () => StoredAt): Value {
  return intact(() => JSON.parse(json) as Value, at);
}

/** Returns a condition of SQL: `id = 'a' AND page = 1`. */
export function rowOf(values: Readonly<Record<string, string | number>>): string {
  const shown = (value: string | number) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`);
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${shown(value)}`)
    .join(' AND ');
}
