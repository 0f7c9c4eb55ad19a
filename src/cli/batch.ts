/** `buybox batch`: the command and its flags. */
import type { Command } from 'commander';
import { endpoints } from '../contract/endpoints.ts';
import { addBackendFlags } from './backend.ts';
import type { BatchFlags } from './batch/settings.ts';
import type { ExitCode } from './exit.ts';
import { toList, wholeNumberOf } from './flag-values.ts';
import { Flag } from './flags.ts';
import type { Terminal } from './terminal.ts';

/** Adds the command; `finish` takes the exit code. */
export function addBatchCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('batch')
    .description('Many calls out of a file, their results in a file; goes on where it was ended.')
    .argument('<file>', 'ASINs, addresses, sellers, ... a line, CSV or NDJSON, .gz too; - for standard input')
    .addHelpText('after', EXAMPLES);
  for (const flag of batchFlags()) command.addOption(flag);
  addBackendFlags(command);
  command.action(async (file: string) => {
    const flags = command.optsWithGlobals<BatchFlags>();
    // Loaded when it is used: all other commands start without it.
    if (flags.check) finish(await (await import('./batch/check.ts')).checkInputs(file, flags, terminal));
    else finish(await (await import('./batch/run.ts')).runBatch(file, flags, terminal));
  });
}

function batchFlags(): Flag[] {
  return [
    new Flag('--input <format>', 'format of the file (default: by its name, else by its first line)').choices([
      'lines',
      'csv',
      'ndjson',
    ]),
    new Flag(
      '--as, --endpoint <name>',
      'endpoint of inputs that name none, and what words mean (default: told by their form)',
    ).choices(Object.keys(endpoints)),
    new Flag('--check', 'only look at the file: tell its wrong lines, call nothing'),
    new Flag('-o, --out <file>', 'where results go (default: standard output)'),
    new Flag('--format <format>', 'format of the results (default: by the name of --out, else ndjson)').choices([
      'ndjson',
      'csv',
      'parquet',
    ]),
    new Flag('--fields <names>', 'columns of CSV and Parquet, with commas between (default: all)').argParser(toList),
    new Flag('--failures <file>', 'where failures go (default: beside the results, NAME.failures.ndjson)'),
    new Flag('--resume', 'go on: what has a result is not called again').excludes(['force']),
    new Flag('--force', 'begin anew: results that are there are lost').excludes(['resume']),
    new Flag('--repeat', 'call an input as often as it stands there (default: once)'),
    new Flag('--concurrency <number>', 'calls at once (default 10)').argParser(wholeNumberOf('concurrency', 1)),
    new Flag('--max-credits <number>', 'spend no more credits than these in this run').argParser(
      wholeNumberOf('max-credits'),
    ),
  ];
}

const EXAMPLES = `
Examples:
  buybox batch asins.txt --out results.ndjson
  buybox batch asins.txt --out results.ndjson --resume
  buybox batch catalogue.csv --marketplace de --out results.csv --fields sku,bb_price,in_stock
  buybox batch keywords.txt --as search --out results.parquet --max-credits 500
  echo B08N5WRWNW:de | buybox batch - | jq .response.data.title
  buybox batch results.failures.ndjson --out more.ndjson`;
