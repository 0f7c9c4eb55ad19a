/** The tool `anonymize`. */
import type { Command } from 'commander';
import { pageCommand } from '../../src/cli/flags/page.ts';
import type { ExitCode } from '../../src/cli/terminal/exit.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import type { AnonymizeFlags } from './run.ts';

/** Adds the command; `finish` receives the exit code. */
export function addAnonymizeCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const summary =
    'List what a saved page says about its shopper, or write it without that, so that you can share the page.';
  pageCommand(program, 'anonymize', summary)
    .argument('<file>', 'the page, compressed or not; - is standard input')
    .option('--out <file>', 'write the page without it, with everything that the parser reads: .html, .html.gz, or -')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: AnonymizeFlags) => {
      const { anonymizeFile } = await import('./run.ts');
      finish(await anonymizeFile(file, flags, terminal));
    });
}

const EXAMPLES = `
Without --out it exits with 1 if something personal is on the page.

Examples:
  npm run anonymize -- page.html
  npm run anonymize -- page.html --out shared.html.gz`;
