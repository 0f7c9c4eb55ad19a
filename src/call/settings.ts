/** Checks of settings, with messages that name the option or the environment variable at fault. No value of a secret stands in them. */
import { BadRequestError } from '../contract/errors.ts';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting as it was given. */
export interface Setting {
  /** The option's or the variable's name, for messages. */
  name: string;
  value: unknown;
}

/** The option when it is given, else the environment variable; an empty variable counts as none. */
export function readSetting<Options extends object>(
  options: Options,
  name: keyof Options & string,
  variable: string,
  environment: Environment,
): Setting {
  const given = options[name];
  return given === undefined ? { name: variable, value: environment[variable] || undefined } : { name, value: given };
}

/** One of a list, or nothing. */
export function oneOf<T extends string>({ name, value }: Setting, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw invalidSetting(name, value, `must be one of ${allowed.join(', ')}`);
  return found;
}

/** The address of a service, without a slash at its end. */
export function httpUrl({ name, value }: Setting): string | undefined {
  if (value === undefined) return undefined;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) throw invalidSetting(name, value, 'is not a URL; give one such as "https://api.example.com"');
  if (url.username !== '' || url.password !== '')
    throw invalidSetting(name, value, 'must have no user name or password in it; give the key as apiKey');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidSetting(name, value, 'must begin with https:// or http://');
  if (url.search !== '' || url.hash !== '') throw invalidSetting(name, value, 'must have no "?" and no "#"');
  return url.href.replace(/\/+$/, '');
}

/** A whole number within bounds. */
export function wholeNumber(
  { name, value }: Setting,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const wanted = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  throw invalidSetting(name, value, `must be a whole number ${wanted}`);
}

/** `true` or `false`. */
export function trueOrFalse({ name, value }: Setting): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidSetting(name, value, 'must be true or false');
}

/** The error for a wrong setting. */
export function invalidSetting(name: string, value: unknown, why: string): BadRequestError {
  const shown = typeof value === 'string' ? `${JSON.stringify(withoutUserInfo(value))} ` : `${String(value)} `;
  return new BadRequestError(`${name}: ${value === undefined ? '' : shown}${why}`, {
    code: 'INVALID_CONFIGURATION',
    parameter: name,
  });
}

/** What stands before the `@` of an address can be a password. */
function withoutUserInfo(value: string): string {
  return value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1[redacted]@');
}
