/** `buybox batch`: the command and its flags. */
import { Argument } from 'commander';
import { BACKEND_FLAGS } from '../../flags/backend.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { inputFlags } from '../../flags/inputs.ts';
import { formFlags } from '../../flags/output.ts';
import { toList } from '../../flags/values.ts';
import type { BatchFlags, OutputFormat } from './settings.ts';

const FORMAT_HELP: Readonly<Record<OutputFormat, string>> = {
  ndjson: 'results as NDJSON, whole responses (default: from the name of --out, else this)',
  csv: 'results as CSV',
  parquet: 'results as Parquet',
};

/** The command. */
export const batchCommand: CommandRow<BatchFlags, [file: string]> = {
  name: 'batch',
  about: 'Make many calls from a file of inputs, and write their results to a file. Can be continued.',
  args: [new Argument('<file>', 'inputs: a line each, CSV or NDJSON, also .gz; - for standard input')],
  flags: [
    ...inputFlags(),
    new Flag('--check, --dry-run', 'report invalid inputs, calls, credits and time, and make no calls'),
    new Flag('-o, --out <file>', 'file for results (default: standard output)'),
    ...formFlags(FORMAT_HELP),
    new Flag('--fields <names>', 'columns of CSV and Parquet, separated by commas (default: all)').argParser(toList),
    new Flag('--failures <file>', 'file for failures (default: NAME.failures.ndjson next to the results)'),
    new Flag('--resume', 'continue: make only the calls that have no result').excludes(['force']),
    new Flag('--force', 'start again, and delete existing results').excludes(['resume']),
    new Flag('--all-pages', 'read all pages of each list: offers, searches, categories; each page costs a credit'),
    new Flag('--max-pages <number>', 'most pages to read of each list').number(1),
    new Flag('--concurrency <number>', 'calls at the same time (default 10)').number(1),
    new Flag('--max-credits <number>', 'most credits to spend in this run').number(),
    ...BACKEND_FLAGS,
  ],
  help: `Examples:
  buybox batch asins.txt --out results.ndjson
  buybox batch asins.txt --out results.ndjson --resume
  buybox batch catalogue.csv --marketplace de --out results.csv --fields sku,bb_price,in_stock
  buybox batch asins.txt --as offers --all-pages --out offers.csv
  buybox batch keywords.txt --as search --out results.parquet --max-credits 500
  echo B0WASSERK1:de | buybox batch - | jq .response.data.title
  buybox batch results.failures.ndjson --out more.ndjson`,
  run: async ({ args: [file], flags, terminal }) => (await import('./run.ts')).runBatch(file, flags, terminal),
};
