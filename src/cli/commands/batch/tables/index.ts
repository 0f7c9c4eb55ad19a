/** Writes the table of a results file: CSV or Parquet. */
import type { NdjsonFile } from '../../../../files/ndjson-file.ts';
import { parseResultLine, type StoredResult } from '../../../../paging/result-line.ts';
import { entriesOf } from '../../../../tables/rows.ts';
import { csvLines, replaceTable } from '../../../../tables/table-file.ts';
import type { BatchSettings } from '../settings.ts';
import { type TableColumn, tableColumns, typedColumns } from './columns.ts';

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
  else if (format !== 'parquet') await replaceTable(out, { format: 'csv', columns }, rows());
  // Reads the rows twice: for the types of the columns, and for their cells.
  else await replaceTable(out, { format, columns: await typedColumns(columns, rows()) }, rows());
  return unknownFields;
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
