/** Runs `buybox report`: reads results, one line at a time, or what a watch has seen, and writes the report. */
import { basename } from 'node:path';
import { dataTable, figure } from '../../../display/figure.ts';
import { framedPage } from '../../../display/frame.ts';
import { foreignText, type Html, html } from '../../../display/html.ts';
import { count, counted, timeSpan } from '../../../display/text.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { realPathOf, STDIN, writeOutput } from '../../files.ts';
import { tableLines } from '../../output/table.ts';
import { styled } from '../../output/text.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openWatchFile } from '../../watched.ts';
import { inputFilesOf, ResultFile } from './input.ts';
import { Outcomes } from './outcomes.ts';
import { SECTIONS } from './sections.ts';
import { type WatchTable, watchFigures } from './watch.ts';

/** The flags of `buybox report`. */
export interface ReportFlags {
  /** The file of the page. @default standard output; of a watch in a terminal, a short text */
  out?: string;
  /** The heading of the page. @default the name of the file */
  title?: string;
  db?: string;
  from?: string;
  to?: string;
  json?: boolean;
}

/** Writes a report. @throws BadRequestError for flags of the other source, a file that cannot be read or has nothing, and a page that cannot be written */
export async function report(files: readonly string[], flags: ReportFlags, terminal: Terminal): Promise<void> {
  const { db, from, to, json } = flags;
  if (db === undefined) {
    if (files.length === 0)
      throw wrongParameter('files', 'missing. Name files with results, or the file of a watch with --db watch.db.');
    for (const [name, value] of Object.entries({ from, to, json }))
      if (value !== undefined) throw wrongParameter(name, 'works with --db only. Leave it out.');
    return reportResults(files, flags, terminal);
  }
  if (files.length > 0) throw wrongParameter('db', 'a report is about files with results or about a watch, not both.');
  return reportWatch(db, flags, terminal);
}

async function reportResults(paths: readonly string[], flags: ReportFlags, terminal: Terminal): Promise<void> {
  const { out, title } = flags;
  const inputs = await inputFilesOf(paths);
  await assertOut(out, inputs, terminal);
  const files = inputs.map((path) => new ResultFile(path));
  const sections = SECTIONS.flatMap(({ id, title: name, results }) =>
    results === undefined ? [] : [{ id, title: name, ...results, charts: results.charts() }],
  );
  const charts = sections.flatMap((section) => section.charts);
  for (const file of files) for await (const line of file.read(terminal)) for (const chart of charts) chart.add(line);
  const notes = files.flatMap(({ note }) => note);
  const outcomes = charts.find((chart) => chart instanceof Outcomes);
  if (outcomes === undefined || outcomes.total === 0)
    throw wrongParameter(
      'files',
      `${notes.join(', ')}; a report reads NDJSON from \`buybox batch\` and JSON from other commands`,
    );
  for (const note of notes) terminal.note(`note: ${note}`);
  const page = await framedPage({
    title: title ?? (paths.length === 1 ? files[0]?.name : undefined) ?? counted(paths.length, 'file'),
    scope: outcomes.scope,
    figures: outcomes.figures,
    sections: sections.map((section) => ({ ...section, charts: section.charts.map((chart) => chart.draw()) })),
    notes,
    source: html`${counted(files.length, 'file')}: ${files.map(({ name }, index) => html`${index === 0 ? '' : ', '}${foreignText(name)}`)}`,
    madeAt: Date.now(),
  });
  await writePage(page, out, counted(outcomes.total, 'result'), terminal);
}

async function reportWatch(db: string, flags: ReportFlags, terminal: Terminal): Promise<void> {
  const { from, to, out, title = basename(db), json } = flags;
  await using store = openWatchFile(db);
  const overview = await store.overview({ from, to });
  if (json) return terminal.json(overview);
  const { first_at: first, last_at: last, looks } = overview;
  const scope = first === undefined || last === undefined ? 'No look in this period' : timeSpan(first, last);
  const figures = watchFigures(overview);
  if (out === undefined && terminal.isInteractive) {
    const shown = figures.filter(([, value]) => value !== undefined);
    const width = Math.max(...shown.map(([name]) => name.length));
    const lines = shown.map(([name, ...values]) => `${name.padEnd(width)}  ${values.join('  ')}`.trimEnd());
    const tables = SECTIONS.flatMap(({ watch }) => watch.tables(overview)).flatMap((table) => linesOf(table, terminal));
    for (const line of [scope, ...lines, ...tables]) terminal.out(line, 'styled');
    return;
  }
  const sections = SECTIONS.map(({ id, title: name, watch }) => {
    return { id, title: name, ...watch, charts: [watch.chart?.(overview), ...watch.tables(overview).map(tableFigure)] };
  });
  const page = await framedPage({
    title,
    scope,
    figures,
    sections,
    source: foreignText(basename(db)),
    madeAt: Date.now(),
  });
  await writePage(page, out, counted(looks, 'look'), terminal);
}

async function writePage(page: string, out: string | undefined, what: string, terminal: Terminal): Promise<void> {
  if (out === undefined || out === STDIN) return terminal.out(page.trimEnd());
  await writeOutput('out', out, page);
  terminal.note(`written to ${out}: ${what}`);
}

/** Refuses an output file that is missing or an input file, before a million lines are read in vain. */
async function assertOut(out: string | undefined, inputs: readonly string[], terminal: Terminal): Promise<void> {
  if (out === undefined && terminal.isInteractive)
    throw wrongParameter('out', 'no file for the page. Use --out report.html, or redirect standard output to a file');
  if (out === undefined || out === STDIN) return;
  const path = await realPathOf(out);
  for (const input of inputs)
    if (path === (await realPathOf(input))) throw wrongParameter('out', `${out} is one of the input files`);
}

/** The longest text of a cell. */
const LONGEST_CELL = 90;

function tableFigure({ title, heads, rows, total = rows.length }: WatchTable): Html | undefined {
  if (rows.length === 0) return undefined;
  const cells = rows.map((row) => row.map((cell) => foreignText(cell, LONGEST_CELL)));
  const notes = [total > rows.length && `The first ${count(rows.length)} are shown.`];
  return figure({ title, facts: counted(total, 'row'), chart: dataTable(title, heads, cells), notes });
}

/** Rows of a table in a terminal. */
const SHOWN = 5;

function linesOf({ title, heads, rows, total = rows.length }: WatchTable, terminal: Terminal): string[] {
  if (rows.length === 0) return [];
  const columns = heads.map((label, index) => ({
    label,
    cell: (row: readonly string[]) => row[index] ?? '',
    ...(index === 0 && { minWidth: 20 }),
  }));
  const lines = tableLines(rows.slice(0, SHOWN), columns, terminal);
  return [
    '',
    styled('bold', title, terminal.hasColors),
    ...lines,
    ...(total > SHOWN ? [`${count(total - SHOWN)} more`] : []),
  ];
}
