/** Checks settings. Messages name the option or the environment variable, and contain no secrets. */
import { BadRequestError } from '../contract/errors.ts';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting before it is checked. */
export interface Setting {
  /** Name of the option or the environment variable, for messages. */
  name: string;
  value: unknown;
}

/** Returns the option, else the environment variable. An empty variable counts as not set. */
export function readSetting<Options extends object>(
  options: Options,
  name: keyof Options & string,
  variable: string,
  environment: Environment,
): Setting {
  const given = options[name];
  return given === undefined ? { name: variable, value: environment[variable] || undefined } : { name, value: given };
}

/** Returns a value of the list, or `undefined` if not set. */
export function oneOf<T extends string>({ name, value }: Setting, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw invalidSetting(name, value, `is not valid: expected one of ${allowed.join(', ')}.`);
  return found;
}

/** Returns the URL of a service, without a slash at the end. */
export function httpUrl({ name, value }: Setting): string | undefined {
  if (value === undefined) return undefined;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined)
    throw invalidSetting(name, value, 'is not a URL: expected one such as "https://api.example.com".');
  if (url.username !== '' || url.password !== '')
    throw invalidSetting(
      name,
      value,
      'has a user name or password: expected a URL without one. Set the key as apiKey.',
    );
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidSetting(name, value, 'is not an HTTP URL: expected a URL that starts with https:// or http://.');
  if (url.search !== '' || url.hash !== '')
    throw invalidSetting(name, value, 'has a query or a fragment: expected a URL without "?" and "#".');
  return url.href.replace(/\/+$/, '');
}

/** Returns a whole number within the bounds. */
export function wholeNumber(
  { name, value }: Setting,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  throw invalidSetting(name, value, `is not valid: expected a whole number ${range}.`);
}

/** Returns `true` or `false`, or `undefined` if not set. */
export function trueOrFalse({ name, value }: Setting): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidSetting(name, value, 'is not valid: expected true or false.');
}

/** Returns the error for an invalid setting. */
export function invalidSetting(name: string, value: unknown, why: string): BadRequestError {
  const shown = typeof value === 'string' ? `${JSON.stringify(withoutUserInfo(value))} ` : `${String(value)} `;
  return new BadRequestError(`${name}: ${value === undefined ? '' : shown}${why}`, {
    code: 'INVALID_CONFIGURATION',
    parameter: name,
  });
}

/** Removes the part before the `@` of a URL, which can be a password. */
function withoutUserInfo(value: string): string {
  return value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1[redacted]@');
}
