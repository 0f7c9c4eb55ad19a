/** The commands `buybox queue ...`. */
import { Argument } from 'commander';
import { MARKETPLACES } from '../../../contract/codes.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { AnyRow, CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { outputFlags } from '../../flags/output.ts';
import { queueFlags } from '../../flags/redis.ts';
import type { QueueCommand, QueueCommandFlags } from './run.ts';

function queueRow(
  name: QueueCommand,
  about: string,
  example: string,
  flags: readonly Flag[] = [],
  args: readonly Argument[] = [],
): AnyRow {
  return {
    name,
    about,
    args,
    flags: [...outputFlags(), ...queueFlags(), ...flags],
    help: `Example:\n  buybox queue ${example}`,
    run: async (call) => (await import('./run.ts')).runOnQueue(name, call),
  } satisfies CommandRow<QueueCommandFlags, [ids?: string[]]>;
}

const ids = [new Argument('[ids...]', 'ids of jobs (default: all)')];
const filters = [
  new Flag('--code <code>', 'only failures with this error code; repeatable').repeatable(),
  new Flag('--marketplace <code>', 'only jobs of this marketplace').choices(MARKETPLACES),
  new Flag('--endpoint <name>', 'only jobs of this endpoint').choices(Object.keys(endpoints)),
];

/** The command. */
export const queueCommand: CommandRow<never> = {
  name: 'queue',
  about: 'Show, pause and resume a queue on Redis, and its dead letters.',
  commands: [
    queueRow('status', 'Print numbers of jobs, workers, and what ended in the last minutes.', 'status'),
    queueRow('pause', 'Let workers take no more jobs. Running jobs go on.', 'pause'),
    queueRow('resume', 'Let workers take jobs again.', 'resume'),
    queueRow('retry', 'Add dead letters again, with all their attempts.', 'retry --code PARSER_ERROR', filters, ids),
    queueRow('remove', 'Remove dead letters for good.', 'remove --code UNSUPPORTED_URL', filters, ids),
    queueRow(
      'dead',
      'List dead letters: jobs that failed for good. Oldest first.',
      'dead --code PARSER_ERROR --limit 5',
      [
        ...filters,
        new Flag('--limit <number>', 'most dead letters to print').default(100).number(1),
        new Flag('--page <id>', 'print the page of a dead letter').excludes(['limit']),
      ],
      ids,
    ),
    queueRow('repeats', 'List the calls that are repeated at regular times, or stop one.', 'repeats', [
      new Flag('--stop <id>', 'stop a repetition'),
    ]),
  ],
};
