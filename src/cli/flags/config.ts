/** Fills in the flags of a command from the environment and the configuration file. */
import type { Command, Option } from 'commander';
import { BadRequestError } from '../../contract/errors.ts';
import { didYouMean, nearestOf } from '../../contract/similar.ts';
import { readConfigFile } from '../../marketplace/load-config.ts';
import { MARKETPLACE_OPTIONS } from '../../marketplace/options.ts';
import type { Environment } from '../../options/checks.ts';
import { variableOf } from '../../options/table.ts';
import { Flag, type FlagSection, fillFlags } from './flag.ts';

/**
 * Fills in the flags of a command that is about to run. The marketplace settings of the file become its option `configured`.
 *
 * @param choice The path of the file. `undefined` searches for one, `false` reads none.
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export async function applyConfig(
  command: Command,
  choice: string | false | undefined,
  environment: Environment,
): Promise<void> {
  const named = choice ?? (environment.BUYBOX_CONFIG || undefined);
  const file = named === false ? undefined : await readConfigFile(named, process.cwd());
  const { commands = {}, ...configured } = file?.config ?? {};
  const [program = command, top = command] = [...ancestorsOf(command), command];
  if (file !== undefined) assertCommands(file.path, commands, program);
  fillFlags(command, environment, commands[top.name()] ?? {});
  command.setOptionValueWithSource('configured', configured, 'config');
}

/** Returns the variables of the environment that no command knows as a setting, each with the one that was probably meant, if there is one. */
export function unknownVariables(
  program: Command,
  environment: Environment,
): [name: string, meant: string | undefined][] {
  const ofFlags = [program, ...program.commands]
    .flatMap(flagsOf)
    .map((flag) => (flag instanceof Flag ? flag.variable : undefined));
  const known = new Set([...ofFlags, ...Object.keys(MARKETPLACE_OPTIONS).map(variableOf), PAGES_OF_TESTS]);
  const names = [...known].flatMap((name) => name?.replace(PREFIX, '') ?? []);
  return Object.keys(environment)
    .filter((name) => PREFIX.test(name) && !known.has(name))
    .map((name) => {
      const nearest = nearestOf(name.replace(PREFIX, ''), names);
      return [name, nearest && `BUYBOX_${nearest}`];
    });
}

const PREFIX = /^BUYBOX_/;
/** Names the folders of pages that the tests read. */
const PAGES_OF_TESTS = 'BUYBOX_CORPUS';

/** Refuses unknown commands and flags. @throws BadRequestError */
function assertCommands(path: string, sections: Readonly<Record<string, FlagSection>>, program: Command): void {
  const names = program.commands.map((command) => command.name());
  for (const [name, section] of Object.entries(sections)) {
    const command = program.commands.find((candidate) => candidate.name() === name);
    if (command === undefined)
      throw invalidConfig(path, `commands.${name}`, `unknown command. ${didYouMean(name, names)}`);
    const flags = flagsOf(command).map((flag) => flag.attributeName());
    const wrong = Object.keys(section).find((flag) => !flags.includes(flag));
    if (wrong !== undefined)
      throw invalidConfig(path, `commands.${name}.${wrong}`, `unknown flag of ${name}. ${didYouMean(wrong, flags)}`);
  }
}

/** The flags of a command and of its subcommands. */
function flagsOf(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(flagsOf)];
}

/** The program, and the commands between it and this one. */
function ancestorsOf({ parent }: Command): Command[] {
  return parent === null ? [] : [...ancestorsOf(parent), parent];
}

function invalidConfig(path: string, name: string, why: string): BadRequestError {
  return new BadRequestError(`${name}: ${why} It is in ${path}.`, { code: 'INVALID_CONFIGURATION', parameter: name });
}
