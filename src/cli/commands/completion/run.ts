/** Completion candidates for a command line, from the program's commands, flags and choices. */
import type { Argument, Command, Option } from 'commander';
import { type Endpoint, type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { PAGE_TYPES } from '../../../contract/page-types.ts';
import { fieldNames } from '../../../tables/fields.ts';
import { describeFlag, Flag } from '../../flags/flag.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** A word that can be completed to. */
interface Candidate {
  value: string;
  description: string;
}

/** Candidates, or names of files or folders, which the shell completes itself. A `list` can continue after an entry. */
interface Candidates {
  kind: 'words' | 'list' | 'files' | 'folders';
  items: readonly Candidate[];
}

/** The meaning of the words before the cursor. */
interface Position {
  command: Command;
  /** The number of arguments before the cursor. */
  argument: number;
  /** The flag that needs a value. */
  flag: Option | undefined;
  given: ReadonlySet<Option>;
  /** Whether `--` is before the cursor: no flags follow. */
  isPastFlags: boolean;
}

/**
 * Prints the candidates for the last word, which can be empty or incomplete: their kind, then a line for each.
 *
 * @param words The command line without the program's name.
 */
export async function printCandidates(words: readonly string[], program: Command, terminal: Terminal): Promise<void> {
  const { kind, items } = candidatesFor(program, words);
  terminal.out([kind, ...items.map(({ value, description }) => `${value}\t${description}`)].join('\n'));
}

function candidatesFor(program: Command, words: readonly string[]): Candidates {
  const current = words.at(-1) ?? '';
  const { command, argument, flag, given, isPastFlags } = positionOf(program, words.slice(0, -1));
  // Bash splits --flag=value into three words.
  if (flag !== undefined) return flagValues(command, flag, current === '=' ? '' : current, '');
  const [, name = '', value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  const named = findFlag(command, name);
  if (named !== undefined && value !== undefined) return flagValues(command, named, value, `${name}=`);
  if (current.startsWith('-') && !isPastFlags) return matching(unusedFlags(command, given), current);
  if (command.commands.length > 0 && argument === 0) return matching(subcommands(command), current);
  const known: readonly Argument[] = command.registeredArguments;
  const next = known[argument] ?? (known.at(-1)?.variadic ? known.at(-1) : undefined);
  return valuesOf(next?.name() ?? '', next?.argChoices, current, '');
}

function positionOf(program: Command, words: readonly string[]): Position {
  const position = { command: program, argument: 0, isPastFlags: false };
  const given = new Set<Option>();
  let flag: Option | undefined;
  for (const word of words.filter((one) => one !== '=')) {
    if (flag !== undefined) flag = undefined;
    else if (position.isPastFlags || !word.startsWith('-')) {
      const subcommand = position.command.commands.find((one) => position.argument === 0 && one.name() === word);
      if (subcommand === undefined) position.argument++;
      else position.command = subcommand;
    } else if (word === '--') position.isPastFlags = true;
    else {
      const [name = ''] = word.split('=', 1);
      const found = findFlag(position.command, name);
      if (found === undefined) continue;
      given.add(found);
      if ((found.required || found.optional) && !word.includes('=')) flag = found;
    }
  }
  return { ...position, flag, given };
}

function subcommands(command: Command): Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((one) => ({ value: one.name(), description: one.description() }));
}

/** The flags that can still be given. */
function unusedFlags(command: Command, given: ReadonlySet<Option>): Candidate[] {
  const rivals = [...given].flatMap((flag) => (flag instanceof Flag ? flag.rivals : []));
  const isOpen = (flag: Option) => !given.has(flag) || (flag instanceof Flag && flag.isRepeatable);
  return allFlags(command)
    .filter((flag) => !rivals.includes(flag.attributeName()) && isOpen(flag))
    .map((flag) => ({ value: flag.long ?? flag.flags, description: describeFlag(flag) }));
}

function flagValues(command: Command, flag: Option, current: string, prefix: string): Candidates {
  if (flag.long === '--fields') return fieldList(command, current, prefix);
  const [, placeholder = ''] = /[<[](\w+)/.exec(flag.flags) ?? [];
  return valuesOf(placeholder, flag.argChoices, current, prefix);
}

/** Candidates for a value with these choices; without choices, its placeholder says whether it is a file or a folder. */
function valuesOf(name: string, choices: readonly string[] | undefined, current: string, prefix: string): Candidates {
  if (choices === undefined && ['file', 'files', 'out', 'module'].includes(name)) return { kind: 'files', items: [] };
  if (choices === undefined && ['dir', 'folder'].includes(name)) return { kind: 'folders', items: [] };
  return matching(
    (choices ?? []).map((value) => ({ value: prefix + value, description: '' })),
    prefix + current,
  );
}

/** Fields of the pages that the command returns. Nested fields are offered after the dot. */
function fieldList(command: Command, current: string, prefix: string): Candidates {
  const endpoint: Endpoint | undefined = endpoints[command.name() as EndpointName];
  const types = endpoint?.responses ?? PAGE_TYPES;
  const begun = current.slice(0, current.lastIndexOf(',') + 1);
  const depth = current.slice(begun.length).split('.').length;
  const names = fieldNames(types).filter((name) => name.split('.').length === depth);
  const items = names.map((name) => ({ value: `${prefix}${begun}${name}`, description: '' }));
  return { ...matching(items, prefix + current), kind: 'list' };
}

function matching(items: readonly Candidate[], current: string): Candidates {
  return { kind: 'words', items: items.filter(({ value }) => value.startsWith(current)) };
}

/** The visible flags of a command and of the program. */
function allFlags(command: Command): Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...(command.parent === null ? [] : help.visibleGlobalOptions(command))];
}

function findFlag(command: Command, name: string): Option | undefined {
  return allFlags(command).find(({ long, short }) => name !== '' && (long === name || short === name));
}
