/** Commands as rows: how each is called, and what runs it. */
import type { Argument, Command, Option } from 'commander';
import { EXIT, type ExitCode } from '../terminal/exit.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { KEY_HELP } from './backend.ts';

/** The command line that a command runs for. */
export interface CommandCall<Flags, Args> {
  flags: Flags;
  /** The arguments, with their defaults. */
  args: Args;
  command: Command;
  terminal: Terminal;
}

/** A command, or a group of commands. */
export interface CommandRow<Flags, Args = []> {
  name: string;
  about: string;
  isHidden?: true;
  args?: readonly Argument[];
  /** Of two flags with the same name, the first counts. */
  flags?: readonly Option[];
  /** The examples, and what else stands below the flags in its help. */
  help?: string;
  /** Loads what runs the command, so that other commands start without it. Returns nothing for success. */
  run?: ((call: CommandCall<Flags, Args>) => Promise<ExitCode>) | ((call: CommandCall<Flags, Args>) => Promise<void>);
  /** Runs before the configuration file is read. */
  prepare?: () => void;
  commands?: readonly AnyRow[];
}

/** A row of any command. */
export type AnyRow = CommandRow<never, never>;

/** Adds commands to a program, or to a group; `finish` receives the exit code. */
export function addCommands(
  parent: Command,
  rows: readonly AnyRow[],
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  for (const { name, about, isHidden = false, args = [], flags = [], help, run, prepare, commands = [] } of rows) {
    const command = parent.command(name, { hidden: isHidden }).description(about);
    for (const argument of args) command.addArgument(argument);
    for (const flag of flags) if (!command.options.some(({ long }) => long === flag.long)) command.addOption(flag);
    if (help !== undefined) command.addHelpText('after', `\n${help}`);
    if (flags.some(({ long }) => long === '--api-key')) command.addHelpText('after', KEY_HELP);
    if (prepare !== undefined) parent.hook('preSubcommand', (_, one) => (one === command ? prepare() : undefined));
    if (run !== undefined)
      command.action(async () => {
        const call = { flags: command.optsWithGlobals(), args: command.processedArgs, command, terminal };
        finish((await run(call as never)) ?? EXIT.found);
      });
    addCommands(command, commands, terminal, finish);
  }
}
