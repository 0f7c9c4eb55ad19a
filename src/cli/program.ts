/** The program `buybox` and its commands. */

import { Command, CommanderError } from 'commander';
import { safeLine } from '../contract/safe-text.ts';
import { shortened } from '../contract/shown.ts';
import { version } from '../version.ts';
import { addBatchCommand } from './batch.ts';
import { addCompletionCommand, needsNoConfig } from './completion.ts';
import { applyConfig } from './config/apply.ts';
import { addEndpointCommands } from './endpoint-command.ts';
import { addEnqueueCommand } from './enqueue.ts';
import { describeError, docPathOf, EXIT, type ExitCode, exitCodeOf, Interruption } from './exit.ts';
import { describeFlag, Flag } from './flags.ts';
import { hintFor } from './hints.ts';
import { addHistoryCommand } from './history.ts';
import { addKeyCommands } from './keys.ts';
import { addMcpCommand } from './mcp.ts';
import { styled } from './output/style.ts';
import { addPageCommands } from './page-commands.ts';
import { addQueueCommands } from './queue.ts';
import { addRecordCommand } from './record.ts';
import { addReportCommand } from './report.ts';
import { addScoreCommand } from './score.ts';
import { addServeCommand } from './serve.ts';
import { safeTerminal, type Terminal } from './terminal.ts';
import { addWatchCommand } from './watch.ts';
import { addWorkerCommand } from './worker.ts';

interface ProgramFlags {
  /** `false` for `--no-config`. */
  config?: string | false;
  color: boolean;
  quiet?: boolean;
}

/** In characters. An error repeats what was typed. */
const LONGEST_ERROR = 2_000;

const EXIT_HELP = `
Exit codes: 0 found, 3 not found, 1 failure, 2 wrong usage, 130 interrupted.
Each command has its own help: buybox product --help`;

/** Runs a command line, given without the program's name. Returns the exit code. */
export async function runCommandLine(args: readonly string[], given: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.found;
  let flags: string[] = [];
  const terminal = safeTerminal(given);
  const program = buildProgram(terminal, (result) => {
    code = result;
  }).hook('preAction', (_, command) => {
    flags = command.options.map(({ long }) => long ?? '');
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.found : EXIT.usage;
    const { aborted, reason } = terminal.signal;
    if (aborted && reason instanceof Interruption) return reason.exitCode;
    // Only the word is coloured: the message must not have a style of its own.
    given.err(
      `${styled('red', 'error:', terminal.hasErrColors)} ${safeLine(describeError(error).slice('error: '.length))}`,
    );
    const hint = hintFor(error, flags);
    if (hint !== undefined) terminal.err(`hint: ${hint}`);
    const page = docPathOf(error);
    if (page !== undefined) terminal.note(`docs: ${page}`);
    return exitCodeOf(error);
  }
}

/** Returns the program with all its commands; `finish` receives the exit code. */
export function buildProgram(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = new Command('buybox')
    .description(
      'Retail-marketplace data: tables in a terminal, JSON in a pipe. Notes and errors go to standard error.',
    )
    .version(version)
    .addOption(
      new Flag(
        '--config <file>',
        'configuration file (default: buybox.config.ts, .mts, .js, .mjs or .json, here or in a folder above)',
      ).from('BUYBOX_CONFIG'),
    )
    .option('--no-config', 'use no configuration file')
    .addOption(new Flag('--no-color', 'no colours; FORCE_COLOR=1 forces them in a pipe').from('NO_COLOR'))
    .option('-q, --quiet', 'no notes on standard error, only errors')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, optionDescription: (flag) => describeFlag(flag) })
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(shortened(text.trimEnd(), LONGEST_ERROR)),
      // The error quotes the command line, which must not begin lines of its own.
      outputError: (text, write) => write(safeLine(text).replace(' (Did you mean', '\n(Did you mean')),
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
      getOutHasColors: () => terminal.hasColors,
      getErrHasColors: () => terminal.hasErrColors,
    })
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(see buybox --help)')
    .hook('preAction', async (_, command) => {
      const { config, color, quiet } = program.opts<ProgramFlags>();
      if (!color) Object.assign(terminal, { hasColors: false, hasErrColors: false });
      if (quiet) terminal.note = () => undefined;
      if (!needsNoConfig(command)) await applyConfig(command, config, process.env);
    });
  program.commandsGroup('Look things up:');
  addEndpointCommands(program, terminal, finish);
  addBatchCommand(program, terminal, finish);
  addReportCommand(program, terminal, finish);
  program.commandsGroup('Watch for changes:');
  addWatchCommand(program, terminal, finish);
  addHistoryCommand(program, terminal, finish);
  program.commandsGroup('Saved pages:');
  addPageCommands(program, terminal, finish);
  addRecordCommand(program, terminal, finish);
  addScoreCommand(program, terminal, finish);
  program.commandsGroup('Servers:');
  addServeCommand(program, terminal);
  addKeyCommands(program, terminal);
  addMcpCommand(program, terminal);
  program.commandsGroup('Many machines:');
  addWorkerCommand(program, terminal);
  addEnqueueCommand(program, terminal, finish);
  addQueueCommands(program, terminal);
  program.commandsGroup('Help:').helpCommand('help [command]', 'show the help of a command');
  addCompletionCommand(program, terminal);
  for (const command of program.commands) pointToHelp(command, `buybox ${command.name()}`);
  return program;
}

/** After a usage error, a command names its own help. */
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(see ${name} --help)`);
  for (const subcommand of command.commands) pointToHelp(subcommand, `${name} ${subcommand.name()}`);
}
