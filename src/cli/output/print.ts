/** Prints a value, or a list of values, in any form. */
import { didYouMean } from '../../contract/similar.ts';
import { wrongParameter } from '../../options/checks.ts';
import { cellText, csvLine } from '../../tables/csv.ts';
import { pickFields, type Row, valueAt } from '../../tables/rows.ts';
import { type Form, formOf, type OutputFlags } from '../flags/output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { cardLines } from './card.ts';
import { type Screen, type TableColumn, tableLines } from './table.ts';

/** The form, and the fields to print; `undefined` for all. */
export interface PrintStyle {
  form: Form;
  fields: readonly string[] | undefined;
}

/** Prints the result of a command as its flags say: one row with all its members, or a list of rows with these columns. */
export function printResult(
  result: Row | readonly Row[],
  columns: readonly string[],
  flags: OutputFlags,
  terminal: Terminal,
): void {
  const shown = isRows(result) ? columns : Object.keys(result);
  printShown(result, shown, { form: formOf(flags, terminal), fields: flags.fields }, terminal);
}

/**
 * Prints a value, or a list with a row per value.
 *
 * @param columns The columns of tables and CSV, in this order. `fields` selects from them.
 */
export function printShown(
  value: Row | readonly Row[],
  columns: readonly string[],
  { form, fields }: PrintStyle,
  terminal: Terminal,
): void {
  const rows = isRows(value) ? value : [value];
  const shown = fields ?? columns;
  const picked = (row: Row) => (fields === undefined ? row : pickFields(row, fields));
  if (form === 'json') terminal.json(isRows(value) ? value.map(picked) : picked(value));
  else if (form === 'ndjson') for (const row of rows) terminal.out(JSON.stringify(picked(row)), 'json');
  else if (form === 'csv')
    for (const line of [csvLine(shown), ...rows.map((row) => csvRow(row, shown))]) terminal.out(`${line}\r`);
  else if (!isRows(value)) for (const line of fieldCard(value, shown, terminal)) terminal.out(line, 'styled');
  else if (rows.length > 0) for (const line of fieldTable(rows, shown, terminal)) terminal.out(line, 'styled');
  else terminal.note('no entries');
}

/** Refuses fields without a column, before the command does its work. @throws BadRequestError */
export function assertColumns({ fields = [] }: OutputFlags, columns: readonly string[]): void {
  const wrong = fields.find((field) => !columns.includes(field.split('.', 1)[0] ?? field));
  if (wrong === undefined) return;
  throw wrongParameter('fields', `"${wrong}" is not a column. ${didYouMean(wrong, columns)}`);
}

function isRows(value: Row | readonly Row[]): value is readonly Row[] {
  return Array.isArray(value);
}

/** Returns the CSV line of a row. `columns` are paths. */
function csvRow(row: Row, columns: readonly string[]): string {
  return csvLine(columns.map((name) => valueAt(row, name)));
}

/** Returns the lines of a table. `fields` are paths. */
export function fieldTable(rows: readonly Row[], fields: readonly string[], screen: Screen): string[] {
  const columns = fields.map(
    (field, index): TableColumn<Row> => ({
      label: field.toUpperCase(),
      cell: (row) => cellText(valueAt(row, field)),
      minWidth: Math.max(10, field.length),
      dropOrder: index,
    }),
  );
  return tableLines(rows, columns, screen, { keepEmpty: true });
}

/** Returns the lines of a card. `fields` are paths. */
export function fieldCard(thing: Row, fields: readonly string[], screen: Screen): string[] {
  const lines = fields.map((field) => [field, cellText(valueAt(thing, field))] as const);
  return cardLines({ lines }, screen);
}
