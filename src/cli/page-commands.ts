/** Commands on saved pages: `parse`, `explain`. */
import type { Command } from 'commander';
import { LANGUAGES } from '../contract/codes.ts';
import type { ExitCode } from './exit.ts';
import { httpStatus, toMoment } from './flag-values.ts';
import { Flag } from './flags.ts';
import { addOutputFlags, type OutputFlags } from './output/form.ts';
import type { Terminal } from './terminal.ts';

/** What a command line says of a page. */
export interface PageFlags extends OutputFlags {
  url?: string;
  status?: number;
  requestedAt?: Date;
  language?: (typeof LANGUAGES)[number];
  html?: string;
}

/** Adds the commands; `finish` takes the exit code. */
export function addPageCommands(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  pageCommand(program, 'parse', 'Read saved pages, and print their data.')
    .argument('<file...>', 'pages, compressed or not; - is standard input; of several, a line a page is printed')
    .addHelpText('after', PARSE_EXAMPLES)
    .action(async (files: string[], flags: PageFlags) => {
      const { parseFile, parseFiles } = await import('./pages/parse.ts');
      const [file = '-'] = files;
      finish(files.length === 1 ? await parseFile(file, flags, terminal) : await parseFiles(files, flags, terminal));
    });
  pageCommand(program, 'explain', 'Read a saved page, and tell where each value came from.')
    .argument('<file>', 'the page, compressed or not; - is standard input')
    .option('--html <out>', "write one HTML page that shows the page's text with the fields marked")
    .addHelpText('after', EXPLAIN_EXAMPLES)
    .action(async (file: string, flags: PageFlags) => {
      const { explainFile } = await import('./pages/explain.ts');
      finish(await explainFile(file, flags, terminal));
    });
}

function pageCommand(program: Command, name: string, summary: string): Command {
  const flags = [
    new Flag('--url <url>', "the page's address; without it the page's own canonical link is used"),
    new Flag('--status <code>', 'its HTTP status').argParser(httpStatus),
    new Flag('--requested-at <moment>', 'when it was served, ISO 8601: dates count from then (default now)').argParser(
      toMoment,
    ),
    new Flag('--language <code>', 'the language that was asked for').choices(LANGUAGES),
  ];
  const command = program.command(name).description(summary);
  for (const flag of flags) command.addOption(flag);
  return addOutputFlags(command);
}

const PARSE_EXAMPLES = `
Examples:
  buybox parse page.html --url https://www.amazon.com/dp/B08N5WRWNW
  curl -s "$URL" | buybox parse - --url "$URL" --fields title,bb_price
  buybox parse pages/*.html.gz > data.ndjson`;

const EXPLAIN_EXAMPLES = `
Examples:
  buybox explain page.html
  buybox explain page.html --fields bb_price,promotion.deal
  buybox explain page.html --html explained.html`;
