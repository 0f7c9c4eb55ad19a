/** Envelopes as CSV, in programs. */

/** The source of CSV: an envelope, or the result of `parsePage`. */
export interface CsvSource {
  /** Its page type decides the columns. */
  page_type: string;
  /** Its data; `null` has no rows. */
  data: unknown;
  /** Its `marketplace` makes URLs absolute. */
  meta?: unknown;
}

/** Options of {@link toCsv} and {@link csvRows}. */
export interface CsvOptions {
  /** Only these columns, in this order: names such as `brand.name`; of lists, those of their entries. @default all columns of the first envelope's page type */
  fields?: readonly string[] | undefined;
}

/**
 * Yields envelopes as flat rows: one for a product or a seller, one for each entry of a list. Of offers, a later page has only new ones. URLs in cells of their own are absolute.
 * Every row has the same columns; a value that the page lacks is `undefined`.
 *
 * @throws BadRequestError `INVALID_PARAMETER` for a field that no page type has
 */
export async function* csvRows(
  envelopes: Iterable<CsvSource> | AsyncIterable<CsvSource>,
  { fields }: CsvOptions = {},
): AsyncGenerator<Record<string, unknown>, void, undefined> {
  // Loaded when it is used: columns come from the schemas.
  const { assertFields } = await import('./fields.ts');
  const { cellsOf, columnNames, NewEntries } = await import('./envelope-rows.ts');
  if (fields !== undefined) assertFields(fields);
  const entries = new NewEntries();
  let columns = fields;
  for await (const envelope of envelopes) {
    columns ??= columnNames(envelope);
    for (const entry of entries.of(envelope)) {
      const cells = cellsOf(envelope, entry, columns);
      yield Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
    }
  }
}

/**
 * Yields envelopes as CSV (RFC 4180), a line at a time with its line end, as `--csv` of the command line prints it: first the names of the columns. Lists and
 * objects are JSON, and a text that a spreadsheet would run as a formula gets an apostrophe. Without a row there is no line.
 *
 * @throws BadRequestError `INVALID_PARAMETER` for a field that no page type has
 * @example
 * await pipeline(toCsv(searchPages(marketplace, { keyword: 'camping lantern' })), createWriteStream('lanterns.csv'));
 */
export async function* toCsv(
  envelopes: Iterable<CsvSource> | AsyncIterable<CsvSource>,
  options: CsvOptions = {},
): AsyncGenerator<string, void, undefined> {
  const { csvLine } = await import('./csv.ts');
  let isFirst = true;
  for await (const row of csvRows(envelopes, options)) {
    if (isFirst) yield `${csvLine(Object.keys(row))}\r\n`;
    isFirst = false;
    yield `${csvLine(Object.values(row))}\r\n`;
  }
}
