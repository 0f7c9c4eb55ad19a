/** The command `buybox parse`. */
import { Argument } from 'commander';
import type { CommandRow } from '../../flags/command.ts';
import { type PageFlags, pageFlags } from '../../flags/page.ts';

/** The command. */
export const parseCommand: CommandRow<PageFlags, [files: string[]]> = {
  name: 'parse',
  about: 'Read saved pages and print their data.',
  args: [new Argument('<file...>', 'pages, compressed or not; - is standard input; several pages print one line each')],
  flags: pageFlags(),
  help: `Examples:
  buybox parse page.html --url https://www.amazon.com/dp/B0LANTERN1
  curl -s "$URL" | buybox parse - --url "$URL" --fields title,bb_price
  buybox parse pages/*.html.gz > data.ndjson`,
  run: async ({ args: [files], flags, terminal }) => (await import('./run.ts')).parsePages(files, flags, terminal),
};
