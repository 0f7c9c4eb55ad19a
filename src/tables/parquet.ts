/** A table as a Parquet file with typed columns. */
import type { BasicType } from 'hyparquet-writer';
import { optionalPackage } from '../options/modules.ts';
import { cellText } from './csv.ts';

/** Cells that are in memory at once: those of a row group. */
const CELLS_PER_GROUP = 300_000;

/** The type of a column's cells. A `time` is a `Date`, with milliseconds; lists and objects are `json`. */
export type CellType = 'boolean' | 'integer' | 'number' | 'string' | 'json' | 'time';

/** A column of a table. */
export interface TypedColumn {
  /** Of envelopes, the field's path with dots: `brand.name`. */
  name: string;
  type: CellType;
}

const PARQUET_TYPES: Readonly<Record<CellType, BasicType>> = {
  boolean: 'BOOLEAN',
  integer: 'INT64',
  number: 'DOUBLE',
  string: 'STRING',
  json: 'JSON',
  time: 'TIMESTAMP',
};

/** @param parameter What asks for Parquet, for the error. @throws BadRequestError when the package is not installed */
export async function loadParquetWriter(parameter: string): Promise<typeof import('hyparquet-writer')> {
  const use = { name: 'hyparquet-writer', parameter, feature: 'Parquet' };
  return optionalPackage(() => import('hyparquet-writer'), use);
}

/** Writes a Parquet file. Cells have the types of their columns; `undefined` and `null` are empty. */
export async function writeParquet(
  path: string,
  columns: readonly TypedColumn[],
  rows: AsyncIterable<readonly unknown[]>,
): Promise<void> {
  const { fileWriter, parquetWriteRows } = await loadParquetWriter('format');
  const records = async function* () {
    for await (const row of rows)
      yield Object.fromEntries(columns.map(({ name, type }, index) => [name, parquetCell(row[index], type)]));
  };
  await parquetWriteRows({
    writer: fileWriter(path),
    columns: columns.map(({ name, type }) => ({ name, type: PARQUET_TYPES[type] })),
    rows: records(),
    rowGroupSize: Math.ceil(CELLS_PER_GROUP / columns.length),
  });
}

function parquetCell(value: unknown, type: CellType): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'string') return cellText(value);
  return type === 'integer' && typeof value === 'number' ? BigInt(value) : value;
}
