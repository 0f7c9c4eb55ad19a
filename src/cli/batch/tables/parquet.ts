/** A table of results as a Parquet file with typed columns. */
import type { BasicType } from 'hyparquet-writer';
import { optionalPackage } from '../../../settings/optional-package.ts';
import { cellText } from '../../output/csv.ts';
import { type CellType, commonType, type TableColumn } from './columns.ts';

/** Cells that are in memory at once: those of a row group. */
const CELLS_PER_GROUP = 300_000;

const PARQUET_TYPES: Readonly<Record<CellType, BasicType>> = {
  boolean: 'BOOLEAN',
  integer: 'INT64',
  number: 'DOUBLE',
  string: 'STRING',
  json: 'JSON',
};

type Rows = () => AsyncIterable<readonly unknown[]>;

/** @throws BadRequestError when the package is not installed */
export async function loadParquetWriter(): Promise<typeof import('hyparquet-writer')> {
  const use = { name: 'hyparquet-writer', parameter: 'format', feature: 'Parquet' };
  return optionalPackage(() => import('hyparquet-writer'), use);
}

/** Writes a Parquet file. Reads the rows twice: for the types of the columns, and for their cells. */
export async function writeParquet(path: string, columns: readonly TableColumn[], rows: Rows): Promise<void> {
  const { fileWriter, parquetWriteRows } = await loadParquetWriter();
  const typed = await typedColumns(columns, rows);
  const records = async function* () {
    for await (const row of rows())
      yield Object.fromEntries(typed.map(({ name, type }, index) => [name, parquetCell(row[index], type)]));
  };
  await parquetWriteRows({
    writer: fileWriter(path),
    columns: typed.map(({ name, type }) => ({ name, type: PARQUET_TYPES[type] })),
    rows: records(),
    rowGroupSize: Math.ceil(CELLS_PER_GROUP / columns.length),
  });
}

/** The columns with the types of the schema; where the cells do not match it, or there is no schema, with those of the cells. */
async function typedColumns(columns: readonly TableColumn[], rows: Rows): Promise<{ name: string; type: CellType }[]> {
  const found = columns.map(() => new Set<CellType>());
  for await (const row of rows()) {
    for (const [index, cell] of row.entries()) {
      const type = cellType(cell);
      if (type !== undefined) found[index]?.add(type);
    }
  }
  return columns.map(({ name, type }, index) => {
    const types = [...(found[index] ?? [])];
    const isFitting = type !== undefined && types.every((own) => type === 'json' || commonType([type, own]) === type);
    return { name, type: isFitting ? type : commonType(types) };
  });
}

function cellType(value: unknown): CellType | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' || typeof value === 'string' ? (typeof value as 'boolean' | 'string') : 'json';
}

function parquetCell(value: unknown, type: CellType): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'string') return cellText(value);
  return type === 'integer' && typeof value === 'number' ? BigInt(value) : value;
}
