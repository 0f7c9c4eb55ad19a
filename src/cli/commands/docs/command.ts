/** The command `buybox docs`. */
import type { Command } from 'commander';
import type { Terminal } from '../../terminal/terminal.ts';

/** Adds the command. */
export function addDocsCommand(program: Command, terminal: Terminal): void {
  program
    .command('docs')
    .description('Print a page of the documentation: about an error code, or another one.')
    .argument('[page]', 'an error code such as CAPTCHA, or the name of a page (default: the list of pages)')
    .addHelpText('after', EXAMPLES)
    .action(async (page: string | undefined) => {
      const { printPage } = await import('./run.ts');
      await printPage(page, terminal);
    });
}

const EXAMPLES = `
Examples:
  buybox docs
  buybox docs CAPTCHA
  buybox docs troubleshooting | less`;
