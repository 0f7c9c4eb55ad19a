/** The command `buybox docs`. */
import { Argument } from 'commander';
import type { CommandRow } from '../../flags/command.ts';

/** The command. */
export const docsCommand: CommandRow<object, [page?: string]> = {
  name: 'docs',
  about: 'Print a page of the documentation: about an error code, or another one.',
  args: [new Argument('[page]', 'an error code such as CAPTCHA, or the name of a page (default: the list of pages)')],
  help: `Examples:
  buybox docs
  buybox docs CAPTCHA
  buybox docs troubleshooting | less`,
  run: async ({ args: [page], terminal }) => (await import('./run.ts')).printPage(page, terminal),
};
