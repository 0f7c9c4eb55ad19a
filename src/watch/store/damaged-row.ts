/** Rows of a store that cannot be read. */
import { BadRequestError } from '../../contract/errors.ts';

/** Where a value is stored: its table and column, and the members that find its row. */
export interface StoredAt {
  readonly [key: string]: string | number;
  readonly table: string;
  readonly column: string;
}

/** A row that cannot be read: another program has changed it, or the disk has failed. */
export class DamagedRow extends BadRequestError {
  constructor({ table, column, ...row }: StoredAt, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const shown = (value: string | number) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`);
    const where = Object.entries(row).map(([name, value]) => `${name} = ${shown(value)}`);
    super(
      `${table}.${column} (${where.join(' AND ')}) is damaged (${why}). Restore a copy of the store, or delete the row. A target without its row is watched as a new one.`,
      { code: 'INVALID_CONFIGURATION', parameter: 'store', cause },
    );
  }
}

/** Reads a value that the store wrote. @throws DamagedRow if that fails */
export function intact<Value>(at: StoredAt, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw new DamagedRow(at, cause);
  }
}

/** Returns the value of JSON that the store wrote. @throws DamagedRow */
export function storedJson<Value>(json: string, at: StoredAt): Value {
  return intact(at, () => JSON.parse(json) as Value);
}
