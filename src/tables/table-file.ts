/** Files with tables. */
import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { MarketplaceError } from '../contract/errors.ts';
import { writeError } from '../files/ndjson-file.ts';
import { csvLine } from './csv.ts';
import { type TypedColumn, writeParquet } from './parquet.ts';

/** How a table is written: only Parquet has types. */
type TableForm =
  | { format: 'csv'; columns: readonly { name: string }[] }
  | { format: 'parquet'; columns: readonly TypedColumn[] };

/**
 * Writes a file with a table. An existing file is replaced when the new one is complete. A link at its place is replaced, not followed.
 *
 * @throws Error when the table cannot be written, and errors of this library from `rows`
 */
export async function replaceTable(
  path: string,
  table: TableForm,
  rows: AsyncIterable<readonly unknown[]>,
): Promise<void> {
  const part = `${path}.part`;
  try {
    // The file is always a new one: a killed program can have left one, or somebody can have planted a link.
    await rm(part, { force: true });
    await writeFile(part, '', { flag: 'wx' });
    if (table.format === 'parquet') await writeParquet(part, table.columns, rows);
    else await pipeline(csvLines(table.columns, rows), createWriteStream(part, { flush: true }));
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    throw cause instanceof MarketplaceError ? cause : writeError(path, cause);
  }
}

/** Returns the lines of a table as CSV, with their line ends. */
export async function* csvLines(
  columns: readonly { name: string }[],
  rows: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string, void> {
  yield `${csvLine(columns.map(({ name }) => name))}\r\n`;
  for await (const row of rows) yield `${csvLine(row)}\r\n`;
}
