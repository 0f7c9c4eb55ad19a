/** Runs `buybox report --db`. */
import { basename } from 'node:path';
import type { WatchOverview } from '../../../entries/watch.ts';
import { count } from '../../counts.ts';
import { STDIN, writeOutput } from '../../files.ts';
import { styled } from '../../output/style.ts';
import { tableLines } from '../../output/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openWatchFile } from '../../watched.ts';
import { percent, timeSpan } from './format.ts';
import { type ReportTable, reportTables } from './watch-tables.ts';

/** Options of `buybox report --db`. */
export interface WatchReportOptions {
  db: string;
  from: string | undefined;
  to: string | undefined;
  /** The file of the page. @default standard output */
  out: string | undefined;
  /** The heading of the page. @default the name of the file */
  title: string | undefined;
  isJson: boolean;
}

/** Rows of a table in a terminal. */
const SHOWN = 5;

/** Prints what a watch has seen, or writes it to a page. @throws BadRequestError for a file that is not that of a watch, and for invalid times */
export async function reportWatch(options: WatchReportOptions, terminal: Terminal): Promise<void> {
  const { db, from, to, out, title, isJson } = options;
  const store = openWatchFile(db);
  let overview: WatchOverview;
  try {
    overview = await store.overview({ from, to });
  } finally {
    await store.close();
  }
  if (isJson) return terminal.json(overview);
  const isFile = out !== undefined && out !== STDIN;
  if (!isFile && out === undefined && terminal.isInteractive) {
    for (const line of reportLines(overview, terminal)) terminal.out(line, 'styled');
    return;
  }
  const { watchReportPage } = await import('./watch-page.ts');
  const page = await watchReportPage({ title: title ?? basename(db), overview, db: basename(db), madeAt: Date.now() });
  if (!isFile) return terminal.out(page.trimEnd());
  await writeOutput('out', out, page);
  terminal.note(`written to ${out}: ${count(overview.looks)} looks`);
}

function reportLines(overview: WatchOverview, terminal: Terminal): string[] {
  const { first_at, last_at, targets, looks, failed_looks, credits, stock, stock_share } = overview;
  const span = first_at === undefined || last_at === undefined ? 'no look' : timeSpan(first_at, last_at);
  const share = stock_share === undefined ? '' : `, in stock ${percent(stock_share, 1)} of the time`;
  return [
    `period   ${span}`,
    `targets  ${targets.map((row) => `${count(row.targets)} ${row.endpoint}`).join(', ') || 'none'}, ${count(overview.failing_total)} fail now`,
    `looks    ${count(looks)}, ${count(failed_looks)} failed`,
    `credits  ${count(credits)}`,
    `stock    ${count(stock.in_stock)} in stock now, ${count(stock.out_of_stock)} out of stock, ${count(stock.unknown)} unknown${share}`,
    ...Object.values(reportTables(overview)).flatMap((table) => linesOf(table, terminal)),
  ];
}

function linesOf({ title, heads, rows, total = rows.length }: ReportTable, terminal: Terminal): string[] {
  if (rows.length === 0) return [];
  const columns = heads.map((label, index) => ({
    label,
    cell: (row: readonly string[]) => row[index] ?? '',
    ...(index === 0 && { minWidth: 20 }),
  }));
  const more = total > SHOWN ? [`${count(total - SHOWN)} more`] : [];
  return [
    '',
    styled('bold', title, terminal.hasColors),
    ...tableLines(rows.slice(0, SHOWN), columns, terminal),
    ...more,
  ];
}
