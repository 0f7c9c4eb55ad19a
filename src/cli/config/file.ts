/** Finds, reads and checks the configuration file. */
import { dirname, resolve } from 'node:path';
import { lilconfig } from 'lilconfig';
import * as z from 'zod';
import type { BuyboxConfig, ConfiguredMarketplace } from '../../config-file.ts';
import { LANGUAGES, MARKETPLACES } from '../../contract/codes.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { errorCodeOf } from '../files.ts';
import { firstProblem } from '../schema-problem.ts';
import { importModule } from '../user-module.ts';

/** A configuration file and its settings. */
export interface ConfigFile {
  path: string;
  config: BuyboxConfig;
}

const MODULES = ['.ts', '.mts', '.js', '.mjs'];

/**
 * Reads the named file, or the nearest one in the folder or above it. Returns `undefined` if there is none.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a file that cannot be read or run, and for an invalid setting
 */
export async function readConfigFile(named: string | undefined, folder: string): Promise<ConfigFile | undefined> {
  const finder = lilconfig('buybox', {
    // The first of these names that is in a folder wins.
    searchPlaces: [...MODULES, '.json'].map((ending) => `buybox.config${ending}`),
    loaders: { ...Object.fromEntries(MODULES.map((ending) => [ending, importConfig])), '.json': parseConfig },
    cache: false,
    stopDir: '/',
    ignoreEmptySearchPlaces: false,
  });
  const found = await (named === undefined ? finder.search(folder) : finder.load(named)).catch((cause: unknown) => {
    if (cause instanceof BadRequestError) throw cause;
    throw unreadable(named ?? folder, `cannot be read (${errorCodeOf(cause) || String(cause)})`, cause);
  });
  if (found === null) return undefined;
  if (found.isEmpty === true) throw unreadable(found.filepath, 'is empty');
  return { path: found.filepath, config: checkedConfig(found.filepath, found.config) };
}

/** Returns the error for an invalid setting of a file. */
export function invalidConfig(path: string, name: string, why: string): BadRequestError {
  return new BadRequestError(`${name}: ${why} (in ${path})`, { code: 'INVALID_CONFIGURATION', parameter: name });
}

async function importConfig(path: string): Promise<unknown> {
  try {
    return (await importModule(path)).default;
  } catch (cause) {
    throw unreadable(path, `cannot be loaded: ${messageOf(cause)}`, cause);
  }
}

function parseConfig(path: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw unreadable(path, `is not valid JSON: ${messageOf(cause)}`, cause);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function unreadable(path: string, why: string, cause?: unknown): BadRequestError {
  return new BadRequestError(`config: ${path} ${why}`, { code: 'INVALID_CONFIGURATION', parameter: 'config', cause });
}

const text = z.string().min(1, 'a string that is not empty');

/** A function, or another object with code: `createMarketplace` checks it. */
function code<Kind>(expected = 'a function') {
  const type = expected === 'a function' ? 'function' : 'object';
  return z.custom<Kind>((value) => typeof value === type && value !== null, expected);
}

const place = z.union([z.strictObject({ postalCode: text }), z.strictObject({ country: text })], {
  error: '{ postalCode } or { country }',
});

const flagValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))], {
  error: 'a string, a number, true, false or a list',
});

const PaceSchema = z.strictObject({ concurrency: z.number(), minGapMs: z.number(), jitterMs: z.number() }).partial();

/** Every setting with its type; error messages say what is expected. `createMarketplace` checks ranges. */
const ConfigSchema = z
  .strictObject({
    backend: z.enum(['local', 'remote']),
    marketplace: z.enum(MARKETPLACES),
    language: z.enum(LANGUAGES),
    timeoutMs: z.number(),
    retries: z.number(),
    onEvent: code<NonNullable<ConfiguredMarketplace['onEvent']>>(),
    now: code<() => number>(),
    baseUrl: text,
    apiKey: z.union([text, code<() => string | Promise<string>>()], { error: 'a string or a function' }),
    maxConnections: z.number(),
    strict: z.boolean(),
    pages: z.union([text, code<() => never>()], { error: 'a page source, or the path of a module' }),
    folder: text,
    via: text,
    record: text,
    proxy: z.union([text, z.array(text), code<() => string>()], { error: 'a string, a list or a function' }),
    deliverTo: z.strictObject(Object.fromEntries(MARKETPLACES.map((name) => [name, place]))).partial(),
    pace: PaceSchema,
    concurrency: z.number(),
    packs: z.array(code<NonNullable<ConfiguredMarketplace['packs']>[number]>('a pack')),
    ledger: code<object>('a ledger'),
    parseIn: z.enum(['process', 'workers']),
    commands: z.record(z.string(), z.record(z.string(), flagValue)),
  } satisfies Record<keyof BuyboxConfig, z.ZodType>)
  .partial();

/** Returns the settings of a file, its paths made absolute. @throws BadRequestError with the setting's name */
function checkedConfig(path: string, content: unknown): BuyboxConfig {
  const problem = firstProblem(ConfigSchema, content, 'setting', { secrets: ['apiKey', 'proxy'] });
  if (problem !== undefined) throw invalidConfig(path, problem.path || 'config', problem.message);
  // The parsed copy would lose the prototype of objects such as the ledger.
  const config = content as BuyboxConfig;
  const absolute = (name: 'folder' | 'record' | 'pages') => {
    const given = config[name];
    return typeof given === 'string' ? { [name]: resolve(dirname(path), given) } : {};
  };
  return { ...config, ...absolute('folder'), ...absolute('record'), ...absolute('pages') };
}
