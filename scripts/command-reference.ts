/** Writes the reference of the commands and flags in docs/command-line.md. */
import type { Argument, Command, Option } from 'commander';
import { describeFlag, Flag } from '../src/cli/flags/flag.ts';
import { buildProgram } from '../src/cli/program.ts';
import { processTerminal } from '../src/cli/terminal/terminal.ts';

const program = buildProgram(processTerminal(new AbortController().signal), () => undefined);
const help = program.createHelp();

/** Groups of flags that many commands share, with their headings in the document. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['Output:', 'Flags for output'],
  ['Where data comes from:', 'Flags for where data comes from'],
]);

/** Sets of flags that several commands have: their headings, a command that has them, and their names. */
const SETS: readonly { heading: string; of: string; flags: readonly string[] }[] = [
  { heading: 'Flags for calls', of: 'product', flags: ['--marketplace', '--language'] },
  { heading: 'Flags for several pages', of: 'search', flags: ['--all-pages', '--max-pages', '--min-remaining'] },
  { heading: 'Flags for a queue', of: 'worker', flags: ['--redis', '--redis-prefix', '--queue'] },
  { heading: 'Flags for keys and packs', of: 'serve', flags: ['--data', '--redis', '--redis-prefix'] },
];

const commandOf = (name: string) => program.commands.find((command) => command.name() === name) ?? program;
const flagsOf = (command: Command) => help.visibleOptions(command).filter(({ long }) => long !== '--help');

/** Returns the rows of a set, in the order of its command. */
const rowsOfSet = ({ of, flags }: (typeof SETS)[number]) =>
  flagsOf(commandOf(of)).flatMap((flag) => (flags.includes(flag.long ?? '') ? [rowOf(flag)] : []));

/** Returns the rows of a command's flags by heading: those of `undefined` are its own. A set counts only as a whole. */
function groupsOf(command: Command): ReadonlyMap<string | undefined, readonly string[]> {
  const flags = flagsOf(command);
  const rows = new Set(flags.map(rowOf));
  const sets = SETS.filter((set) => rowsOfSet(set).every((row) => rows.has(row)));
  const headingOf = (row: string) => sets.find((set) => rowsOfSet(set).includes(row))?.heading;
  const groups = Map.groupBy(flags, (flag) => SHARED.get(flag.helpGroupHeading ?? '') ?? headingOf(rowOf(flag)));
  return new Map([...groups].map(([heading, group]) => [heading, group.map(rowOf)]));
}

/** Returns the reference: the flags of every command, the shared groups of flags, then each command. */
export function commandReference(): string {
  const product = groupsOf(commandOf('product'));
  const shared = [
    ...[...SHARED.values()].map((heading) => [heading, product.get(heading) ?? []] as const),
    ...SETS.map((set) => [set.heading, rowsOfSet(set)] as const),
  ].flatMap(([heading, rows]) => [`### ${heading}`, table(rows)]);
  const general = table(flagsOf(program).map(rowOf));
  return ['### Flags of every command', general, ...shared, ...commandsOf(program).map(section)].join('\n\n');
}

const commandsOf = (command: Command) => help.visibleCommands(command).filter((one) => one.name() !== 'help');

/** Returns the section of a command: what it does, its shared flags, its own flags. Its subcommands are rows of a table. */
function section(command: Command): string {
  const subcommands = commandsOf(command);
  const groups = subcommands.length === 0 ? groupsOf(command) : groupsOfAll(subcommands);
  const own = groups.get(undefined) ?? [];
  const links = [...groups.keys()].flatMap((heading) =>
    heading === undefined ? [] : [`[${heading.replace('Flags ', '')}](#${heading.toLowerCase().replaceAll(' ', '-')})`],
  );
  const shared = links.length === 0 ? '' : `It takes the flags ${new Intl.ListFormat('en-GB').format(links)}.`;
  const about =
    subcommands.length === 0
      ? `\`${usageOfCommand(command)}\`: ${aboutCommand(command)}\n${shared}`.trimEnd()
      : [tableOfCommands(subcommands), shared.replace('It takes', 'They take')].join('\n\n');
  return [`### ${namesOf(command).join(' ')}`, about, ...(own.length === 0 ? [] : [table(own)])].join('\n\n');
}

function aboutCommand(command: Command): string {
  const notes = command.registeredArguments.map((argument) => ` ${aboutArgument(argument)}.`);
  return `${command.description()}${notes.join('')}`;
}

function tableOfCommands(commands: readonly Command[]): string {
  const rows = commands.map((command) => `| \`${usageOfCommand(command)}\` | ${aboutCommand(command)} |`);
  return ['| command | |', '|---|---|', ...rows].join('\n');
}

/** Returns the rows of several commands by heading. A row of their own begins with the commands that have the flag. */
function groupsOfAll(commands: readonly Command[]): ReadonlyMap<string | undefined, readonly string[]> {
  const entries = commands.flatMap((command) =>
    [...groupsOf(command)].flatMap(([heading, rows]) => rows.map((row) => ({ heading, row, name: command.name() }))),
  );
  const groups = Map.groupBy(entries, ({ heading }) => heading);
  return new Map([...groups].map(([heading, group]) => [heading, rowsWithNames(group)]));
}

/** The cells of a row before its text. */
const START = /^\| `[^`]*` \| (?:`[^`]*`)? \| /;

function rowsWithNames(entries: readonly { row: string; name: string }[]): string[] {
  const rows = [...Map.groupBy(entries, ({ row }) => row)];
  return rows.map(([row, of]) => row.replace(START, `$&${of.map(({ name }) => `\`${name}\``).join(', ')}: `));
}

const usageOfCommand = (command: Command): string =>
  [...namesOf(command), ...command.registeredArguments.map(usageOf)].join(' ');

function namesOf(command: Command): string[] {
  return command.parent === null ? [command.name()] : [...namesOf(command.parent), command.name()];
}

function usageOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function aboutArgument(argument: Argument): string {
  const choices = argument.argChoices === undefined ? '' : ` (${argument.argChoices.join(', ')})`;
  const preset = argument.defaultValue === undefined ? '' : `; default \`${String(argument.defaultValue)}\``;
  return `\`${usageOf(argument)}\`: ${cell(`${argument.description}${choices}${preset}`)}`;
}

/** Returns the row of a flag. */
function rowOf(flag: Option): string {
  const variable = flag instanceof Flag && flag.variable !== undefined ? `\`${flag.variable}\`` : '';
  return `| \`${flag.flags.replaceAll('|', '\\|')}\` | ${variable} | ${cell(describeFlag(flag, { withVariable: false }))} |`;
}

function table(rows: readonly string[]): string {
  return ['| flag | variable | |', '|---|---|---|', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
