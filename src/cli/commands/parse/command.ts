/** The command `buybox parse`. */
import type { Command } from 'commander';
import { type PageFlags, pageCommand } from '../../flags/page.ts';
import type { ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Adds the command; `finish` receives the exit code. */
export function addParseCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  pageCommand(program, 'parse', 'Read saved pages and print their data.')
    .argument('<file...>', 'pages, compressed or not; - is standard input; several pages print one line each')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], flags: PageFlags) => {
      const { parsePages } = await import('./run.ts');
      finish(await parsePages(files, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  buybox parse page.html --url https://www.amazon.com/dp/B0LANTERN1
  curl -s "$URL" | buybox parse - --url "$URL" --fields title,bb_price
  buybox parse pages/*.html.gz > data.ndjson`;
