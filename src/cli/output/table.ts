/** Tables that fit a terminal. */
import { styled } from './style.ts';
import { clip, pad, plain, widthOf } from './width.ts';

/** A column of a table. */
export interface TableColumn<Row> {
  label: string;
  /** Its cell; nothing for an empty one. */
  cell(row: Row): string | undefined;
  /** Where cells stand. @default 'left' */
  side?: 'left' | 'right';
  /** How narrow it may get: its texts are cut then. @default as wide as its widest text */
  least?: number;
  /** When the table does not fit, columns with the highest number go first; without one a column stays. */
  spare?: number;
}

/** What a table is drawn on. */
export interface Canvas {
  columns: number;
  hasColors: boolean;
}

const GAP = 2;

interface Fitted<Row> {
  column: TableColumn<Row>;
  cells: string[];
  width: number;
}

/** The lines of a table: a heading, and a line a row. Columns without a single cell are left out, unless `keepEmpty`. */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  canvas: Canvas,
  { keepEmpty = false }: { keepEmpty?: boolean } = {},
): string[] {
  const all = columns.map((column) => measured(column, rows));
  const shown = fitted(keepEmpty ? all : all.filter(({ cells }) => cells.some((cell) => cell !== '')), canvas.columns);
  const line = (texts: readonly string[]) =>
    shown
      .map(({ column, width }, index) => pad(clip(texts[index] ?? '', width), width, column.side))
      .join(' '.repeat(GAP))
      .trimEnd();
  const heading = styled('bold', line(shown.map(({ column }) => column.label)), canvas.hasColors);
  return [heading, ...rows.map((_, row) => line(shown.map(({ cells }) => cells[row] ?? '')))];
}

function measured<Row>(column: TableColumn<Row>, rows: readonly Row[]): Fitted<Row> {
  const cells = rows.map((row) => plain(column.cell(row) ?? ''));
  return { column, cells, width: Math.max(widthOf(column.label), ...cells.map(widthOf)) };
}

/** Makes columns narrower, then fewer, until they fit. */
function fitted<Row>(columns: Fitted<Row>[], width: number): Fitted<Row>[] {
  const excess = columns.reduce((sum, column) => sum + column.width + GAP, -GAP) - width;
  if (excess <= 0) return columns;
  const slack = columns.map(({ column, width: own }) => Math.max(0, own - (column.least ?? own)));
  const total = slack.reduce((sum, part) => sum + part, 0);
  if (total >= excess) return narrowed(columns, slack, excess);
  const spare = columns.reduce<Fitted<Row> | undefined>(
    (most, column) => ((column.column.spare ?? 0) > (most?.column.spare ?? 0) ? column : most),
    undefined,
  );
  if (spare !== undefined)
    return fitted(
      columns.filter((column) => column !== spare),
      width,
    );
  return narrowed(columns, slack, total);
}

/** Takes columns off where there is slack, most where there is most. */
function narrowed<Row>(columns: Fitted<Row>[], slack: readonly number[], excess: number): Fitted<Row>[] {
  let left = excess;
  const rest = [...slack];
  const widths = columns.map(({ width }) => width);
  while (left > 0) {
    const widest = rest.reduce(
      (best, part, index) => (part > 0 && (widths[index] ?? 0) > (widths[best] ?? 0) ? index : best),
      rest.findIndex((part) => part > 0),
    );
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    rest[widest] = (rest[widest] ?? 0) - 1;
    left--;
  }
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }));
}
