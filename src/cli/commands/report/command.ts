/** `buybox report`: charts of the results of a batch, or of what a watch has seen, on one HTML page. */
import { Argument } from 'commander';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import type { ReportFlags } from './run.ts';

/** The command. */
export const reportCommand: CommandRow<ReportFlags, [files: string[] | undefined]> = {
  name: 'report',
  about:
    'Draw results of a batch, or what a watch has seen, on one page that works offline: prices, Buy Box, stock, errors.',
  args: [
    new Argument(
      '[files...]',
      'NDJSON from `buybox batch`, or JSON from other commands; plain or gzip, - for standard input',
    ),
  ],
  flags: [
    new Flag('--db <file>', 'file of a watch, instead of results'),
    new Flag('--from <time>', 'with --db: from this time on: 2026-11-01, 2026-11-01T12:00Z (default: the first look)'),
    new Flag('--to <time>', 'with --db: before this time (default: the last look)'),
    new Flag('--json', 'with --db: print the numbers as JSON'),
    new Flag('-o, --out <file>', 'file for the page (default: standard output; with --db in a terminal a short text)'),
    new Flag('--title <text>', 'heading of the page (default: the name of the file)'),
  ],
  help: `Examples:
  buybox report results.ndjson --out report.html
  buybox report monday.ndjson.gz tuesday.ndjson.gz --out week.html --title "This week"
  buybox batch asins.txt | buybox report - > report.html
  buybox report --db watch.db
  buybox report --db watch.db --from 2026-11-01 --out report.html`,
  run: async ({ args: [files = []], flags, terminal }) => {
    // Only this command loads the chart library.
    const { report } = await import('./run.ts');
    await report(files, flags, terminal);
  },
};
