/** What may stand in a configuration file. */
import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import type { BuyboxConfig, ConfiguredMarketplace } from '../../config-file.ts';
import { LANGUAGES, MARKETPLACES } from '../../contract/codes.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { didYouMean } from '../nearest.ts';
import type { ConfigFile } from './search.ts';

const text = z.string('must be a text').min(1, 'must not be empty');
const number = z.number('must be a number');

/** A function of the file's own, which `createMarketplace` judges. */
function code<Kind>() {
  return z.custom<Kind>((value) => typeof value === 'function', 'must be a function');
}

const place = z.union([z.strictObject({ postalCode: text }), z.strictObject({ country: text })], {
  error: 'must be { postalCode } or { country }',
});

const flagValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))], {
  error: 'must be a text, a number, true, false or a list',
});

const PaceSchema = z.strictObject({ concurrency: number, minGapMs: number, jitterMs: number }).partial();

/** Every setting. Ranges are for `createMarketplace` to judge. */
const ConfigSchema = z.strictObject(
  {
    backend: z.enum(['local', 'remote'], { error: 'must be one of local, remote' }),
    marketplace: z.enum(MARKETPLACES, { error: `must be one of ${MARKETPLACES.join(', ')}` }),
    language: z.enum(LANGUAGES, { error: `must be one of ${LANGUAGES.join(', ')}` }),
    timeoutMs: number,
    retries: number,
    onEvent: code<NonNullable<ConfiguredMarketplace['onEvent']>>(),
    now: code<() => number>(),
    baseUrl: text,
    apiKey: z.union([text, code<() => string | Promise<string>>()], { error: 'must be a text or a function' }),
    maxConnections: number,
    strict: z.boolean('must be true or false'),
    pages: z.union([text, code<() => never>()], { error: 'must be a page source, or the path of a module' }),
    folder: text,
    via: text,
    record: text,
    proxy: z.union([text, z.array(text), code<() => string>()], { error: 'must be a text, a list or a function' }),
    deliverTo: z.partialRecord(z.enum(MARKETPLACES), place, { error: 'must be an object by marketplace' }),
    pace: PaceSchema,
    concurrency: number,
    usage: z.custom<object>((value) => typeof value === 'object' && value !== null, 'must be a usage meter'),
    parseIn: z.enum(['process', 'workers'], { error: 'must be one of process, workers' }),
    commands: z.record(z.string(), z.record(z.string(), flagValue, { error: 'must be an object of flags' }), {
      error: 'must be an object by command',
    }),
  } satisfies Record<keyof BuyboxConfig, z.ZodType>,
  { error: 'must hold an object of settings' },
);

const PartialConfigSchema = ConfigSchema.partial();

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(ConfigSchema.shape);

/**
 * The settings of a file, its paths made absolute.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the setting's name
 */
export function checkedConfig({ path, content }: ConfigFile): BuyboxConfig {
  const { error } = PartialConfigSchema.safeParse(content);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw wrong(path, issue);
  // The content itself is handed on: a usage meter is an object of its own.
  const config = content as BuyboxConfig;
  const from = (place: string) => resolve(dirname(path), place);
  const { folder, record, pages } = config;
  return {
    ...config,
    ...(folder === undefined ? {} : { folder: from(folder) }),
    ...(record === undefined ? {} : { record: from(record) }),
    ...(typeof pages === 'string' ? { pages: from(pages) } : {}),
  };
}

function wrong(path: string, issue: z.core.$ZodIssue): BadRequestError {
  const where = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return refusal(path, where.join('.') || 'config', issue.message);
  const [key = ''] = issue.keys;
  const known = where.length === 0 ? SETTING_NAMES : Object.keys(PaceSchema.shape);
  return refusal(path, [...where, key].join('.'), `is no setting; ${didYouMean(key, known)}`);
}

/** The error for a wrong setting of a file. */
export function refusal(path: string, name: string, why: string): BadRequestError {
  return new BadRequestError(`${name}: ${why} (in ${path})`, { code: 'INVALID_CONFIGURATION', parameter: name });
}
