/** `buybox report`: charts of the results of a batch, or of what a watch has seen, on one HTML page. */
import type { Command } from 'commander';
import { collect } from '../../flags/values.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ReportFlags } from './run.ts';

/** Adds the command. `finish` receives the exit code. */
export function addReportCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('report')
    .description(
      'Draw results of a batch, or what a watch has seen, on one page that works offline: prices, Buy Box, stock, errors.',
    )
    .argument(
      '[files...]',
      'NDJSON from `buybox batch`, or JSON from other commands; plain or gzip, - for standard input',
    )
    .option('--db <file>', 'file of a watch, instead of results')
    .option('--from <time>', 'with --db: from this time on: 2026-11-01, 2026-11-01T12:00Z (default: the first look)')
    .option('--to <time>', 'with --db: before this time (default: the last look)')
    .option('--json', 'with --db: print the numbers as JSON')
    .option('-o, --out <file>', 'file for the page (default: standard output; with --db in a terminal a short text)')
    .option(
      '--failures <file>',
      'failures of the batch (default: the failures file next to the results); can be repeated',
      (file: string, before: string[] | false | undefined) => collect(file, before || undefined),
    )
    .option('--no-failures', 'do not read the failures file next to the results')
    .option('--title <text>', 'heading of the page (default: the name of the file)')
    .addHelpText('after', EXAMPLES);
  command.action(async (files: string[]) => {
    // Only this command loads the chart library.
    const { report } = await import('./run.ts');
    await report(files, command.opts<ReportFlags>(), terminal);
    finish(EXIT.found);
  });
}

const EXAMPLES = `
Examples:
  buybox report results.ndjson --out report.html
  buybox report monday.ndjson.gz tuesday.ndjson.gz --out week.html --title "This week"
  buybox batch asins.txt | buybox report - > report.html
  buybox report --db watch.db
  buybox report --db watch.db --from 2026-11-01 --out report.html`;
