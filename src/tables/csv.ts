/** Comma-separated values (RFC 4180). */
import { stringify } from 'csv-stringify/sync';
import { safeText } from '../contract/safe-text.ts';

/** Signs with which a spreadsheet begins a formula, also in full width. */
const SIGNS = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';
/** Characters that end a cell for a spreadsheet with another separator, which ignores quotes inside of cells. */
const SEPARATORS = '[;\\t\\r\\n]';

/** Places where a formula begins: at the start of a cell, or behind a separator. Blanks and quotes before the sign do not protect. */
const FORMULA = new RegExp(
  `(^|${SEPARATORS})(?=[ "\\u00a0\\u2000-\\u200d\\u202f\\u205f\\u3000]*${SIGNS})|^(?=[\\t\\r])`,
  'g',
);

/**
 * Returns one line of CSV, without its line end (CR LF). `undefined` and `null` are empty cells; lists and objects are JSON. A text that a spreadsheet
 * would run as a formula gets an apostrophe in front, also one that would be a cell of its own if the separator were another one.
 *
 * @example csvLine(['B0LANTERN1', -34.99, 'a "b", c', '=1+1']) // B0LANTERN1,-34.99,"a ""b"", c",'=1+1
 */
export function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => (typeof value === 'number' ? String(value) : safeCell(cellText(value))));
  return stringify([cells], { eof: false, quoted_match: /[;\t]/ });
}

/** A text that acts neither on a spreadsheet nor on a terminal. */
function safeCell(text: string): string {
  return safeText(text).replace(FORMULA, "$1'");
}

/** Returns a value as the text of a cell. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
