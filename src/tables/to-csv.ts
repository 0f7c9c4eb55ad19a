/** Envelopes as CSV, in programs. */
import { assertList } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import type { CsvResult, CsvSource } from './rows.ts';

/** Options of {@link toCsv} and {@link csvRows}. */
export interface CsvOptions {
  /**
   * Only these columns, in this order: names such as `brand.name`; of lists, those of their entries; of results also `error` and `request.` with a parameter or
   * a member of your own. If none of them names the request, what was asked for and `found` come first. @default all columns of the first one
   */
  fields?: readonly string[] | undefined;
}

const OPTIONS: OptionTable<CsvOptions> = { fields: { check: ({ value }) => value as string[] } };

/**
 * Yields envelopes as flat rows: one for a product or a seller, one for each entry of a list. Of offers, a later page has only new ones. URLs in cells of their own are absolute.
 * Every row has the same columns; a value that the page lacks is `undefined`. A result of {@link batch} has a row in any case, with its request: also if nothing was found, and if
 * the call failed.
 *
 * @throws BadRequestError `INVALID_PARAMETER` for a field that no page type has, `INVALID_CONFIGURATION` for something else than a list
 */
export async function* csvRows(
  given: Iterable<CsvSource | CsvResult> | AsyncIterable<CsvSource | CsvResult>,
  options: CsvOptions = {},
): AsyncGenerator<Record<string, unknown>, void, undefined> {
  const { fields } = readOptions('csvRows', OPTIONS, options);
  assertList({ name: 'given', value: given }, 'envelopes or results');
  // Loaded when it is used: columns come from the schemas.
  const { cellsOf, columnsFor, NewEntries, withRequest } = await import('./envelope-rows.ts');
  const entries = new NewEntries();
  let columns: readonly string[] | undefined;
  for await (const one of given) {
    const { envelope, rows } = 'request' in one ? withRequest(one) : { envelope: one, rows: entries.of(one) };
    columns ??= columnsFor(envelope, fields);
    for (const entry of rows) {
      const cells = cellsOf(envelope, entry, columns);
      yield Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
    }
  }
}

/**
 * Yields envelopes, or results of {@link batch}, as CSV (RFC 4180), a line at a time with its line end, as `--csv` of the command line prints it: first the names of the columns. Lists and
 * objects are JSON, and a text that a spreadsheet would run as a formula gets an apostrophe. Without a row there are only the names of `fields`.
 *
 * @throws BadRequestError `INVALID_PARAMETER` for a field that no page type has, `INVALID_CONFIGURATION` for something else than a list
 * @example
 * await pipeline(toCsv(searchPages(marketplace, { keyword: 'camping lantern' })), createWriteStream('lanterns.csv'));
 */
export async function* toCsv(
  given: Iterable<CsvSource | CsvResult> | AsyncIterable<CsvSource | CsvResult>,
  options: CsvOptions = {},
): AsyncGenerator<string, void, undefined> {
  const { csvLine } = await import('./csv.ts');
  let isFirst = true;
  for await (const row of csvRows(given, options)) {
    if (isFirst) yield `${csvLine(Object.keys(row))}\r\n`;
    isFirst = false;
    yield `${csvLine(Object.values(row))}\r\n`;
  }
  if (isFirst && options.fields !== undefined) yield `${csvLine(options.fields)}\r\n`;
}
