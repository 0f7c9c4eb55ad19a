/** The arguments and options of an endpoint's command, derived from the table of its parameters. */
import { Argument } from 'commander';
import { isRequired, type Parameter, type ParameterTable } from '../../../contract/parameter.ts';
import { valueOfText } from '../../../contract/request-params.ts';
import { Flag } from '../../flags/flag.ts';

/** Returns the arguments: the required parameters. */
export function parameterArguments(table: ParameterTable): Argument[] {
  return Object.entries(table).flatMap(([name, parameter]) =>
    isRequired(parameter) ? [new Argument(`<${name}>`, asHelp(parameter.description))] : [],
  );
}

/** Returns the flags: the other parameters. */
export function parameterFlags(table: ParameterTable): Flag[] {
  return Object.entries(table).flatMap(([name, parameter]) => (isRequired(parameter) ? [] : [flagOf(name, parameter)]));
}

/** Returns the parameters of a command line. The endpoint checks their values. */
export function collectParameters(
  table: ParameterTable,
  given: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const left = [...given];
  const values = Object.entries(table).map(([name, parameter]) => {
    return [name, isRequired(parameter) ? left.shift() : flags[flagOf(name, parameter).attributeName()]] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Returns a sentence in the style of help: without a capital letter and a full stop. */
function asHelp(sentence: string): string {
  const start = sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
  return start.replace(/\.$/, '').replaceAll('`', '');
}

function flagOf(name: string, parameter: Parameter): Flag {
  const choices = parameter.type === 'choice' ? parameter.values : undefined;
  const placeholder = choices === undefined ? 'value' : 'code';
  const flag = new Flag(`--${name.replaceAll('_', '-')} <${placeholder}>`, asHelp(parameter.description));
  flag.argParser((text: string) => valueOfText(text, parameter));
  // Choices are for help and completion: the endpoint checks the value.
  if (choices !== undefined) flag.argChoices = [...choices];
  // The default is only shown: the endpoint applies it. A parameter without one has no variable either: the URL of `scrape` names its marketplace.
  if (parameter.default === undefined) return flag;
  flag.default(undefined, String(parameter.default));
  return name === 'marketplace' || name === 'language' ? flag.from() : flag;
}
