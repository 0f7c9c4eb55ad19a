/** The commands `buybox queue ...`. */

import type { Command } from 'commander';
import { MARKETPLACES } from '../../../contract/codes.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { Flag } from '../../flags/flag.ts';
import { addOutputFlags } from '../../flags/output.ts';
import { addQueueFlags } from '../../flags/redis.ts';
import { collect, wholeNumberOf } from '../../flags/values.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { DeadFlags, QueueCommandFlags, RepeatFlags, StatusFlags } from './run.ts';

type Runs = typeof import('./run.ts');

/** Adds the commands. */
export function addQueueCommands(program: Command, terminal: Terminal): void {
  const queue = program.command('queue').description('Show, pause and resume a queue on Redis, and its dead letters.');
  const add = (name: string, summary: string, example: string) =>
    addQueueFlags(addOutputFlags(queue.command(name).description(summary))).addHelpText(
      'after',
      `\nExample:\n  buybox queue ${example}`,
    );
  // Other commands need no queue, so the module is loaded here.
  const action = (command: Command, run: (runs: Runs, flags: never, args: string[]) => Promise<void>) =>
    command.action(async () => run(await import('./run.ts'), command.opts() as never, command.args));
  action(
    add('status', 'Print numbers of jobs, workers, and what ended in the last minutes.', 'status --watch').option(
      '--watch',
      'print again every 2 seconds, until Ctrl-C',
    ),
    ({ printStatus }, flags: StatusFlags) => printStatus(flags, terminal),
  );
  action(
    add('pause', 'Let workers take no more jobs. Running jobs go on.', 'pause'),
    ({ setPaused }, flags: QueueCommandFlags) => setPaused(flags, terminal, true),
  );
  action(add('resume', 'Let workers take jobs again.', 'resume'), ({ setPaused }, flags: QueueCommandFlags) =>
    setPaused(flags, terminal, false),
  );
  action(
    addFilters(add('retry', 'Add dead letters again, with all their attempts.', 'retry --code PARSER_ERROR')),
    ({ retryDead }, flags: DeadFlags, ids) => retryDead(flags, terminal, ids),
  );
  action(
    addFilters(add('remove', 'Remove dead letters for good.', 'remove --code UNSUPPORTED_URL')),
    ({ removeDead }, flags: DeadFlags, ids) => removeDead(flags, terminal, ids),
  );
  action(
    addFilters(
      add('dead', 'List dead letters: jobs that failed for good. Oldest first.', 'dead --code PARSER_ERROR --limit 5'),
    )
      .addOption(
        new Flag('--limit <number>', 'most dead letters to print').default(100).argParser(wholeNumberOf('limit', 1)),
      )
      .addOption(new Flag('--page <id>', 'print the page of a dead letter').excludes(['limit']))
      .addOption(new Flag('-o, --out <file>', 'file for the page (default: standard output)')),
    ({ printDead }, flags: DeadFlags, ids) => printDead(flags, terminal, ids),
  );
  action(
    add('repeats', 'List the calls that are repeated at regular times, or stop one.', 'repeats').addOption(
      new Flag('--stop <id>', 'stop a repetition'),
    ),
    ({ printRepeats }, flags: RepeatFlags) => printRepeats(flags, terminal),
  );
}

function addFilters(command: Command): Command {
  return command
    .argument('[ids...]', 'ids of jobs (default: all)')
    .addOption(
      new Flag('--code <code>', 'only failures with this error code; repeatable').argParser(collect).repeatable(),
    )
    .addOption(new Flag('--marketplace <code>', 'only jobs of this marketplace').choices(MARKETPLACES))
    .addOption(new Flag('--endpoint <name>', 'only jobs of this endpoint').choices(Object.keys(endpoints)));
}
