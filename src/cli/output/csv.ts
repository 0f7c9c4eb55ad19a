/** Comma-separated values (RFC 4180) that a spreadsheet opens without running anything. */

/** A cell that begins so is a formula to spreadsheets; numbers are not. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * One line, without its line end (which is CR LF by the RFC). Nothing and `null` are empty; lists and objects are JSON. A text that a
 * spreadsheet would run as a formula gets an apostrophe in front.
 *
 * @example csvLine(['B08N5WRWNW', 34.99, 'a "b", c', '=1+1']) // B08N5WRWNW,34.99,"a ""b"", c",'=1+1
 */
export function csvLine(values: readonly unknown[]): string {
  return values.map(csvCell).join(',');
}

function csvCell(value: unknown): string {
  const text = cellText(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A value as the text of a cell. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
