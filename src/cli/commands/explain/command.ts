/** The command `buybox explain`. */
import type { Command } from 'commander';
import { pageCommand } from '../../flags/page.ts';
import type { ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ExplainFlags } from './run.ts';

/** Adds the command; `finish` receives the exit code. */
export function addExplainCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  pageCommand(program, 'explain', 'Read a saved page and print where each value was found.')
    .argument('<file>', 'the page, compressed or not; - is standard input')
    .option('--html <out>', 'write a file that shows the page with its values outlined, next to a table of them')
    .option('--unread', 'print the regions of the page that no field was read from')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: ExplainFlags) => {
      const { explainFile } = await import('./run.ts');
      finish(await explainFile(file, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  buybox explain page.html
  buybox explain page.html --fields bb_price,promotion.deal
  buybox explain page.html --unread
  buybox explain page.html --html explained.html`;
