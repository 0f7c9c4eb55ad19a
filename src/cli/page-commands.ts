/** The commands that read saved pages: `buybox parse`, `buybox explain` and `buybox report-page`. */
import type { Command } from 'commander';
import { LANGUAGES } from '../contract/codes.ts';
import type { ExitCode } from './exit.ts';
import { httpStatus, toTimestamp } from './flag-values.ts';
import { Flag, parseTimeoutFlag } from './flags.ts';
import { addOutputFlags, type OutputFlags } from './output/form.ts';
import { addReportPageCommand } from './report-page.ts';
import type { Terminal } from './terminal.ts';

/** The flags of these commands. */
export interface PageFlags extends OutputFlags {
  url?: string;
  status?: number;
  requestedAt?: Date;
  language?: (typeof LANGUAGES)[number];
  /** Milliseconds. */
  parseTimeout?: number;
  html?: string;
}

/** Adds the commands; `finish` receives the exit code. */
export function addPageCommands(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  pageCommand(program, 'parse', 'Read saved pages and print their data.')
    .argument('<file...>', 'pages, compressed or not; - is standard input; several pages print one line each')
    .addHelpText('after', PARSE_EXAMPLES)
    .action(async (files: string[], flags: PageFlags) => {
      await assertKnownFields(flags);
      const { parseFile, parseFiles } = await import('./pages/parse.ts');
      const [file = '-'] = files;
      finish(files.length === 1 ? await parseFile(file, flags, terminal) : await parseFiles(files, flags, terminal));
    });
  pageCommand(program, 'explain', 'Read a saved page and print where each value was found.')
    .argument('<file>', 'the page, compressed or not; - is standard input')
    .option('--html <out>', 'write a file that shows the page with its values outlined, next to a table of them')
    .addHelpText('after', EXPLAIN_EXAMPLES)
    .action(async (file: string, flags: PageFlags) => {
      await assertKnownFields(flags);
      const { explainFile } = await import('./pages/explain.ts');
      finish(await explainFile(file, flags, terminal));
    });
  const summary = 'List what a saved page says about its shopper, or remove it, so that you can share the page.';
  addReportPageCommand(pageCommand(program, 'report-page', summary), terminal, finish);
}

function pageCommand(program: Command, name: string, summary: string): Command {
  const command = program
    .command(name)
    .description(summary)
    .option('--url <url>', "URL of the page (default: the page's canonical link)")
    .option('--status <code>', 'HTTP status of the page', httpStatus)
    .option(
      '--requested-at <time>',
      'when the page was served, ISO 8601; dates are relative to it (default now)',
      toTimestamp,
    )
    .addOption(new Flag('--language <code>', 'language that the page was requested in').choices(LANGUAGES))
    .addOption(parseTimeoutFlag());
  return addOutputFlags(command);
}

async function assertKnownFields({ fields }: PageFlags): Promise<void> {
  const { assertFields } = await import('./output/fields.ts');
  if (fields !== undefined) assertFields(fields);
}

const PARSE_EXAMPLES = `
Examples:
  buybox parse page.html --url https://www.amazon.com/dp/B0LANTERN1
  curl -s "$URL" | buybox parse - --url "$URL" --fields title,bb_price
  buybox parse pages/*.html.gz > data.ndjson`;

const EXPLAIN_EXAMPLES = `
Examples:
  buybox explain page.html
  buybox explain page.html --fields bb_price,promotion.deal
  buybox explain page.html --html explained.html`;
