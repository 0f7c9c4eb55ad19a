/** The command `buybox enqueue`. */

import type { Command } from 'commander';
import { addCallDefaultFlags } from '../../flags/backend.ts';
import { Flag } from '../../flags/flag.ts';
import { inputFlags } from '../../flags/inputs.ts';
import { addOutputFlags } from '../../flags/output.ts';
import { addQueueFlags } from '../../flags/redis.ts';
import { toMilliseconds, wholeNumberOf } from '../../flags/values.ts';
import type { ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { EnqueueFlags } from './run.ts';

/** Adds the command; `finish` takes the exit code. */
export function addEnqueueCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('enqueue')
    .description('Add the calls of a file to a queue on Redis, for the workers. Prints how many were added.')
    .argument('<file>', 'inputs as of batch: a line each, CSV or NDJSON, also .gz; - for standard input')
    .addHelpText('after', EXAMPLES);
  for (const flag of enqueueFlags()) command.addOption(flag);
  addCallDefaultFlags(addQueueFlags(addOutputFlags(command)));
  command.action(async (file: string) => {
    // Loaded on demand: other commands start without it.
    const { enqueue } = await import('./run.ts');
    finish(await enqueue(file, command.optsWithGlobals<EnqueueFlags>(), terminal));
  });
}

function enqueueFlags(): Flag[] {
  return [
    ...inputFlags(),
    new Flag('--check, --dry-run', 'report invalid inputs, calls, credits and time, and add nothing'),
    new Flag('--priority <number>', 'lower numbers are taken first')
      .default(undefined, '0')
      .argParser(wholeNumberOf('priority', 0, 2_097_151)),
    new Flag('--attempts <number>', 'how often a call is attempted')
      .default(undefined, '5')
      .argParser(wholeNumberOf('attempts', 1, 1_000)),
    new Flag('--every <time>', 'repeat each call at this interval, spread evenly: 15m, 1h, 1d')
      .excludes(['delay', 'uniqueFor'])
      .argParser((value: string) => toMilliseconds(value, 'every')),
    new Flag('--delay <time>', 'how long to wait before a worker may take the calls: 30s, 2h').argParser(
      (value: string) => toMilliseconds(value, 'delay'),
    ),
    new Flag('--unique-for <time>', 'how long an equal call is a duplicate after it was added: 30m, 12h').argParser(
      (value: string) => toMilliseconds(value, 'unique-for'),
    ),
    new Flag('--repeat', 'add a call for every input, also for equal ones (default: one call)'),
  ];
}

const EXAMPLES = `
Examples:
  buybox enqueue asins.txt --redis redis://localhost:6379
  buybox enqueue catalogue.csv --marketplace de --priority 10
  buybox enqueue watchlist.txt --every 1h
  buybox enqueue results.failures.ndjson
  echo B0WASSERK1:de | buybox enqueue -`;
