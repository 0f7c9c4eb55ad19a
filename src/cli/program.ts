/** The program `buybox` and its commands. */

import { Command, CommanderError } from 'commander';
import { safeLine } from '../contract/safe-text.ts';
import { shortened } from '../contract/shown.ts';
import { nearestOf } from '../contract/similar.ts';
import { version } from '../version.ts';
import { batchCommand } from './commands/batch/command.ts';
import { completionCommands } from './commands/completion/command.ts';
import { docsCommand } from './commands/docs/command.ts';
import { doctorCommand } from './commands/doctor/command.ts';
import { endpointCommands } from './commands/endpoint/command.ts';
import { enqueueCommand } from './commands/enqueue/command.ts';
import { explainCommand } from './commands/explain/command.ts';
import { historyCommand } from './commands/history/command.ts';
import { keysCommand, packsCommand } from './commands/keys/command.ts';
import { mcpCommand } from './commands/mcp/command.ts';
import { parseCommand } from './commands/parse/command.ts';
import { queueCommand } from './commands/queue/command.ts';
import { recordCommand } from './commands/record/command.ts';
import { reportCommand } from './commands/report/command.ts';
import { serveCommand } from './commands/serve/command.ts';
import { watchCommand } from './commands/watch/command.ts';
import { workerCommand } from './commands/worker/command.ts';
import { type AnyRow, addCommands } from './flags/command.ts';
import { applyConfig, unknownVariables } from './flags/config.ts';
import { describeFlag, Flag } from './flags/flag.ts';
import { styled } from './output/text.ts';
import { describeError, docsCommandOf, EXIT, type ExitCode, exitCodeOf, Interruption } from './terminal/exit.ts';
import { hintFor } from './terminal/hints.ts';
import { safeTerminal, type Terminal } from './terminal/terminal.ts';

interface ProgramFlags {
  /** `false` for `--no-config`. */
  config?: string | false;
  color: boolean;
  quiet?: boolean;
}

/** The commands, by their groups in the help. */
const COMMANDS: Readonly<Record<string, readonly AnyRow[]>> = {
  'Look things up:': [...endpointCommands, batchCommand, reportCommand],
  'Watch for changes:': [watchCommand, historyCommand],
  'Saved pages:': [parseCommand, explainCommand, recordCommand],
  'Servers:': [serveCommand, keysCommand, packsCommand, mcpCommand],
  'Many machines:': [workerCommand, enqueueCommand, queueCommand],
  'Help:': [docsCommand, doctorCommand, ...completionCommands],
};

/** Commands that run without the configuration file: completion and documentation must work even if the file is wrong. */
const WITHOUT_CONFIG = ['completion', 'complete', 'docs'];

/** In characters. An error repeats what was typed. */
const LONGEST_ERROR = 2_000;

const EXIT_HELP = `
Exit codes: 0 found, 3 not found, 1 failure, 2 wrong usage, 130 interrupted.
Each command has its own help: buybox product --help`;

/** Runs a command line, given without the program's name. Returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  given: Terminal,
  build: (terminal: Terminal, finish: (code: ExitCode) => void) => Command = buildProgram,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.found;
  let flags: string[] = [];
  const terminal = safeTerminal(given);
  const program = build(terminal, (result) => {
    code = result;
  }).hook('preAction', (_, command) => {
    flags = command.options.map(({ long }) => long ?? '');
  });
  for (const command of program.commands) pointToHelp(command, `${program.name()} ${command.name()}`);
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
    const docs = docsCommandOf(error);
    if (docs !== undefined) terminal.note(`docs: ${docs}`);
    return exitCodeOf(error);
  }
}

/** Returns the program with all its commands; `finish` receives the exit code. */
export function buildProgram(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const about = 'Retail-marketplace data: tables in a terminal, JSON in a pipe. Notes and errors go to standard error.';
  const program = newProgram('buybox', about, terminal);
  program
    .version(version)
    .addOption(
      new Flag(
        '--config <file>',
        'configuration file (default: buybox.config.ts, .mts, .js, .mjs or .json, here or in a folder above)',
      ).from('BUYBOX_CONFIG'),
    )
    .option('--no-config', 'use no configuration file')
    .addHelpText('after', EXIT_HELP)
    .hook('preAction', async (_, command) => {
      if (WITHOUT_CONFIG.includes(command.name())) return;
      await applyConfig(command, program.opts<ProgramFlags>().config, process.env);
      // Another variable can be that of another program.
      const typos = unknownVariables(program, process.env).flatMap(([name, meant]) =>
        meant === undefined ? [] : `${name} is not a setting. Did you mean ${meant}?`,
      );
      if (typos.length > 0) terminal.note(`environment: ${typos.join(' ')}`);
    });
  for (const [group, rows] of Object.entries(COMMANDS)) {
    program.commandsGroup(group);
    addCommands(program, rows, terminal, finish);
  }
  program.helpCommand('help [command]', 'show the help of a command');
  return program;
}

/** A command whose errors for an unknown flag or subcommand suggest the one that was probably meant, by the rules of all other names. */
class FlagCommand extends Command {
  override createCommand(name?: string): FlagCommand {
    return new FlagCommand(name);
  }

  /** Is called by commander. */
  unknownOption(flag: string): void {
    const [wrong = ''] = flag.split('=');
    const help = this.createHelp();
    const options = [...help.visibleOptions(this), ...help.visibleGlobalOptions(this)];
    const flags = new Map(options.map((option) => [option.attributeName(), option.long]));
    const word = wrong.replace(/^-+/, '');
    const nearest = nearestOf(word, [...flags.keys()]);
    const about = options.find(({ description }) => description.split(/\W+/).includes(word))?.long;
    const meant = nearest === undefined ? about : flags.get(nearest);
    this.error(`error: unknown option '${flag}'${adviceOf(meant)}`, { code: 'commander.unknownOption' });
  }

  /** Is called by commander. */
  unknownCommand(): void {
    const [wrong = ''] = this.args;
    const help = this.createHelp();
    const names = help.visibleCommands(this).map((command) => command.name());
    const all = this.parent === null ? undefined : names.join(', ');
    const advice = adviceOf(nearestOf(wrong, names) ?? all);
    this.error(`error: unknown command '${wrong}'${advice}`, { code: 'commander.unknownCommand' });
  }
}

function adviceOf(meant: string | null | undefined): string {
  return meant ? `\n(Did you mean ${meant}?)` : '';
}

/** Returns a program without commands, with the flags and the output of all programs. */
export function newProgram(name: string, description: string, terminal: Terminal): Command {
  const program = new FlagCommand(name)
    .description(description)
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
    .showHelpAfterError(`(see ${name} --help)`)
    .hook('preAction', () => {
      const { color, quiet } = program.opts<ProgramFlags>();
      if (!color) Object.assign(terminal, { hasColors: false, hasErrColors: false });
      if (quiet) terminal.note = () => undefined;
    });
  return program;
}

/** After a usage error, a command names its own help. */
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(see ${name} --help)`);
  for (const subcommand of command.commands) pointToHelp(subcommand, `${name} ${subcommand.name()}`);
}
