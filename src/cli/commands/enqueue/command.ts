/** The command `buybox enqueue`. */
import { Argument } from 'commander';
import { CALL_DEFAULT_FLAGS } from '../../flags/backend.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { inputFlags } from '../../flags/inputs.ts';
import { outputFlags } from '../../flags/output.ts';
import { queueFlags } from '../../flags/redis.ts';
import type { EnqueueFlags } from './run.ts';

/** The command. */
export const enqueueCommand: CommandRow<EnqueueFlags, [file: string]> = {
  name: 'enqueue',
  about: 'Add the calls of a file to a queue on Redis, for the workers. Prints how many were added.',
  args: [new Argument('<file>', 'inputs as of batch: a line each, CSV or NDJSON, also .gz; - for standard input')],
  flags: [
    ...inputFlags(),
    new Flag('--check, --dry-run', 'report invalid inputs, calls, credits and time, and add nothing'),
    new Flag('--priority <number>', 'lower numbers are taken first').default(undefined, '0').number(0, 2_097_151),
    new Flag('--attempts <number>', 'how often a call is attempted').default(undefined, '5').number(1, 1_000),
    new Flag('--every <time>', 'repeat each call at this interval, spread evenly: 15m, 1h, 1d')
      .excludes(['delay', 'uniqueFor'])
      .time(),
    new Flag('--delay <time>', 'how long to wait before a worker may take the calls: 30s, 2h').time(),
    new Flag('--unique-for <time>', 'how long an equal call is a duplicate after it was added: 30m, 12h').time(),
    new Flag('--repeat', 'add a call for every input, also for equal ones (default: one call)'),
    ...outputFlags(),
    ...queueFlags(),
    ...CALL_DEFAULT_FLAGS,
  ],
  help: `Examples:
  buybox enqueue asins.txt --redis redis://localhost:6379
  buybox enqueue catalogue.csv --marketplace de --priority 10
  buybox enqueue watchlist.txt --every 1h
  buybox enqueue results.failures.ndjson
  echo B0WASSERK1:de | buybox enqueue -`,
  run: async ({ args: [file], flags, terminal }) => (await import('./run.ts')).enqueue(file, flags, terminal),
};
