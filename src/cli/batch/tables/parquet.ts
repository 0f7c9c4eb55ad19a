/** Results as a Parquet file, its columns typed. */
import type { BasicType } from 'hyparquet-writer';
import { BadRequestError } from '../../../contract/errors.ts';
import type { Row } from '../../output/rows.ts';
import type { StoredResult } from '../../results/result-file.ts';
import { rowEntries, type TableColumn } from './columns.ts';
import { ColumnKind, cellOf, type Kind } from './kinds.ts';

/** So many cells are in memory at once: a row group. */
const GROUP_CELLS = 300_000;

const TYPES: Readonly<Record<Kind, BasicType>> = {
  boolean: 'BOOLEAN',
  integer: 'INT64',
  number: 'DOUBLE',
  string: 'STRING',
  json: 'JSON',
};

/** @throws BadRequestError when the writer is not installed */
export async function loadParquet(): Promise<typeof import('hyparquet-writer')> {
  try {
    return await import('hyparquet-writer');
  } catch (cause) {
    throw new BadRequestError(
      'format: the package "hyparquet-writer" is needed for Parquet; install it: npm install hyparquet-writer',
      { code: 'INVALID_CONFIGURATION', parameter: 'format', cause },
    );
  }
}

/** Writes a Parquet file. The results are read twice: for the types of the columns, and for their cells. */
export async function writeParquet(
  path: string,
  results: () => AsyncIterable<StoredResult>,
  columns: readonly TableColumn[],
): Promise<void> {
  const { fileWriter, parquetWriteRows } = await loadParquet();
  const kinds = await kindsOf(results(), columns);
  await parquetWriteRows({
    writer: fileWriter(path),
    columns: columns.map(({ name }, index) => ({ name, type: TYPES[kinds[index] ?? 'string'] })),
    rows: rowsOf(results(), columns, kinds),
    rowGroupSize: Math.ceil(GROUP_CELLS / columns.length),
  });
}

async function kindsOf(results: AsyncIterable<StoredResult>, columns: readonly TableColumn[]): Promise<Kind[]> {
  const kinds = columns.map(({ kind }) => new ColumnKind(kind));
  for await (const result of results) {
    for (const entry of rowEntries(result)) {
      for (const [index, { cell }] of columns.entries()) kinds[index]?.add(cell(result, entry));
    }
  }
  return kinds.map(({ kind }) => kind);
}

async function* rowsOf(
  results: AsyncIterable<StoredResult>,
  columns: readonly TableColumn[],
  kinds: readonly Kind[],
): AsyncGenerator<Row, void> {
  for await (const result of results) {
    for (const entry of rowEntries(result)) {
      yield Object.fromEntries(
        columns.map(({ name, cell }, index) => [name, cellOf(cell(result, entry), kinds[index] ?? 'string')]),
      );
    }
  }
}
