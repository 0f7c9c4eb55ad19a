/** From the target of a user to the target that the store keeps. */
import { createHash } from 'node:crypto';
import { assertEndpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { CallDefaults } from '../../contract/marketplace.ts';
import { shown } from '../../contract/shown.ts';
import { validateParams } from '../../contract/validate.ts';
import { invalidSetting, jsonObject, type Setting, wholeNumber } from '../../options/checks.ts';
import { duration } from '../../options/duration.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { type CheckedRules, checkedRules } from '../rules.ts';
import type { StoredTarget } from '../store/store.ts';
import type { TargetOptions } from '../types.ts';
import { targetOfText } from './watch-target.ts';

/** A target before its first visit. */
export type NewTarget = Omit<StoredTarget, 'state'>;

/** The part of their watch that targets get. */
export interface TargetDefaults {
  /** Longest time between two looks [milliseconds]. */
  everyMs: number;
  /** Defaults of the parameters. */
  call: CallDefaults;
  /** Most pages: what the budget allows. */
  maxPages: number;
}

/** Most pages that a look reads. */
const MOST_PAGES = 100;
/** Most products of a list to watch. */
const MOST_ASINS = 10_000;
/** Least time between two looks [milliseconds]. */
const SHORTEST_MS = 1_000;
/** Longest time between two looks: a year [milliseconds]. */
const LONGEST_MS = 365 * 86_400_000;

const ASIN = /^[A-Z0-9]{10}$/;
/** Printable, so that ids can be in logs and on the command line. */
const ID = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,128}$/u;

/** Returns the checked `every` of a watch or a target [milliseconds]. */
export function everyMsIn(setting: Setting): number {
  return duration(setting, SHORTEST_MS, LONGEST_MS);
}

/** Options after their check. */
type CheckedOptions = Omit<TargetOptions, 'when'> & { when?: CheckedRules | undefined };

const TARGET_OPTIONS: OptionTable<CheckedOptions> = {
  id: { check: targetId },
  every: { check: everyMsIn },
  pages: { check: (setting) => wholeNumber(setting, 1, MOST_PAGES) },
  asins: { check: asinList },
  when: { check: checkedRules },
  extra: { check: jsonObject },
};

/**
 * Returns the target that the store keeps.
 *
 * @param position Among the given targets, for messages.
 * @throws BadRequestError
 */
export function storedTarget(given: unknown, position: number, defaults: TargetDefaults): NewTarget {
  return located(`targets[${position}]`, () => newTarget(given, defaults));
}

/** Returns what work returns. Its errors of a target begin with the place of the target. */
export function located<Result>(place: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof BadRequestError)) throw cause;
    const { code, parameter } = cause;
    throw new BadRequestError(`${place}: ${cause.message}`, { code, parameter, cause });
  }
}

/** Throws for a target with the id of another call: one of them would not be watched. @param at Where both are, for the message. */
export function assertSameCall(first: NewTarget, target: NewTarget, at: { first: string; target: string }): void {
  if (callOf(first) === callOf(target)) return;
  throw new BadRequestError(
    `${at.target}: id: ${JSON.stringify(target.id)} is the id of ${at.first} too, which is another call: expected another id.`,
    { code: 'INVALID_CONFIGURATION', parameter: 'id' },
  );
}

function callOf({ endpoint, params }: NewTarget): string {
  return JSON.stringify([endpoint, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Returns the target that the store keeps, as {@link storedTarget}, with messages that name no position. @throws BadRequestError */
export function newTarget(from: unknown, { everyMs, call, maxPages }: TargetDefaults): NewTarget {
  const given = typeof from === 'string' ? targetOfText(from) : from;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadRequestError(
      `${shown(given)} is not a target: expected an ASIN, a URL, or an object such as {"endpoint": "product", "params": {"asin": "B0LANTERN1"}}.`,
      { parameter: 'targets' },
    );
  const { endpoint, params, ...own } = given as Record<string, unknown>;
  assertEndpoint('endpoint', endpoint);
  const options = readOptions<CheckedOptions>('targets', TARGET_OPTIONS, own);
  const { pages = 1, asins, when, extra, every } = options;
  const full = checkedParams(endpoint, params, call);
  if (pages > 1 && !Object.hasOwn(endpoints[endpoint].params, 'page'))
    throw invalidSetting('pages', pages, `is not valid: ${endpoint} has one page. Leave it out.`);
  if (pages > maxPages)
    throw invalidSetting(
      'pages',
      pages,
      `is more than the budget allows: a look would cost ${pages} credits, and the budget is ${maxPages}.`,
    );
  if (asins !== undefined && !['search', 'category', 'scrape'].includes(endpoint))
    throw invalidSetting('asins', undefined, `works with searches and lists only, not with ${endpoint}. Leave it out.`);
  return {
    id: options.id ?? idOf(endpoint, full, pages),
    endpoint,
    params: full,
    every_ms: typeof every === 'number' ? every : everyMs,
    pages,
    ...(asins === undefined ? {} : { asins }),
    ...(when === undefined ? {} : { when }),
    ...(extra === undefined ? {} : { extra }),
  };
}

function checkedParams(endpoint: EndpointName, params: unknown, defaults: CallDefaults): Record<string, unknown> {
  for (const name of ['page', 'fields']) {
    if (Object.hasOwn(Object(params), name) && (params as Record<string, unknown>)[name] !== undefined)
      throw new BadRequestError(
        `${name}: cannot be set: a look reads ${name === 'page' ? 'from page 1 on. Use pages for the number of pages' : 'the fields that can change'}.`,
        { parameter: name },
      );
  }
  const { page: _, ...full } = validateParams(endpoint, params as never, defaults) as Record<string, unknown>;
  return full;
}

/**
 * Returns the id of a target without one: `product:B0LANTERN1:us`, with a hash behind it if the call has further parameters or several pages. Of a keyword
 * or a URL it has the first letters: `search:camping-lantern:us:2e0c1b7d9f3a`.
 */
function idOf(endpoint: EndpointName, params: Record<string, unknown>, pages: number): string {
  const { subject } = endpoints[endpoint];
  const { [subject]: main, marketplace, ...rest } = params;
  const isWord = typeof main === 'string' && /^[\w.-]{1,40}$/.test(main);
  const names = [endpoint, isWord ? main : slugOf(main), marketplace].filter((part) => part !== undefined).join(':');
  const usual = validateParams(endpoint, { [subject]: main, marketplace } as never) as Record<string, unknown>;
  const isUsual = Object.entries(rest).every(([name, value]) => usual[name] === value);
  if (isWord && isUsual && pages === 1) return names;
  const text = JSON.stringify([main, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)), pages]);
  return `${names}:${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/** Returns letters and digits of a text. `undefined` if it has none. */
function slugOf(text: unknown): string | undefined {
  const words = String(text)
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join('-').slice(0, 40);
}

function targetId({ name, value }: Setting): string {
  if (typeof value === 'string' && ID.test(value)) return value;
  throw invalidSetting(name, value, 'is not valid: expected 1 to 128 printable characters.');
}

function asinList({ name, value }: Setting): readonly string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MOST_ASINS;
  if (isList && value.every((asin) => typeof asin === 'string' && ASIN.test(asin)))
    return [...new Set(value as string[])];
  throw invalidSetting(name, value, `is not valid: expected an array of 1 to ${MOST_ASINS} ASINs.`);
}
