/** The arguments and options of an endpoint's command, derived from the schema of its parameters. */
import { Argument, type Command } from 'commander';
import * as z from 'zod';
import { kindOf, valueOfText } from '../contract/request-params.ts';
import { Flag } from './flags.ts';

interface Parameter {
  name: string;
  required: boolean;
  choices: readonly string[] | undefined;
  core: z.ZodType;
  defaultValue: unknown;
  description: string;
}

/** Adds required parameters as arguments, the others as options. */
export function addParameters(command: Command, schema: z.ZodObject): void {
  for (const parameter of parametersOf(schema)) {
    if (parameter.required) command.addArgument(new Argument(`<${parameter.name}>`, parameter.description));
    else command.addOption(optionOf(parameter));
  }
}

/** Returns the parameters of a command line. The endpoint checks their values. */
export function collectParameters(
  schema: z.ZodObject,
  given: readonly string[],
  options: Record<string, unknown>,
): Record<string, unknown> {
  const parameters = parametersOf(schema);
  const positions = parameters
    .filter(({ required }) => required)
    .map(({ name }, index) => [name, given[index]] as const);
  const named = parameters
    .filter(({ required }) => !required)
    .map(({ name, core }) => [name, toValue(options[camelCase(name)], core)] as const);
  return Object.fromEntries([...positions, ...named].filter(([, value]) => value !== undefined));
}

function parametersOf(schema: z.ZodObject): Parameter[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { core, isRequired, defaultValue } = kindOf(field as z.ZodType);
    return {
      name,
      required: isRequired,
      choices: core instanceof z.ZodEnum ? core.options.map(String) : undefined,
      core,
      defaultValue,
      description: asHelp((field as z.ZodType).description ?? ''),
    };
  });
}

/** Returns a sentence in the style of help: without a capital letter and a full stop. */
function asHelp(sentence: string): string {
  const start = sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
  return start.replace(/\.$/, '').replaceAll('`', '');
}

/** Parameters whose defaults can come from the environment. */
const VARIABLES: Readonly<Record<string, string>> = { marketplace: 'BUYBOX_MARKETPLACE', language: 'BUYBOX_LANGUAGE' };

function optionOf({ name, description, choices, defaultValue }: Parameter): Flag {
  const flag = new Flag(`--${name.replaceAll('_', '-')} <${choices === undefined ? 'value' : 'code'}>`, description);
  // Choices are for help and completion: the endpoint checks the value.
  if (choices !== undefined) flag.argChoices = [...choices];
  // The default is only shown: the endpoint applies it. A parameter without one has no variable either: the URL of `scrape` names its marketplace.
  if (defaultValue === undefined) return flag;
  flag.default(undefined, String(defaultValue));
  return VARIABLES[name] === undefined ? flag : flag.from(VARIABLES[name]);
}

function toValue(value: unknown, core: z.ZodType): unknown {
  return typeof value === 'string' ? valueOfText(value, core) : value;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
