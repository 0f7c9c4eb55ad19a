/** `buybox report`: results of batches as one page to look at. */
import type { Command } from 'commander';
import { EXIT, type ExitCode } from './exit.ts';
import { collect } from './flag-values.ts';
import type { Terminal } from './terminal.ts';

interface ReportFlags {
  out?: string;
  /** None were named; `false`: none are wanted. */
  failures?: string[] | false;
  title?: string;
}

/** Adds the command; `finish` takes the exit code. */
export function addReportCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('report')
    .description('Draw results as one page that works offline: prices, Buy Box, conditions, missing fields, errors.')
    .argument('<files...>', 'NDJSON of `buybox batch`, or answers as JSON, compressed or not; - is standard input')
    .option('-o, --out <file>', 'the page; without it the page goes to standard output')
    .option(
      '--failures <file>',
      'failures of the batch (default: the file beside the results); again for more',
      addFile,
    )
    .option('--no-failures', 'take no failures from beside the results')
    .option('--title <text>', 'the heading (default: the name of the file)')
    .addHelpText('after', EXAMPLES);
  command.action(async (files: string[]) => {
    const { out, failures, title } = command.opts<ReportFlags>();
    // Loaded when it is used: all other commands start without it.
    const { makeReport } = await import('./report/report.ts');
    await makeReport({ files, failures: failures || [], looksBeside: failures === undefined, out, title }, terminal);
    finish(EXIT.found);
  });
}

/** All files of a flag that can be given several times; `--no-failures` before it is taken back. */
function addFile(file: string, before: string[] | false | undefined): string[] {
  return collect(file, before || undefined);
}

const EXAMPLES = `
Examples:
  buybox report results.ndjson --out report.html
  buybox report monday.ndjson.gz tuesday.ndjson.gz --out week.html --title "This week"
  buybox batch asins.txt | buybox report - > report.html`;
