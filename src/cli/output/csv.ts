/** Comma-separated values (RFC 4180). */
import { stringify } from 'csv-stringify/sync';

/**
 * Returns one line of CSV, without its line end (CR LF). `undefined` and `null` are empty cells; lists and objects are JSON. A string
 * that a spreadsheet would run as a formula gets an apostrophe in front.
 *
 * @example csvLine(['B0LANTERN1', 34.99, 'a "b", c', '=1+1']) // B0LANTERN1,34.99,"a ""b"", c",'=1+1
 */
export function csvLine(values: readonly unknown[]): string {
  return stringify([[...values]], { eof: false, escape_formulas: true, cast: { boolean: String, object: cellText } });
}

/** Returns a value as the text of a cell. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
