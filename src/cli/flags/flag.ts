/** Flags whose values can also come from the environment and from the configuration file. */
import { type Command, CommanderError, Option } from 'commander';
import { BadRequestError } from '../../contract/errors.ts';
import type { MarketplaceOptions } from '../../marketplace/options.ts';
import { type Environment, invalidSetting, oneOf, trueOrFalse, truthIn } from '../../options/checks.ts';
import { Secret } from '../../options/secrets.ts';
import { variableOf } from '../../options/table.ts';
import { collect, toMilliseconds, toWholeNumber } from './values.ts';

/** A flag, with its environment variable. */
export class Flag extends Option {
  /** The environment variable; `undefined` for a flag without one. */
  variable: string | undefined;
  /** Whether it is a secret. Secrets are not read from command lines, which other users of the machine can see. */
  isSecret = false;
  /** Flags that cannot be used together with this one, by their names in camel case. */
  rivals: readonly string[] = [];
  /** Whether it can be given several times. */
  isRepeatable = false;

  /** Whether `settingsOf` reads the variable, as an option of a marketplace. */
  isOption = false;

  /** Names the option of a marketplace that the flag sets. The flag has the variable of the option. @default the option with its name */
  sets(option: keyof MarketplaceOptions = this.attributeName() as keyof MarketplaceOptions): this {
    this.isOption = true;
    return this.from(variableOf(option));
  }

  /** Sets the environment variable. @default that of its name: `BUYBOX_MAX_QUEUE` for `--max-queue` */
  from(variable: string = variableOf(this.attributeName())): this {
    this.variable = variable;
    return this;
  }

  /** Allows several values. @param add Adds a value to those before. @default collects texts */
  repeatable(add: (text: string, before: never) => unknown = collect): this {
    this.isRepeatable = true;
    return this.argParser(add as typeof collect);
  }

  /** Takes a time such as `30s`. */
  time(): this {
    return this.argParser((text: string) => toMilliseconds(text, this.name()));
  }

  /** Takes a whole number. */
  number(least?: number, most?: number): this {
    return this.argParser((text: string) => toWholeNumber(this.name(), text, least, most));
  }

  /** Sets the flags that cannot be used together with this one. */
  excludes(rivals: readonly string[]): this {
    this.rivals = rivals;
    return this.conflicts([...rivals]);
  }

  /** Sets the allowed values. The error for another one suggests the value that was probably meant. */
  override choices(values: readonly string[]): this {
    this.argChoices = [...values];
    return this.argParser((value: string) => oneOf({ name: this.name(), value }, values));
  }

  /** Makes it a setting without a flag: on a command line it is an error. */
  secret(): this {
    this.isSecret = true;
    return this.hideHelp().argParser(() => {
      const advice = `Set ${this.variable}, or ${this.attributeName()} in the configuration file.`;
      throw invalidSetting(
        this.long ?? this.flags,
        undefined,
        `is not a flag: other users can read command lines. ${advice}`,
      );
    });
  }
}

/** Returns the flag for the time limit of reading a page. */
export function parseTimeoutFlag(): Flag {
  return new Flag('--parse-timeout <time>', 'time limit of reading a page: 10s, 500ms')
    .default(undefined, '10s, and 2s for each MB of the page')
    .time()
    .sets('parseTimeoutMs');
}

/** Returns the description of a flag for help, with its choices, its default and its environment variable. */
export function describeFlag(flag: Option, { withVariable = true }: { withVariable?: boolean } = {}): string {
  const { description, argChoices: choices, defaultValue, defaultValueDescription } = flag;
  const preset = defaultValueDescription ?? (typeof defaultValue === 'boolean' ? undefined : defaultValue);
  const details = [
    choices === undefined || choices.length > 8 ? undefined : choices.join('|'),
    preset === undefined ? undefined : `default ${preset}`,
    flag instanceof Flag && withVariable ? flag.variable : undefined,
  ].filter((part) => part !== undefined);
  return details.length === 0 ? description : `${description} (${details.join('; ')})`;
}

/** The values of the configuration file for a command's flags, by their names in camel case. */
export type FlagSection = Readonly<Record<string, unknown>>;

/**
 * Sets the flags that are not on the command line: from the environment, then from the configuration file. Leaves out a flag that excludes
 * one of a stronger source.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the variable or the setting
 */
export function fillFlags(command: Command, environment: Environment, section: FlagSection): void {
  fillFrom(command, 'env', (flag) => {
    const name = flag instanceof Flag && !flag.isOption ? flag.variable : undefined;
    return name === undefined ? undefined : { name, value: environment[name] || undefined };
  });
  // Variables of options are read later. They are stronger than the file.
  const options = command.options.filter((flag): flag is Flag => flag instanceof Flag && flag.isOption);
  const set = options.filter((flag) => isSet(flag, environment));
  const stronger = set.flatMap((flag) => [flag.attributeName(), ...flag.rivals]);
  fillFrom(command, 'config', (flag) => {
    const name = flag.attributeName();
    return { name, value: stronger.includes(name) ? undefined : section[name] };
  });
}

function isSet({ variable = '' }: Flag, environment: Environment): boolean {
  return Boolean(environment[variable]);
}

interface NamedValue {
  name: string;
  value: unknown;
}

function fillFrom(command: Command, source: string, find: (flag: Option) => NamedValue | undefined): void {
  const sourceOf = (attribute: string) => command.getOptionValueSource(attribute);
  const isStronger = (attribute: string) => ![undefined, 'default', source].includes(sourceOf(attribute));
  for (const flag of command.options) {
    const attribute = flag.attributeName();
    const rivals = flag instanceof Flag ? flag.rivals : [];
    const { name, value } = find(flag) ?? {};
    if (name === undefined || value === undefined || [attribute, ...rivals].some(isStronger)) continue;
    const rival = rivals.find((other) => sourceOf(other) === source);
    if (rival !== undefined)
      throw invalidSetting(attribute, undefined, `cannot be used together with ${rival}. Set only one of them.`);
    command.setOptionValueWithSource(attribute, readValue(flag, name, value), source);
  }
}

/** Converts a variable's string, or a value of the configuration file. */
function readValue(flag: Option, name: string, value: unknown): unknown {
  if (flag.isBoolean() || flag.negate) return readBoolean(name, value);
  // A flag whose value can be left out.
  if (flag.optional && typeof value === 'boolean') return value;
  if (flag instanceof Flag && flag.isSecret) return value instanceof Secret ? value : new Secret(toText(name, value));
  const texts = (Array.isArray(value) ? value : [value]).map((entry: unknown) => toText(name, entry));
  const parse: unknown = flag.parseArg;
  if (typeof parse !== 'function') return texts.length === 1 ? texts[0] : texts;
  try {
    return texts.reduce((before: unknown, text): unknown => parse.call(flag, text, before), undefined);
  } catch (cause) {
    if (!(cause instanceof CommanderError || cause instanceof BadRequestError)) throw cause;
    // The message starts with the flag's name and the value. Here the name is that of the variable or the setting.
    throw invalidSetting(name, value, cause.message.replace(/^[a-z-]+: (?:"(?:[^"\\]|\\.)*"|\S+) /, ''));
  }
}

function toText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  // The value is not shown: it can hold a secret.
  throw invalidSetting(name, undefined, `has the type ${typeof value}: expected a string or a number.`);
}

function readBoolean(name: string, value: unknown): boolean | undefined {
  return trueOrFalse({ name, value: typeof value === 'boolean' ? value : truthIn(String(value)) });
}
