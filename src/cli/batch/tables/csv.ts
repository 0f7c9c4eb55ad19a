/** Results as CSV. */
import { csvLine } from '../../output/csv.ts';
import type { StoredResult } from '../../results/result-file.ts';
import { rowEntries, type TableColumn } from './columns.ts';

/** The lines of a CSV file, each with its end. */
export async function* csvOf(
  results: AsyncIterable<StoredResult>,
  columns: readonly TableColumn[],
): AsyncGenerator<string, void> {
  yield `${csvLine(columns.map(({ name }) => name))}\r\n`;
  for await (const result of results) {
    for (const entry of rowEntries(result)) yield `${csvLine(columns.map(({ cell }) => cell(result, entry)))}\r\n`;
  }
}
