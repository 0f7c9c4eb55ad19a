/** Tables of options: a row for each option, with its check and the reader of its environment variable. */
import { isRecord } from '../contract/json.ts';
import type { DurationText } from '../contract/marketplace.ts';
import { shortened } from '../contract/shown.ts';
import { didYouMean } from '../contract/similar.ts';
import { type Environment, type Setting, wrongSetting } from './checks.ts';
import { shownValue } from './secrets.ts';

/** One option. */
export interface OptionRow<Value> {
  /** Returns the checked value. Not called for `undefined`. @throws BadRequestError `INVALID_CONFIGURATION` */
  check: (setting: Setting) => Value | undefined;
  /** Converts the text of the option's environment variable `name`; {@link check} checks the result. An option without it has no variable. */
  fromText?: (text: string, name: string) => unknown;
}

/** A row for every option of a type: an option without a row does not compile. */
export type OptionTable<Options> = {
  readonly [Name in keyof Options]-?: OptionRow<Exclude<Options[Name], undefined | DurationText>>;
};

/** Options after their check: times are numbers of milliseconds. */
export type Checked<Options> = { [Name in keyof Options]: Exclude<Options[Name], DurationText> };

/** Returns the name of an option's environment variable: `BUYBOX_TIMEOUT_MS` for `timeoutMs`. */
export const variableOf = (option: string): string => `BUYBOX_${option.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

/** Returns an option from its environment variable. An empty variable counts as not set. */
export function readVariable<Value>(
  option: string,
  { check, fromText }: OptionRow<Value>,
  environment: Environment,
): Value | undefined {
  if (fromText === undefined) return undefined;
  const name = variableOf(option);
  const text = environment[name];
  return text === undefined || text === '' ? undefined : check({ name, value: fromText(text, name) });
}

/** Returns the options that environment variables set. @throws BadRequestError `INVALID_CONFIGURATION` with the variable's name */
export const readVariables = <Options extends object>(
  table: OptionTable<Options>,
  environment: Environment,
): Partial<Checked<Options>> => resolved(table, (option, row) => readVariable(option, row, environment));

/**
 * Returns the checked options, with environment variables as defaults. `undefined` counts as not set.
 *
 * @param owner The function that has the options, for messages.
 * @throws BadRequestError `INVALID_CONFIGURATION` with the name of the option or the variable
 */
export function readOptions<Options extends object>(
  owner: string,
  table: OptionTable<Options>,
  options: unknown,
  environment: Environment = {},
): Partial<Checked<Options>> {
  const given = membersOf({ name: 'options', value: options }, owner, table);
  return resolved(table, (name, row) => {
    const value = given[name];
    return value === undefined ? readVariable(name, row, environment) : row.check({ name, value });
  });
}

/** Returns of some options those of a table. */
export const optionsOf = <Options extends object>(table: OptionTable<Options>, options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(table, name))) as Options;

/** Returns a check of an object with members, such as `pace`. Messages name the member: `pace.minGapMs`. */
export const membersIn =
  <Members extends object>(table: OptionTable<Members>): ((setting: Setting) => Partial<Checked<Members>>) =>
  (setting) => {
    const given = membersOf(setting, setting.name, table, `${setting.name}.`);
    return resolved(table, (name, { check }) => {
      const value = given[name];
      return value === undefined ? undefined : check({ name: `${setting.name}.${name}`, value });
    });
  };

/** Returns an object whose members are all in the table. @throws BadRequestError `INVALID_CONFIGURATION` for any other one */
export function membersOf(
  { name, value }: Setting,
  owner: string,
  table: object,
  prefix = '',
): Readonly<Record<string, unknown>> {
  const members = objectIn({ name, value });
  if ('then' in members && !Object.hasOwn(table, 'then'))
    throw wrongSetting(name, 'a promise is not valid: expected an object. Add "await".');
  const names = Object.keys(table);
  const unknown = Object.keys(members).find((member) => !Object.hasOwn(table, member));
  if (unknown !== undefined)
    throw wrongSetting(`${prefix}${shortened(unknown)}`, `is not an option of ${owner}. ${didYouMean(unknown, names)}`);
  return members;
}

/** Returns an object that is not a list. @throws BadRequestError `INVALID_CONFIGURATION` */
export function objectIn({ name, value }: Setting): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw wrongSetting(name, `${shownValue(value)} is not valid: expected an object.`);
}

function resolved<Options extends object>(
  table: OptionTable<Options>,
  find: (name: string, row: OptionRow<unknown>) => unknown,
): Partial<Checked<Options>> {
  const entries = Object.entries<OptionRow<unknown>>(table).map(([name, row]) => [name, find(name, row)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<Checked<Options>>;
}
