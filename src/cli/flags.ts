/** Flags whose values can also come from the environment and from the configuration file. */
import { type Command, CommanderError, Option } from 'commander';
import { type Environment, invalidSetting } from '../call/settings.ts';
import { BadRequestError } from '../contract/errors.ts';

/** A flag with the environment variable that can stand for it. */
export class Flag extends Option {
  /** The variable; none for flags that only a command line or a file has. */
  variable: string | undefined;
  /** Whether it is a secret, which no command line may hold: other users of the machine can read that. */
  isSecret = false;
  /** Flags that it cannot be used with, by their names in camel case. */
  rivals: readonly string[] = [];

  /** Whether it can be given several times. */
  isRepeatable = false;

  /** Names the variable. */
  from(variable: string): this {
    this.variable = variable;
    return this;
  }

  /** Puts the values of several together. */
  repeatable(): this {
    this.isRepeatable = true;
    return this;
  }

  /** Names the flags that it cannot be used with. */
  excludes(rivals: readonly string[]): this {
    this.rivals = rivals;
    return this.conflicts([...rivals]);
  }

  /** Makes it a setting without a flag: who types it is told where it belongs. */
  secret(): this {
    this.isSecret = true;
    const places = `set ${this.variable}, or ${this.attributeName()} in the configuration file`;
    return this.hideHelp().argParser(() => {
      throw invalidSetting(this.long ?? this.flags, undefined, `is no flag: others can read command lines; ${places}`);
    });
  }
}

/** What a flag does, which values it takes, and where else they can come from. */
export function describeFlag(flag: Option, { withVariable = true }: { withVariable?: boolean } = {}): string {
  const { description, argChoices: choices, defaultValue, defaultValueDescription: told } = flag;
  const preset = told ?? (typeof defaultValue === 'boolean' ? undefined : defaultValue);
  const more = [
    choices === undefined || choices.length > 8 ? undefined : choices.join('|'),
    preset === undefined ? undefined : `default ${preset}`,
    flag instanceof Flag && withVariable ? flag.variable : undefined,
  ].filter((part) => part !== undefined);
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

/** What the configuration file says of a command's flags, by their names in camel case. */
export type FlagSection = Readonly<Record<string, unknown>>;

/**
 * Fills in the flags that were not typed: from the environment, then from the configuration file. A flag that contradicts a typed one, or one
 * of the environment's, is left out.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the variable or the setting
 */
export function fillFlags(command: Command, environment: Environment, section: FlagSection): void {
  fill(command, 'env', (flag) => {
    const name = flag instanceof Flag ? flag.variable : undefined;
    // An empty variable counts as none.
    return { name: name ?? '', value: name === undefined ? undefined : environment[name] || undefined };
  });
  fill(command, 'config', (flag) => ({ name: flag.attributeName(), value: section[flag.attributeName()] }));
}

function fill(command: Command, source: string, find: (flag: Option) => { name: string; value: unknown }): void {
  const isStronger = (attribute: string) =>
    ![undefined, 'default', source].includes(command.getOptionValueSource(attribute));
  for (const flag of command.options) {
    const attribute = flag.attributeName();
    if (isStronger(attribute) || rivalsOf(flag).some(isStronger)) continue;
    const { name, value } = find(flag);
    if (value !== undefined) command.setOptionValueWithSource(attribute, readValue(flag, name, value), source);
  }
  assertNoConflict(command, source);
}

function rivalsOf(flag: Option): readonly string[] {
  return flag instanceof Flag ? flag.rivals : [];
}

function assertNoConflict(command: Command, source: string): void {
  const filled = command.options.filter((flag) => command.getOptionValueSource(flag.attributeName()) === source);
  for (const flag of filled) {
    const other = filled.find((candidate) => rivalsOf(flag).includes(candidate.attributeName()));
    if (other === undefined) continue;
    throw invalidSetting(flag.attributeName(), undefined, `cannot be used with ${other.attributeName()}`);
  }
}

/** The value of a flag from a variable's text or a file's value. */
function readValue(flag: Option, name: string, value: unknown): unknown {
  if (flag.isBoolean() || flag.negate) return isOn(name, value);
  if (flag instanceof Flag && flag.isSecret) return asText(name, value);
  const texts = (Array.isArray(value) ? value : [value]).map((entry: unknown) => asText(name, entry));
  const parse: unknown = flag.parseArg;
  if (typeof parse !== 'function') return texts.length === 1 ? texts[0] : texts;
  try {
    return texts.reduce((before: unknown, text): unknown => parse.call(flag, text, before), undefined);
  } catch (cause) {
    const isKnown = cause instanceof CommanderError || cause instanceof BadRequestError;
    // The flag's name and the value stand in front of its own words.
    throw isKnown ? invalidSetting(name, value, cause.message.replace(/^[a-z-]+: \S+ /, '')) : cause;
  }
}

function asText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw invalidSetting(name, typeof value, 'must be a text or a number');
}

const ON: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

function isOn(name: string, value: unknown): boolean {
  const on = ON[String(value)];
  if (on === undefined) throw invalidSetting(name, value, 'must be true or false');
  return on;
}
