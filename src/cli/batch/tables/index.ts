/** Writes the table of a results file: CSV or Parquet. */
import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type NdjsonFile, writeError } from '../../../call/ndjson-file.ts';
import { csvLine } from '../../output/csv.ts';
import { entriesOf } from '../../output/rows.ts';
import { parseResultLine, type StoredResult } from '../../results/result-file.ts';
import type { BatchSettings } from '../settings.ts';
import { type TableColumn, tableColumns } from './columns.ts';
import { writeParquet } from './parquet.ts';

export { loadParquetWriter } from './parquet.ts';

/**
 * Writes the table. An existing file is replaced when the new one is complete.
 *
 * @param print Prints a line, and adds its line feed. Used when the table goes to standard output.
 * @returns Messages about fields that no input and no response has: their columns are empty.
 * @throws Error when the table cannot be written
 */
export async function writeTable(
  file: NdjsonFile,
  { out, format, fields }: Pick<BatchSettings, 'out' | 'format' | 'fields'>,
  print: (line: string) => Promise<void>,
): Promise<readonly string[]> {
  const { columns, unknownFields } = await tableColumns(resultsIn(file), fields);
  const rows = () => tableRows(file, columns);
  if (out === undefined) for await (const line of csvLines(columns, rows())) await print(line.slice(0, -1));
  else {
    const part = `${out}.part`;
    try {
      // What a killed run left, or a link that somebody planted: the file is always a new one.
      await rm(part, { force: true });
      await writeFile(part, '', { flag: 'wx' });
      if (format === 'parquet') await writeParquet(part, columns, rows);
      else await pipeline(csvLines(columns, rows()), createWriteStream(part, { flush: true }));
      await rename(part, out);
    } catch (cause) {
      await rm(part, { force: true });
      throw writeError(out, cause);
    }
  }
  return unknownFields;
}

async function* csvLines(
  columns: readonly TableColumn[],
  rows: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string, void> {
  yield `${csvLine(columns.map(({ name }) => name))}\r\n`;
  for await (const row of rows) yield `${csvLine(row)}\r\n`;
}

/** The cells of each row: a row for each entry of a list, and one for a result without entries. */
async function* tableRows(file: NdjsonFile, columns: readonly TableColumn[]): AsyncGenerator<unknown[], void> {
  for await (const result of resultsIn(file)) {
    const entries = entriesOf(result.response);
    for (const entry of entries.length === 0 ? [{}] : entries) yield columns.map(({ cell }) => cell(result, entry));
  }
}

async function* resultsIn(file: NdjsonFile): AsyncGenerator<StoredResult, void> {
  for await (const { text } of file.lines()) {
    const result = parseResultLine(text);
    if (result !== undefined) yield result;
  }
}
