/** What `buybox score` does. */
import { join } from 'node:path';
import { invalidSetting } from '../../call/settings.ts';
import { parsePage } from '../../pages/index.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { formOf } from '../output/form.ts';
import { printShown } from '../output/print.ts';
import { type TableColumn, tableLines } from '../output/table.ts';
import type { ScoreFlags } from '../score.ts';
import type { Terminal } from '../terminal.ts';
import { importModule } from '../user-module.ts';
import { type PageLeaf, type Reader, type Score, scorePages, type Tally } from './scorer.ts';

interface Figures extends Tally {
  of: string;
  name: string;
}

const COLUMNS = ['of', 'name', 'asserted', 'right', 'wrong', 'missing', 'score'];

/** Scores a folder, prints the figures, and tells whether they are high enough. */
export async function score(folder: string, flags: ScoreFlags, terminal: Terminal): Promise<ExitCode> {
  const place = { pages: flags.pages ?? join(folder, 'pages'), truth: flags.truth ?? join(folder, 'truth') };
  const reader = flags.parse === undefined ? parsePage : await readerOf(flags.parse);
  const result = await scorePages({ ...place, kind: flags.kind, only: flags.only }, reader);
  print(result, flags, terminal);
  const { pages, score: share } = result.summary;
  if (pages === 0) terminal.err(`error: pages: ${place.pages} has none of the pages that the truth is about`);
  const { floor = 0 } = flags;
  const isHighEnough = share * 100 >= floor;
  if (!isHighEnough) terminal.err(`error: ${percent(share)} are right, fewer than the floor of ${floor} %`);
  return isHighEnough && pages > 0 ? EXIT.found : EXIT.failure;
}

async function readerOf(path: string): Promise<Reader> {
  const { parsePage: reader } = await importModule(path);
  if (typeof reader === 'function') return reader as Reader;
  throw invalidSetting('parse', path, 'must export a function parsePage(html, { url, requestedAt, language })');
}

function print(result: Score, flags: ScoreFlags, terminal: Terminal): void {
  const form = formOf(flags, terminal);
  if (form === 'json') terminal.json(result);
  else if (form !== 'table')
    printShown(
      figuresOf(result).map((row) => ({ ...row })),
      COLUMNS,
      { form, fields: flags.fields },
      terminal,
    );
  else for (const line of tables(result, flags, terminal)) terminal.out(line);
}

function figuresOf({ summary, fields, files }: Score): Figures[] {
  const { asserted, right, wrong, missing, score: share } = summary;
  const named = (of: string, tallies: Record<string, Tally>) =>
    Object.entries(tallies).map(([name, tally]) => ({ of, name, ...tally }));
  const all = { of: 'all', name: 'all', asserted, right, wrong, missing, score: share };
  return [...named('field', fields), ...named('file', files), all];
}

const FIGURES: readonly TableColumn<Figures>[] = [
  { label: 'RIGHT', cell: ({ score: share }) => percent(share), side: 'right' },
  { label: 'OF', cell: ({ asserted }) => String(asserted), side: 'right' },
  { label: 'WRONG', cell: ({ wrong }) => String(wrong), side: 'right' },
  { label: 'MISSING', cell: ({ missing }) => String(missing), side: 'right' },
  { label: 'NAME', cell: ({ name }) => name, least: 20 },
];

const MISSES: readonly TableColumn<PageLeaf>[] = [
  { label: 'VERDICT', cell: ({ verdict }) => verdict },
  { label: 'PAGE', cell: ({ file }) => file, least: 16 },
  { label: 'FIELD', cell: ({ path }) => path, least: 16 },
  { label: 'WANTED', cell: ({ want }) => JSON.stringify(want), least: 12 },
  { label: 'READ', cell: ({ got }) => JSON.stringify(got), least: 12 },
];

function tables(result: Score, { misses }: ScoreFlags, terminal: Terminal): string[] {
  const { pages, absent, ms_per_page, mb_per_s } = result.summary;
  const figures = figuresOf(result);
  const of = (what: string) =>
    tableLines(
      figures.filter((row) => row.of === what),
      FIGURES,
      terminal,
    );
  const missed = misses && result.misses.length > 0 ? [...tableLines(result.misses, MISSES, terminal), ''] : [];
  const count = `${pages} pages${absent === 0 ? '' : ` (${absent} more are not here)`}`;
  return [
    ...missed,
    ...of('field'),
    '',
    ...of('file'),
    '',
    `${percent(result.summary.score)} of ${result.summary.asserted} leaves of ${count}; ${ms_per_page.toFixed(1)} ms a page, ${mb_per_s.toFixed(1)} MB/s`,
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
