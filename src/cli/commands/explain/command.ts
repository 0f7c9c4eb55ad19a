/** The command `buybox explain`. */
import { Argument } from 'commander';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { pageFlags } from '../../flags/page.ts';
import type { ExplainFlags } from './run.ts';

/** The command. */
export const explainCommand: CommandRow<ExplainFlags, [file: string]> = {
  name: 'explain',
  about: 'Read a saved page and print where each value was found.',
  args: [new Argument('<file>', 'the page, compressed or not; - is standard input')],
  flags: [
    ...pageFlags(),
    new Flag('--html <out>', 'write a file that shows the page with its values outlined, next to a table of them'),
    new Flag('--unread', 'print the regions of the page that no field was read from'),
  ],
  help: `Examples:
  buybox explain page.html
  buybox explain page.html --fields bb_price,promotion.deal
  buybox explain page.html --unread
  buybox explain page.html --html explained.html`,
  run: async ({ args: [file], flags, terminal }) => (await import('./run.ts')).explainFile(file, flags, terminal),
};
