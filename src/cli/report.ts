/** `buybox report`: charts of the results of a batch on one HTML page. */
import type { Command } from 'commander';
import { EXIT, type ExitCode } from './exit.ts';
import { collect } from './flag-values.ts';
import type { Terminal } from './terminal.ts';

interface ReportFlags {
  out?: string;
  /** `undefined` without a flag, `false` for `--no-failures`. */
  failures?: string[] | false;
  title?: string;
}

/** Adds the command. `finish` receives the exit code. */
export function addReportCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('report')
    .description('Draw results on one page that works offline: prices, Buy Box, conditions, missing fields, errors.')
    .argument(
      '<files...>',
      'NDJSON from `buybox batch`, or JSON from other commands; plain or gzip, - for standard input',
    )
    .option('-o, --out <file>', 'file for the page (default: standard output)')
    .option(
      '--failures <file>',
      'failures of the batch (default: the failures file next to the results); can be repeated',
      (file: string, before: string[] | false | undefined) => collect(file, before || undefined),
    )
    .option('--no-failures', 'do not read the failures file next to the results')
    .option('--title <text>', 'heading of the page (default: the name of the file)')
    .addHelpText('after', EXAMPLES);
  command.action(async (files: string[]) => {
    const { out, failures, title } = command.opts<ReportFlags>();
    // Only this command loads the chart library.
    const { makeReport } = await import('./report/report.ts');
    await makeReport({ files, failures: failures || [], findsFailures: failures === undefined, out, title }, terminal);
    finish(EXIT.found);
  });
}

const EXAMPLES = `
Examples:
  buybox report results.ndjson --out report.html
  buybox report monday.ndjson.gz tuesday.ndjson.gz --out week.html --title "This week"
  buybox batch asins.txt | buybox report - > report.html`;
