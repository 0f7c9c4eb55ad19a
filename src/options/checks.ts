/** Checks single settings. Messages name the option or the environment variable, and contain no secrets. */
import { ENDPOINT_NAMES } from '../contract/endpoints.ts';
import { BadRequestError } from '../contract/errors.ts';
import { DEEPEST_PART, isDeeper } from '../contract/json.ts';
import type { AnyMarketplace } from '../contract/marketplace.ts';
import { shown } from '../contract/shown.ts';
import { nearestOf, similarValue } from '../contract/similar.ts';
import { shownUrl, shownValue } from './secrets.ts';

export { wrongParameter } from '../contract/wrong-parameter.ts';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting before it is checked. */
export interface Setting {
  /** Name of the option or the environment variable, for messages. */
  name: string;
  value: unknown;
}

/** Returns a value of the list, or `undefined` if not set. */
export function oneOf<T extends string>({ name, value }: Setting, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  const isAllowed = (candidate: unknown) => allowed.some((known) => known === candidate);
  const similar = similarValue(value, isAllowed) ?? misspelled(value, allowed);
  const advice = similar === undefined ? '' : ` Did you mean "${similar}"?`;
  throw invalidSetting(name, value, `is not valid: expected one of ${allowed.join(', ')}.${advice}`);
}

/** Every short text is similar to a code of two letters. */
const misspelled = (value: unknown, allowed: readonly string[]): string | undefined =>
  typeof value === 'string' && value.length > 3 ? nearestOf(value, allowed) : undefined;

/** The most characters of the URL of a service or a proxy. */
export const LONGEST_URL = 2_000;

/** The client adds `/v1/...`. */
const API_PATH = /\/v1(?:\/|$)/;

/** Returns the URL of a service, without a slash at the end. */
export function httpUrl({ name, value }: Setting): string | undefined {
  if (value === undefined) return undefined;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const invalid = (why: string) => wrongSetting(name, `${shownUrl(value)} ${why}`);
  if (String(value).length > LONGEST_URL) throw invalid(`is too long: expected at most ${LONGEST_URL} characters.`);
  if (url === undefined) throw invalid('is not a URL: expected one such as "https://api.example.com".');
  if (url.username !== '' || url.password !== '')
    throw invalid('has a user name or password: expected a URL without one. Set the key as apiKey.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalid('is not an HTTP URL: expected a URL that starts with https:// or http://.');
  if (url.search !== '' || url.hash !== '')
    throw invalid('has a query or a fragment: expected a URL without "?" and "#".');
  const base = url.href.replace(/(?<!\/)\/+$/, '');
  if (API_PATH.test(base))
    throw invalid('has the path "/v1" of the API: expected the URL of the service without it. Omit "/v1".');
  return base;
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

/** Longest delay of a timer of Node [milliseconds]: 24 days. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** Returns `true` or `false`, or `undefined` if not set. */
export function trueOrFalse({ name, value }: Setting): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidSetting(name, value, 'is not valid: expected true or false.');
}

/** Returns a string that is not empty. */
export function filledString({ name, value }: Setting): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw invalidSetting(name, value, 'is not valid: expected a string that is not empty.');
}

/** Returns the path of a file or a folder. URLs are refused: they can contain a password, and messages show paths. */
export function filePath(setting: Setting): string {
  const path = filledString(setting);
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return path;
  throw invalidSetting(setting.name, path, 'is a URL: expected a path.');
}

/** Returns a check for a function. */
export const functionFor =
  <Kind extends (...args: never[]) => unknown>(expected = 'a function'): ((setting: Setting) => Kind) =>
  ({ name, value }) => {
    if (typeof value === 'function') return value as Kind;
    throw invalidSetting(name, value, `is not valid: expected ${expected}.`);
  };

/** The latest time that a `Date` can have [milliseconds since the epoch]. */
const LATEST_TIME = 8.64e15;

/** Returns a clock that throws for a time that is not valid, whenever it is read. */
export function clock(setting: Setting): () => number {
  const read = functionFor<() => number>()(setting);
  return () => {
    const time: unknown = read();
    if (typeof time === 'number' && Math.abs(time) <= LATEST_TIME) return time;
    throw wrongSetting(setting.name, `returned ${shownValue(time)}: expected milliseconds since the epoch.`);
  };
}

/** Returns a check for an object that has certain methods. */
export const objectWith =
  <Kind extends object>(methods: readonly (keyof Kind & string)[], expected: string): ((setting: Setting) => Kind) =>
  ({ name, value }) => {
    const members = Object(value) as Record<string, unknown>;
    if (methods.every((method) => typeof members[method] === 'function')) return value as Kind;
    throw invalidSetting(name, value, `is not valid: expected ${expected}.`);
  };

/** Returns a marketplace that has one of the methods. */
export function marketplaceWith<Kind>(
  { name, value }: { name: string; value: Kind },
  ...methods: readonly string[]
): Kind {
  const members = Object(value) as Record<string, unknown>;
  if (methods.some((method) => typeof members[method] === 'function')) return value;
  throw invalidSetting(name, value ?? null, 'is not a marketplace: expected the result of createMarketplace().');
}

/** Returns a marketplace: it has at least one endpoint. */
export const marketplaceIn = (setting: { name: string; value: unknown }): AnyMarketplace =>
  marketplaceWith(setting, ...ENDPOINT_NAMES) as AnyMarketplace;

/** Returns a check for an abort signal of any realm. */
export function abortSignal({ name, value }: Setting): AbortSignal {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>;
  if (typeof aborted === 'boolean' && typeof addEventListener === 'function') return value as AbortSignal;
  throw invalidSetting(name, value, 'is not valid: expected an AbortSignal.');
}

/** Returns the number that a text has, else the text itself, which the check refuses. */
export const numberIn = (text: string): unknown =>
  text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);

/** Returns the truth value that a text has: `true`, `false`, `1` or `0`; else the text itself, which the check refuses. */
export const truthIn = (text: string): unknown =>
  /^(?:true|1)$/.test(text) ? true : /^(?:false|0)$/.test(text) ? false : text;

/** Returns the text of a variable unchanged. */
export const textIn = (text: string): string => text;

/** Returns the error for an invalid setting. */
export const invalidSetting = (name: string, value: unknown, why: string, cause?: unknown): BadRequestError =>
  wrongSetting(name, value === undefined ? why : `${shownValue(value)} ${why}`, cause);

/** The same without the value, for settings that are missing, and for values that can be secrets. */
export const wrongSetting = (parameter: string, why: string, cause?: unknown): BadRequestError =>
  new BadRequestError(`${parameter}: ${why}`, { code: 'INVALID_CONFIGURATION', parameter, cause });

/** Refuses anything but an array, an iterator or a stream. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertList({ name, value }: Setting, what: string): void {
  const given = Object(value) as Partial<Iterable<unknown> & AsyncIterable<unknown>>;
  const isList = typeof value !== 'string' && (given[Symbol.asyncIterator] ?? given[Symbol.iterator]) !== undefined;
  if (isList) return;
  throw invalidSetting(
    name,
    value ?? null,
    `is not a list of ${what}: expected an array, an iterator or a stream of ${what}.`,
  );
}

/** Returns the name of a time zone. @throws BadRequestError `INVALID_CONFIGURATION` */
export function timeZone({ name, value }: Setting): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(value) }).resolvedOptions().timeZone;
  } catch (cause) {
    throw invalidSetting(name, value, 'is not a time zone: expected a name such as "Europe/Berlin".', cause);
  }
}

/** The most characters of a user's own JSON object. */
const LONGEST_JSON = 10_000;

/** Returns an object that can be stored as JSON. @throws BadRequestError `INVALID_CONFIGURATION` */
export function jsonObject({ name, value }: Setting): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const text = isObject ? jsonText(value) : undefined;
  if (text === undefined) throw wrongSetting(name, `${shown(value)} is not valid: expected a JSON object.`);
  if (text.length > LONGEST_JSON)
    throw wrongSetting(name, `is too long: expected at most ${LONGEST_JSON} characters of JSON.`);
  if (isDeeper(JSON.parse(text), DEEPEST_PART))
    throw wrongSetting(name, `is nested too deep: expected at most ${DEEPEST_PART} levels.`);
  return value as Readonly<Record<string, unknown>>;
}

function jsonText(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
