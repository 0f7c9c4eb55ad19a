/** Files with tables. */
import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { MarketplaceError } from '../contract/errors.ts';
import { writeError } from '../files/ndjson-file.ts';
import { csvLine } from './csv.ts';

/**
 * Writes a file with a table. An existing file is replaced when the new one is complete. A link at its place is replaced, not followed.
 *
 * @param write Writes the table into the empty file that it gets.
 * @throws Error when the table cannot be written, and errors of this library from `write`
 */
export async function replaceTable(path: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  try {
    // The file is always a new one: a killed program can have left one, or somebody can have planted a link.
    await rm(part, { force: true });
    await writeFile(part, '', { flag: 'wx' });
    await write(part);
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    throw cause instanceof MarketplaceError ? cause : writeError(path, cause);
  }
}

/** Writes a CSV file. */
export async function writeCsv(
  path: string,
  names: readonly string[],
  rows: AsyncIterable<readonly unknown[]>,
): Promise<void> {
  await pipeline(csvLines(names, rows), createWriteStream(path, { flush: true }));
}

/** Returns the lines of a table as CSV, with their line ends. */
export async function* csvLines(
  names: readonly string[],
  rows: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string, void> {
  yield `${csvLine(names)}\r\n`;
  for await (const row of rows) yield `${csvLine(row)}\r\n`;
}
