/** Gives a command what the environment and the configuration file say. */
import type { Command, Option } from 'commander';
import type { Environment } from '../../call/settings.ts';
import type { BuyboxConfig } from '../../config-file.ts';
import { type FlagSection, fillFlags } from '../flags.ts';
import { didYouMean } from '../nearest.ts';
import { checkedConfig, refusal } from './check.ts';
import { readConfigFile } from './search.ts';

/** The file that is named, or the one to look for: `false` is none at all. */
export type ConfigChoice = string | false | undefined;

/**
 * Fills in the flags of a command that is about to run, and hands it the file's settings of the marketplace as `configured`.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export async function applyConfig(command: Command, choice: ConfigChoice, environment: Environment): Promise<void> {
  const named = choice ?? (environment.BUYBOX_CONFIG || undefined);
  const file = named === false ? undefined : await readConfigFile(named, process.cwd());
  const { commands = {}, ...configured } =
    file === undefined ? ({} satisfies BuyboxConfig as BuyboxConfig) : checkedConfig(file);
  if (file !== undefined) assertCommands(file.path, commands, rootOf(command));
  fillFlags(command, environment, commands[topName(command)] ?? {});
  command.setOptionValueWithSource('configured', configured, 'config');
}

/** Refuses commands and flags that are none. */
function assertCommands(path: string, commands: Readonly<Record<string, FlagSection>>, program: Command): void {
  const names = program.commands.map((command) => command.name());
  for (const [name, section] of Object.entries(commands)) {
    const command = program.commands.find((candidate) => candidate.name() === name);
    if (command === undefined) throw refusal(path, `commands.${name}`, `is no command; ${didYouMean(name, names)}`);
    const flags = flagsOf(command).map((flag) => flag.attributeName());
    const wrong = Object.keys(section).find((flag) => !flags.includes(flag));
    if (wrong !== undefined)
      throw refusal(path, `commands.${name}.${wrong}`, `is no flag of ${name}; ${didYouMean(wrong, flags)}`);
  }
}

/** The flags of a command and of those below it. */
function flagsOf(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(flagsOf)];
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

/** The name of the command right below the program: `keys` of `keys create`. */
function topName(command: Command): string {
  return command.parent?.parent ? topName(command.parent) : command.name();
}
