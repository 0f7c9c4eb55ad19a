/** `buybox batch`: the command and its flags. */
import type { Command } from 'commander';
import { addBackendFlags } from '../../flags/backend.ts';
import { Flag } from '../../flags/flag.ts';
import { inputFlags } from '../../flags/inputs.ts';
import { toList, wholeNumberOf } from '../../flags/values.ts';
import type { ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { BatchFlags, OutputFormat } from './settings.ts';

/** Adds the command; `finish` takes the exit code. */
export function addBatchCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('batch')
    .description('Make many calls from a file of inputs, and write their results to a file. Can be continued.')
    .argument('<file>', 'inputs: a line each, CSV or NDJSON, also .gz; - for standard input')
    .addHelpText('after', EXAMPLES);
  for (const flag of batchFlags()) command.addOption(flag);
  addBackendFlags(command);
  command.action(async (file: string) => {
    const flags = command.optsWithGlobals<BatchFlags>();
    // Loaded on demand: other commands start without it.
    const { checkInputs, runBatch } = await import('./run.ts');
    finish(await (flags.dryRun ? checkInputs : runBatch)(file, flags, terminal));
  });
}

function batchFlags(): Flag[] {
  return [
    ...inputFlags(),
    new Flag('--check, --dry-run', 'report invalid inputs, calls, credits and time, and make no calls'),
    new Flag('-o, --out <file>', 'file for results (default: standard output)'),
    new Flag('--format <format>', 'format of results (default: from the name of --out, else ndjson)').choices([
      'ndjson',
      'csv',
      'parquet',
    ] satisfies OutputFormat[]),
    new Flag('--fields <names>', 'columns of CSV and Parquet, separated by commas (default: all)').argParser(toList),
    new Flag('--failures <file>', 'file for failures (default: NAME.failures.ndjson next to the results)'),
    new Flag('--resume', 'continue: make only the calls that have no result').excludes(['force']),
    new Flag('--force', 'start again, and delete existing results').excludes(['resume']),
    new Flag('--repeat', 'make a call for every input, also for equal ones (default: one call)'),
    new Flag('--all-pages', 'read all pages of each list: offers, searches, categories; each page costs a credit'),
    new Flag('--max-pages <number>', 'most pages to read of each list').argParser(wholeNumberOf('max-pages', 1)),
    new Flag('--concurrency <number>', 'calls at the same time (default 10)').argParser(
      wholeNumberOf('concurrency', 1),
    ),
    new Flag('--max-credits <number>', 'most credits to spend in this run').argParser(wholeNumberOf('max-credits')),
  ];
}

const EXAMPLES = `
Examples:
  buybox batch asins.txt --out results.ndjson
  buybox batch asins.txt --out results.ndjson --resume
  buybox batch catalogue.csv --marketplace de --out results.csv --fields sku,bb_price,in_stock
  buybox batch asins.txt --as offers --all-pages --out offers.csv
  buybox batch keywords.txt --as search --out results.parquet --max-credits 500
  echo B0WASSERK1:de | buybox batch - | jq .response.data.title
  buybox batch results.failures.ndjson --out more.ndjson`;
