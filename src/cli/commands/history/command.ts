/** The command `buybox history`. */
import { Argument } from 'commander';
import { MARKETPLACES } from '../../../contract/codes.ts';
import { HISTORY_FIELDS } from '../../../watch/history/fields.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { formFlags } from '../../flags/output.ts';
import { WATCH_DB } from '../../flags/values.ts';
import type { HistoryFlags } from './run.ts';

/** The command. */
export const historyCommand: CommandRow<HistoryFlags, [asin?: string]> = {
  name: 'history',
  about: 'Print or draw what a watch saw of a product: prices, stock, ranks, sellers of the Buy Box.',
  args: [new Argument('[asin]', 'the product; not needed with --target, and with tables of all products')],
  flags: [
    new Flag('--field <name>', 'the field').choices(HISTORY_FIELDS).default(undefined, 'bb_price'),
    new Flag('--db <file>', 'file of the watch').default(WATCH_DB),
    new Flag('--target <id>', 'id of the target, for entries of lists and if several targets watch the product'),
    new Flag('--offer <key>', 'key of the offer, for fields that begin with product_sellers_info'),
    new Flag('-m, --marketplace <code>', 'marketplace of the product (default: any)').choices(MARKETPLACES),
    new Flag('--currency <code>', 'only amounts in this currency'),
    new Flag('--from <time>', 'from this time on: 2026-11-01, 2026-11-01T12:00Z (default: the first look)'),
    new Flag('--to <time>', 'before this time (default: the last look)'),
    new Flag('--step <time>', 'a row for each step of this length, 1h or 1d (default: for each change)'),
    new Flag(
      '--import <file>',
      'first record the results of `buybox batch` in this file; - for standard input',
    ).repeatable(),
    new Flag('--every <time>', 'with --import: time between two results of a product').default(undefined, '1d'),
    ...formFlags(),
    new Flag('-o, --out <file>', 'write a page with a chart (.html), or all looks (.csv, .parquet)'),
  ],
  help: `Examples:
  buybox history B0LANTERN1
  buybox history B0LANTERN1 --field in_stock
  buybox history B0LANTERN1 --from 2026-11-01 --step 1d --csv
  buybox history B0LANTERN1 --out price.html
  buybox history --out prices.parquet
  buybox history --import results.ndjson --db watch.db`,
  run: async ({ args: [asin], flags, terminal }) => {
    const { exportHistory, importFiles, isExport } = await import('./files.ts');
    if (flags.import !== undefined) await importFiles(flags.import, flags, terminal);
    // Without a product and a file there is nothing to show.
    if (flags.import !== undefined && asin === undefined && flags.target === undefined && flags.out === undefined)
      return;
    const show = isExport(flags) ? exportHistory : (await import('./run.ts')).printHistory;
    await show(asin, flags, terminal);
  },
};
