/** What can stand at the end of a command line, out of the program's own commands, flags and choices. */
import type { Argument, Command, Option } from 'commander';
import { endpoints } from '../../contract/endpoints.ts';
import { PAGE_TYPES, type PageType } from '../../contract/page-types.ts';
import { describeFlag, Flag } from '../flags.ts';
import { fieldNames } from '../output/fields.ts';

/** A word that can stand there. */
export interface Candidate {
  value: string;
  about: string;
}

/** Words, or names of files or folders, which the shell knows better; after an entry of a `list` another one can follow. */
export interface Candidates {
  kind: 'words' | 'list' | 'files' | 'folders';
  items: readonly Candidate[];
}

/** Where the cursor is. */
interface Place {
  command: Command;
  /** How many arguments stand before it. */
  position: number;
  /** The flag whose value is wanted. */
  flag: Option | undefined;
  given: ReadonlySet<Option>;
  /** Whether `--` stands before it: no flags follow. */
  isPastFlags: boolean;
}

const NOTHING: Candidates = { kind: 'words', items: [] };

/**
 * The candidates for the last word, which can be empty or begun.
 *
 * @param words The command line without the program's name.
 */
export function candidatesFor(program: Command, words: readonly string[]): Candidates {
  const current = words.at(-1) ?? '';
  const place = placeOf(program, words.slice(0, -1));
  // Some shells take "=" for a word of its own.
  if (place.flag !== undefined) return valuesOf(place, place.flag, current === '=' ? '' : current, '');
  const [, name = '', value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  const flag = findFlag(place.command, name);
  if (flag !== undefined && value !== undefined) return valuesOf(place, flag, value, `${name}=`);
  if (current.startsWith('-') && !place.isPastFlags) return flagsOf(place, current);
  const { command, position } = place;
  if (command.commands.length > 0 && position === 0) return matching(commandsOf(command), current);
  return argumentOf(command, position, current);
}

function placeOf(program: Command, words: readonly string[]): Place {
  let command = program;
  let position = 0;
  let flag: Option | undefined;
  let isPastFlags = false;
  const given = new Set<Option>();
  for (const word of words) {
    if (word === '=') continue;
    if (flag !== undefined) flag = undefined;
    else if (isPastFlags || !word.startsWith('-')) {
      const below = position === 0 ? command.commands.find((one) => one.name() === word) : undefined;
      if (below === undefined) position++;
      command = below ?? command;
    } else if (word === '--') isPastFlags = true;
    else {
      const [name = ''] = word.split('=', 1);
      const found = findFlag(command, name);
      if (found !== undefined) given.add(found);
      flag = found !== undefined && takesValue(found) && !word.includes('=') ? found : undefined;
    }
  }
  return { command, position, flag, given, isPastFlags };
}

function commandsOf(command: Command): Candidate[] {
  const shown = command.createHelp().visibleCommands(command);
  return shown.map((one) => ({ value: one.name(), about: one.description() }));
}

/** The flags that are not there yet, and those that can be repeated. */
function flagsOf({ command, given }: Place, current: string): Candidates {
  const rivals = new Set([...given].flatMap((flag) => (flag instanceof Flag ? flag.rivals : [])));
  const left = allFlags(command).filter(
    (flag) =>
      !flag.hidden &&
      !rivals.has(flag.attributeName()) &&
      (!given.has(flag) || (flag instanceof Flag && flag.isRepeatable)),
  );
  return matching(
    left.map((flag) => ({ value: flag.long ?? flag.flags, about: describeFlag(flag) })),
    current,
  );
}

function valuesOf({ command }: Place, flag: Option, current: string, prefix: string): Candidates {
  if (flag.long === '--fields') return fieldsOf(command, current, prefix);
  const [, placeholder = ''] = /[<[](\w+)/.exec(flag.flags) ?? [];
  return ofPlaceholder(placeholder, flag.argChoices, current, prefix);
}

function argumentOf(command: Command, position: number, current: string): Candidates {
  const known: readonly Argument[] = command.registeredArguments;
  const argument = known[position] ?? (known.at(-1)?.variadic ? known.at(-1) : undefined);
  return argument === undefined ? NOTHING : ofPlaceholder(argument.name(), argument.argChoices, current, '');
}

/** A place's name tells what stands there, where it has no choices. */
const FILES = ['file', 'files', 'out', 'module'];
const FOLDERS = ['dir', 'folder'];

function ofPlaceholder(
  name: string,
  choices: readonly string[] | undefined,
  current: string,
  prefix: string,
): Candidates {
  if (choices !== undefined)
    return matching(
      choices.map((value) => ({ value: prefix + value, about: '' })),
      prefix + current,
    );
  if (FILES.includes(name)) return { kind: 'files', items: [] };
  return FOLDERS.includes(name) ? { kind: 'folders', items: [] } : NOTHING;
}

/** Fields of the pages that the command answers with; what is deeper is offered when it is begun. */
function fieldsOf(command: Command, current: string, prefix: string): Candidates {
  const begun = current.slice(0, current.lastIndexOf(',') + 1);
  const last = current.slice(begun.length);
  const depth = last.split('.').length;
  const names = fieldNames(pageTypesOf(command)).filter((name) => name.split('.').length === depth);
  const items = names.map((name) => ({ value: `${prefix}${begun}${name}`, about: '' }));
  return { ...matching(items, prefix + current), kind: 'list' };
}

function pageTypesOf(command: Command): PageType[] {
  const endpoint = Object.entries(endpoints).find(([name]) => name === command.name());
  const answers = endpoint === undefined ? PAGE_TYPES : endpoint[1].responses;
  return PAGE_TYPES.filter((type) => answers.some((name) => name === type));
}

function matching(items: readonly Candidate[], current: string): Candidates {
  return { kind: 'words', items: items.filter(({ value }) => value.startsWith(current)) };
}

/** The flags of a command, and those of the program, which every command has. */
function allFlags(command: Command): Option[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command);
  return [...own, ...(command.parent === null ? [] : help.visibleGlobalOptions(command))];
}

function findFlag(command: Command, name: string): Option | undefined {
  return allFlags(command).find(({ long, short }) => name !== '' && (long === name || short === name));
}

function takesValue(flag: Option): boolean {
  return flag.required || flag.optional;
}
