/** Results as a table: written at the end from the NDJSON file, completely or not at all. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '../../output/csv.ts';
import { entriesOf } from '../../output/rows.ts';
import { parseResultLine, type StoredResult } from '../../results/result-file.ts';
import { type NdjsonFile, writeError } from '../ndjson-file.ts';
import { type TableColumn, tableColumns } from './columns.ts';
import { writeParquet } from './parquet.ts';

export { loadParquetWriter } from './parquet.ts';

/** The table of a results file. Every use reads the file again. */
export class ResultTable {
  readonly #file: NdjsonFile;
  readonly #columns: readonly TableColumn[];
  /** Messages about columns that stay empty, because no input and no response has such a field. */
  readonly unknownFields: readonly string[];

  private constructor(file: NdjsonFile, columns: readonly TableColumn[], unknownFields: readonly string[]) {
    this.#file = file;
    this.#columns = columns;
    this.unknownFields = unknownFields;
  }

  /** @param fields Only these columns, in this order. */
  static async of(file: NdjsonFile, fields: readonly string[] | undefined): Promise<ResultTable> {
    const { columns, unknownFields } = await tableColumns(resultsIn(file), fields);
    return new ResultTable(file, columns, unknownFields);
  }

  /** The lines of the table as CSV, without line ends. */
  async *csvLines(): AsyncGenerator<string, void> {
    yield csvLine(this.#columns.map(({ name }) => name));
    for await (const row of this.#rows()) yield csvLine(row);
  }

  /** Writes the table to a file, which is replaced when the table is complete. @throws Error when it cannot be written */
  async write(path: string, format: 'csv' | 'parquet'): Promise<void> {
    const part = `${path}.part`;
    try {
      if (format === 'parquet') await writeParquet(part, this.#columns, () => this.#rows());
      else await pipeline(Readable.from(this.#csv()), createWriteStream(part, { flush: true }));
      await rename(part, path);
    } catch (cause) {
      await rm(part, { force: true });
      throw writeError(path, cause);
    }
  }

  async *#csv(): AsyncGenerator<string, void> {
    for await (const line of this.csvLines()) yield `${line}\r\n`;
  }

  /** The cells of each row: a row for each entry of a list, and one for a result without entries. */
  async *#rows(): AsyncGenerator<unknown[], void> {
    for await (const result of resultsIn(this.#file)) {
      const entries = entriesOf(result.response);
      for (const entry of entries.length === 0 ? [{}] : entries)
        yield this.#columns.map(({ cell }) => cell(result, entry));
    }
  }
}

async function* resultsIn(file: NdjsonFile): AsyncGenerator<StoredResult, void> {
  for await (const { text } of file.lines()) {
    const result = parseResultLine(text);
    if (result !== undefined) yield result;
  }
}
