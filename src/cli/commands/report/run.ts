/** Runs `buybox report`: reads results, one line at a time, or what a watch has seen, and writes the report. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { framedPage, type PageSection } from '../../../display/frame.ts';
import { foreignText, type Html, html } from '../../../display/html.ts';
import { count, counted, percent, timeSpan } from '../../../display/text.ts';
import type { WatchOverview } from '../../../entries/watch.ts';
import { realPathOf, STDIN, writeOutput } from '../../files.ts';
import { styled } from '../../output/style.ts';
import { tableLines } from '../../output/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openWatchFile } from '../../watched.ts';
import { FileLines, inputFilesOf, orWrong, readLines, reportName, wrong } from './input.ts';
import { Overview } from './overview.ts';
import { readResultLines } from './result-line.ts';
import type { Drawing, Section } from './section.ts';
import { SECTIONS } from './sections/index.ts';
import { watchFigures } from './sections/watch.ts';
import { type ReportTable, reportTables } from './watch-tables.ts';

/** The flags of `buybox report`. */
export interface ReportFlags {
  /** The file of the page. @default standard output; of a watch in a terminal, a short text */
  out?: string;
  /** `undefined` without a flag, `false` for `--no-failures`. */
  failures?: string[] | false;
  /** The heading of the page. @default the name of the file */
  title?: string;
  db?: string;
  from?: string;
  to?: string;
  json?: boolean;
}

const EXPECTED = 'a report reads NDJSON from `buybox batch` and JSON from other commands';

/**
 * Writes a report about results.
 *
 * @throws BadRequestError if a file cannot be read, no file has a result, or the page cannot be written
 */
export async function reportResults(files: readonly string[], flags: ReportFlags, terminal: Terminal): Promise<void> {
  const { out, title, failures } = flags;
  const inputs = await inputFilesOf({ files, failures: failures || [], findsFailures: failures === undefined });
  await assertOut(out, inputs, terminal);
  const { overview, sections, lines } = await countResults(inputs, terminal);
  if (overview.total === 0)
    throw wrong('files', `${lines.map(({ whyNothing }) => whyNothing).join(', ')}; ${EXPECTED}`);
  const names = inputs.map(reportName);
  const notes = lines.flatMap(({ note }) => note);
  for (const note of notes) terminal.note(`note: ${note}`);
  const first = {
    id: 'results',
    title: 'Results',
    about: html`<p>All results by marketplace and page type.</p>${notes.map((note) => html`<p class="note">${note}</p>`)}`,
    charts: overview.tables(),
  };
  const page = await pageOf({
    title: title ?? (files.length === 1 ? names[0] : counted(files.length, 'file')) ?? '',
    scope: overview.scope,
    figures: overview.figures(),
    first,
    rows: sections.map(({ section, counter }) => ({ section, empty: counter.empty, drawing: counter.draw() })),
    source: html`${counted(names.length, 'file')}: ${names.map((file, index) => html`${index === 0 ? '' : ', '}${foreignText(file)}`)}`,
  });
  await writePage(page, out, counted(overview.total, 'result'), terminal);
}

/** Writes what a watch has seen, or prints it. @throws BadRequestError for a file that is not that of a watch, and for invalid times */
export async function reportWatch(db: string, flags: ReportFlags, terminal: Terminal): Promise<void> {
  const { from, to, out, title = basename(db), json } = flags;
  const store = openWatchFile(db);
  let overview: WatchOverview;
  try {
    overview = await store.overview({ from, to });
  } finally {
    await store.close();
  }
  if (json) return terminal.json(overview);
  if (out === undefined && terminal.isInteractive) {
    for (const line of watchLines(overview, terminal)) terminal.out(line, 'styled');
    return;
  }
  const page = await pageOf({
    title,
    scope: spanOf(overview) ?? 'No look in this period',
    figures: watchFigures(overview),
    rows: SECTIONS.flatMap((section) => {
      const { watch } = section;
      return watch === undefined ? [] : [{ section, empty: watch.empty, drawing: watch.draw(overview) }];
    }),
    source: foreignText(basename(db)),
  });
  await writePage(page, out, `${count(overview.looks)} looks`, terminal);
}

interface ReportPage {
  title: string;
  scope: string;
  figures: Html;
  first?: PageSection;
  rows: readonly { section: Section; empty: string; drawing: Drawing | undefined }[];
  source: Html;
}

/** Returns the page. Sections without data are left out, with the reason. */
function pageOf({ first, rows, ...page }: ReportPage): Promise<string> {
  const drawn = rows.flatMap(({ section: { id, title }, drawing }) => (drawing ? [{ id, title, ...drawing }] : []));
  const missing = rows.flatMap(({ section, empty, drawing }) => (drawing ? [] : [`${section.title} (${empty})`]));
  return framedPage({
    ...page,
    sections: first === undefined ? drawn : [first, ...drawn],
    leftOut: missing.length === 0 ? undefined : `Left out: ${missing.join(', ')}.`,
    madeAt: Date.now(),
  });
}

async function writePage(page: string, out: string | undefined, what: string, terminal: Terminal): Promise<void> {
  if (out === undefined || out === STDIN) return terminal.out(page.trimEnd());
  await writeOutput('out', out, page);
  terminal.note(`written to ${out}: ${what}`);
}

async function countResults(inputs: readonly string[], { input, signal }: Terminal) {
  const overview = new Overview();
  const sections = SECTIONS.flatMap((section) =>
    section.results === undefined ? [] : [{ section, counter: section.results() }],
  );
  const parts = [overview, ...sections.map(({ counter }) => counter)];
  const lines = inputs.map((path) => new FileLines(path));
  for (const file of lines) {
    for await (const { number, text } of readLines({ file: file.path, stdin: input }, signal)) {
      for (const line of readResultLines(text)) {
        file.add(line, number, text);
        if (line.kind === 'response') for (const part of parts) part.addResponse(line);
        if (line.kind === 'failure') for (const part of parts) part.addFailure?.(line);
      }
    }
  }
  return { overview, sections, lines };
}

/** Checks the output file before a million lines are read in vain. */
async function assertOut(out: string | undefined, inputs: readonly string[], terminal: Terminal): Promise<void> {
  if (out === undefined && terminal.isInteractive)
    throw wrong('out', 'no file for the page. Use --out report.html, or redirect standard output to a file');
  if (out === undefined || out === STDIN) return;
  const path = await realPathOf(out);
  for (const input of inputs)
    if (path === (await realPathOf(input))) throw wrong('out', `${out} is one of the input files`);
  await orWrong(access(dirname(path), constants.W_OK), 'out', out, 'written');
}

function spanOf({ first_at: first, last_at: last }: WatchOverview): string | undefined {
  return first === undefined || last === undefined ? undefined : timeSpan(first, last);
}

/** Rows of a table in a terminal. */
const SHOWN = 5;

function watchLines(overview: WatchOverview, terminal: Terminal): string[] {
  const { targets, looks, failed_looks, credits, stock, stock_share } = overview;
  const share = stock_share === undefined ? '' : `, in stock ${percent(stock_share, 1)} of the time`;
  return [
    `period   ${spanOf(overview) ?? 'no look'}`,
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
