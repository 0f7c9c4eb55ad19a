/** Runs the tool `score`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formOf, type OutputFlags } from '../../src/cli/flags/output.ts';
import { printShown } from '../../src/cli/output/print.ts';
import { type TableColumn, tableLines } from '../../src/cli/output/table.ts';
import { EXIT, type ExitCode } from '../../src/cli/terminal/exit.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { counted } from '../../src/display/text.ts';
import { invalidSetting } from '../../src/options/checks.ts';
import { importModule } from '../../src/options/modules.ts';
import { parsePage } from '../../src/pages/index.ts';
import { draftTruths } from './draft.ts';
import { type PageLeaf, type Parser, type Score, scorePages, type Tally } from './scorer.ts';

/** The flags of the tool. */
export interface ScoreFlags extends OutputFlags {
  pages?: string;
  truth?: string;
  kind?: string;
  only?: string;
  parse?: string;
  misses?: boolean;
  draft?: boolean;
  /** Percent. */
  floor?: number;
}

interface Figures extends Tally, Record<string, unknown> {
  of: 'field' | 'file' | 'all';
  name: string;
}

const COLUMNS = ['of', 'name', 'asserted', 'right', 'wrong', 'missing', 'score'];

/** Scores a folder and prints the figures. Returns a failure below the floor, or without pages. */
export async function score(folder: string, flags: ScoreFlags, terminal: Terminal): Promise<ExitCode> {
  const { truth = join(folder, 'truth'), kind, only, floor = 0 } = flags;
  const pages = flags.pages ?? pagesFolder(folder);
  if (flags.draft) {
    const files = await draftTruths(pages, truth);
    terminal.note(
      `${counted(files.length, 'draft')} written to ${truth}: correct every value that the page does not show`,
    );
    return EXIT.found;
  }
  const parse = flags.parse === undefined ? parsePage : await importParser(flags.parse);
  const result = await scorePages({ pages, truth, kind, only }, parse);
  const form = formOf(flags, terminal);
  if (form === 'json') terminal.json(result);
  else if (form === 'table') for (const line of tables(result, flags, terminal)) terminal.out(line, 'styled');
  else printShown(figuresOf(result), COLUMNS, { form, fields: flags.fields }, terminal);
  const { summary } = result;
  if (summary.pages === 0) terminal.err(`error: pages: ${pages} has none of the pages that ${truth} describes`);
  const isHighEnough = summary.score * 100 >= floor;
  if (!isHighEnough) terminal.err(`error: the score is ${percent(summary.score)}, below the floor of ${floor} %`);
  return isHighEnough && summary.pages > 0 ? EXIT.found : EXIT.failure;
}

/** Returns the folder with the pages. `buybox record` saves pages in the folder itself. */
function pagesFolder(folder: string): string {
  const inside = join(folder, 'pages');
  return !existsSync(inside) && existsSync(join(folder, 'index.json')) ? folder : inside;
}

async function importParser(path: string): Promise<Parser> {
  const { parsePage: parser } = await importModule(path);
  if (typeof parser === 'function') return parser as Parser;
  throw invalidSetting(
    'parse',
    path,
    'has no parser: expected an export parsePage(html, { url, requestedAt, language }).',
  );
}

function figuresOf({ summary, fields, files }: Score): Figures[] {
  const { asserted, right, wrong, missing, score: share } = summary;
  const figures = (of: Figures['of'], tallies: Record<string, Tally>) =>
    Object.entries(tallies).map(([name, tally]) => ({ of, name, ...tally }));
  const all = { asserted, right, wrong, missing, score: share };
  return [...figures('field', fields), ...figures('file', files), ...figures('all', { all })];
}

const FIGURES: readonly TableColumn<Figures>[] = [
  { label: 'RIGHT', cell: ({ score: share }) => percent(share), align: 'right' },
  { label: 'OF', cell: ({ asserted }) => String(asserted), align: 'right' },
  { label: 'WRONG', cell: ({ wrong }) => String(wrong), align: 'right' },
  { label: 'MISSING', cell: ({ missing }) => String(missing), align: 'right' },
  { label: 'NAME', cell: ({ name }) => name, minWidth: 20 },
];

const MISSES: readonly TableColumn<PageLeaf>[] = [
  { label: 'VERDICT', cell: ({ verdict }) => verdict },
  { label: 'PAGE', cell: ({ file }) => file, minWidth: 16 },
  { label: 'FIELD', cell: ({ path }) => path, minWidth: 16 },
  { label: 'EXPECTED', cell: ({ want }) => JSON.stringify(want), minWidth: 12 },
  { label: 'READ', cell: ({ got }) => JSON.stringify(got), minWidth: 12 },
];

function tables(result: Score, flags: ScoreFlags, terminal: Terminal): string[] {
  const { pages, absent, asserted, ms_per_page, mb_per_s, score: share } = result.summary;
  const figures = Map.groupBy(figuresOf(result), ({ of }) => of);
  const misses = flags.misses ? result.misses : [];
  const count = `${pages} pages${absent === 0 ? '' : ` (${absent} not found)`}`;
  return [
    ...(misses.length === 0 ? [] : [...tableLines(misses, MISSES, terminal), '']),
    ...(['field', 'file'] as const).flatMap((of) => [...tableLines(figures.get(of) ?? [], FIGURES, terminal), '']),
    `${percent(share)} of ${asserted} values on ${count}; ${ms_per_page.toFixed(1)} ms per page, ${mb_per_s.toFixed(1)} MB/s`,
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
