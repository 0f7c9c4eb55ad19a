/** The tool `anonymize`. */
import { Argument } from 'commander';
import type { CommandRow } from '../../src/cli/flags/command.ts';
import { Flag } from '../../src/cli/flags/flag.ts';
import { pageFlags } from '../../src/cli/flags/page.ts';
import type { AnonymizeFlags } from './run.ts';

/** The command. */
export const anonymizeCommand: CommandRow<AnonymizeFlags, [file: string]> = {
  name: 'anonymize',
  about: 'List what a saved page says about its shopper, or write it without that, so that you can share the page.',
  args: [new Argument('<file>', 'the page, compressed or not; - is standard input')],
  flags: [
    ...pageFlags(),
    new Flag('--out <file>', 'write the page without it, with everything that the parser reads: .html, .html.gz, or -'),
  ],
  help: `Without --out it exits with 1 if something personal is on the page.

Examples:
  npm run anonymize -- page.html
  npm run anonymize -- page.html --out shared.html.gz`,
  run: async ({ args: [file], flags, terminal }) => (await import('./run.ts')).anonymizeFile(file, flags, terminal),
};
