/** A file of results as a table: made at the end out of the NDJSON, in full or not at all. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseResultLine, type StoredResult } from '../../results/result-file.ts';
import { type LineFile, writeError } from '../line-file.ts';
import { Contents, type TableColumn } from './columns.ts';
import { csvOf } from './csv.ts';
import { writeParquet } from './parquet.ts';

export { loadParquet } from './parquet.ts';

/** The table of a file of results. The results are read anew for every use. */
export class Table {
  readonly #results: LineFile;
  readonly #columns: readonly TableColumn[];
  /** What is wrong with columns that nothing is called as: they stay empty. */
  readonly strangers: readonly string[];

  private constructor(results: LineFile, columns: readonly TableColumn[], strangers: readonly string[]) {
    this.#results = results;
    this.#columns = columns;
    this.strangers = strangers;
  }

  /** @param fields Only these columns, in this order. */
  static async of(results: LineFile, fields: readonly string[] | undefined): Promise<Table> {
    const contents = new Contents();
    for await (const result of storedIn(results)) contents.add(result);
    return new Table(results, contents.columns(fields), contents.strangers(fields));
  }

  /** The lines of the table as CSV, each with its end. */
  csv(): AsyncIterable<string> {
    return csvOf(storedIn(this.#results), this.#columns);
  }

  /** Writes the table. The file that is there is replaced when the new one is whole. @throws Error when that fails */
  async write(path: string, format: 'csv' | 'parquet'): Promise<void> {
    const part = `${path}.part`;
    try {
      if (format === 'parquet') await writeParquet(part, () => storedIn(this.#results), this.#columns);
      else await pipeline(Readable.from(this.csv()), createWriteStream(part, { flush: true }));
      await rename(part, path);
    } catch (cause) {
      await rm(part, { force: true });
      throw writeError(path, cause);
    }
  }
}

async function* storedIn(results: LineFile): AsyncGenerator<StoredResult, void> {
  for await (const { text } of results.lines()) {
    const result = parseResultLine(text);
    if (result !== undefined) yield result;
  }
}
