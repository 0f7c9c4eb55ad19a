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

const flagsOf = (command: Command) => help.visibleOptions(command).filter(({ long }) => long !== '--help');
const headingOf = ({ helpGroupHeading: group = '' }: Option) => SHARED.get(group);

/** Returns the reference: the flags of every command, the shared groups of flags, then each command. */
export function commandReference(): string {
  const product = program.commands.find((command) => command.name() === 'product') ?? program;
  const shared = [...SHARED.values()].flatMap((heading) => [
    `### ${heading}`,
    table(flagsOf(product).filter((flag) => headingOf(flag) === heading)),
  ]);
  return ['### Flags of every command', table(flagsOf(program)), ...shared, ...leaves(program).map(section)].join(
    '\n\n',
  );
}

/** Returns the commands without subcommands, at all levels. */
function leaves(command: Command): Command[] {
  const below = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  return below.flatMap((one) => (one.commands.length === 0 ? [one] : leaves(one)));
}

function section(command: Command): string {
  const flags = flagsOf(command);
  const own = flags.filter((flag) => headingOf(flag) === undefined);
  const sharedGroups = [...new Set(flags.map(headingOf))].flatMap((heading) =>
    heading === undefined ? [] : [`[${heading.replace('Flags ', '')}](#${heading.toLowerCase().replaceAll(' ', '-')})`],
  );
  const name = namesOf(command).join(' ');
  const usage = [name, ...command.registeredArguments.map(usageOf)].join(' ');
  return [
    `### ${name}`,
    `\`${usage}\`: ${command.description()}`,
    ...(command.registeredArguments.length === 0 ? [] : [argumentTable(command.registeredArguments)]),
    ...(own.length === 0 ? [] : [table(own)]),
    ...(sharedGroups.length === 0 ? [] : [`And the flags ${sharedGroups.join(' and ')}.`]),
  ].join('\n\n');
}

function namesOf(command: Command): string[] {
  return command.parent === null ? [command.name()] : [...namesOf(command.parent), command.name()];
}

function usageOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentTable(all: readonly Argument[]): string {
  const rows = all.map((argument) => {
    const choices = argument.argChoices === undefined ? '' : ` (${argument.argChoices.join(', ')})`;
    const preset = argument.defaultValue === undefined ? '' : `; default \`${String(argument.defaultValue)}\``;
    return `| \`${usageOf(argument)}\` | ${cell(`${argument.description}${choices}${preset}`)} |`;
  });
  return ['| argument | |', '|---|---|', ...rows].join('\n');
}

function table(flags: readonly Option[]): string {
  const rows = flags.map((flag) => {
    const variable = flag instanceof Flag && flag.variable !== undefined ? `\`${flag.variable}\`` : '';
    return `| \`${flag.flags.replaceAll('|', '\\|')}\` | ${variable} | ${cell(describeFlag(flag, { withVariable: false }))} |`;
  });
  return ['| flag | variable | |', '|---|---|---|', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
