/** The command `buybox report-page`. */
import type { Command } from 'commander';
import type { ExitCode } from './exit.ts';
import type { PageFlags } from './page-commands.ts';
import type { Terminal } from './terminal.ts';

/** The flags of `buybox report-page`. */
export interface ReportPageFlags extends PageFlags {
  anonymize?: boolean;
  out?: string;
}

/** Adds the command to a command with the flags for pages; `finish` receives the exit code. */
export function addReportPageCommand(command: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  command
    .argument('<file>', 'the page, compressed or not; - is standard input')
    .option('--anonymize', 'write the page without it, and keep everything that the parser reads')
    .option('--out <file>', 'the file of the page without it, .html or .html.gz (default standard output)')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: ReportPageFlags) => {
      const { reportPage } = await import('./report-page/run.ts');
      finish(await reportPage(file, flags, terminal));
    });
}

const EXAMPLES = `
Without --anonymize it exits with 1 if something personal is on the page.

Examples:
  buybox report-page page.html
  buybox report-page page.html --anonymize --out shared.html.gz`;
