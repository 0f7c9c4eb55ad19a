/** Tables that fit a terminal. */
import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import type { Terminal } from '../terminal/terminal.ts';
import { pad, plain, styled } from './text.ts';

/** A column of a table. */
export interface TableColumn<Row> {
  label: string;
  /** Returns a cell; `undefined` for an empty one. */
  cell(row: Row): string | undefined;
  /** @default 'left' */
  align?: 'left' | 'right';
  /** The least width to which the column can shrink. Longer cells are truncated. @default the width of its longest cell */
  minWidth?: number;
  /** When the table does not fit, the column with the highest number is left out first. @default never left out */
  dropOrder?: number;
}

/** The terminal or file of a table. */
export type Screen = Pick<Terminal, 'columns' | 'hasColors'>;

const GAP = 2;

interface SizedColumn<Row> extends TableColumn<Row> {
  cells: string[];
  width: number;
  minWidth: number;
}

/** Returns the lines of a table: a heading, then a line for each row. Empty columns are left out, unless `keepEmpty`. */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  screen: Screen,
  { keepEmpty = false }: { keepEmpty?: boolean } = {},
): string[] {
  const sized = columns.map((column) => {
    const cells = rows.map((row) => plain(column.cell(row) ?? ''));
    const width = Math.max(stringWidth(column.label), ...cells.map((cell) => stringWidth(cell)));
    return { ...column, cells, width, minWidth: Math.min(width, column.minWidth ?? width) };
  });
  const shown = columnsThatFit(
    sized.filter(({ cells }) => keepEmpty || cells.some((cell) => cell !== '')),
    screen.columns,
  );
  const line = (textOf: (column: SizedColumn<Row>) => string) =>
    shown
      .map((column) => pad(cliTruncate(textOf(column), column.width), column.width, column.align))
      .join(' '.repeat(GAP))
      .trimEnd();
  const heading = styled(
    'bold',
    line(({ label }) => label),
    screen.hasColors,
  );
  return [heading, ...rows.map((_, row) => line(({ cells }) => cells[row] ?? ''))];
}

/** Leaves out columns until the others can fit, then shrinks the widest ones. */
function columnsThatFit<Row>(columns: readonly SizedColumn<Row>[], width: number): SizedColumn<Row>[] {
  let shown = [...columns];
  const excess = (size: 'width' | 'minWidth') => shown.reduce((sum, column) => sum + column[size] + GAP, -GAP) - width;
  while (excess('minWidth') > 0) {
    const last = shown.reduce<SizedColumn<Row> | undefined>(
      (found, column) => ((column.dropOrder ?? 0) > (found?.dropOrder ?? 0) ? column : found),
      undefined,
    );
    if (last === undefined) break;
    shown = shown.filter((column) => column !== last);
  }
  for (let left = excess('width'); left > 0; left--) {
    const [widest] = shown.filter((column) => column.width > column.minWidth).sort((a, b) => b.width - a.width);
    if (widest === undefined) break;
    widest.width--;
  }
  return shown;
}
