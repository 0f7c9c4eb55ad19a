/** Finds, reads and checks the configuration file. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import * as z from 'zod';
import type { BuyboxConfig, ConfiguredMarketplace } from '../../config-file.ts';
import { LANGUAGES, MARKETPLACES } from '../../contract/codes.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { BUDGET_PERIODS } from '../../ledger/budget.ts';
import { errorCodeOf } from '../files.ts';
import { firstProblem } from '../schema-problem.ts';
import { importModule } from '../user-module.ts';

/** A configuration file and its settings. */
export interface ConfigFile {
  path: string;
  config: BuyboxConfig;
}

const MODULES = ['.ts', '.mts', '.js', '.mjs'];

/** The first of these names that is in a folder wins. */
const NAMES = [...MODULES, '.json'].map((extension) => `buybox.config${extension}`);

/**
 * Reads the named file, or the nearest one in the folder or above it. Returns `undefined` if there is none.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a file that cannot be read or run, and for an invalid setting
 */
export async function readConfigFile(named: string | undefined, folder: string): Promise<ConfigFile | undefined> {
  const path = named === undefined ? await findConfig(folder) : resolve(named);
  return path === undefined ? undefined : { path, config: checkedConfig(path, await contentOf(path)) };
}

async function findConfig(folder: string): Promise<string | undefined> {
  const files = await readdir(folder).catch((): string[] => []);
  const name = NAMES.find((candidate) => files.includes(candidate));
  if (name !== undefined) return join(folder, name);
  return dirname(folder) === folder ? undefined : findConfig(dirname(folder));
}

/** Returns the error for an invalid setting of a file. */
export function invalidConfig(path: string, name: string, why: string): BadRequestError {
  return new BadRequestError(`${name}: ${why} (in ${path})`, { code: 'INVALID_CONFIGURATION', parameter: name });
}

async function contentOf(path: string): Promise<unknown> {
  const extension = extname(path);
  if (![...MODULES, '.json'].includes(extension)) throw unreadable(path, 'cannot be read (unknown file extension)');
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unreadable(path, `cannot be read (${errorCodeOf(cause)})`, cause);
  });
  if (content.trim() === '') throw unreadable(path, 'is empty');
  try {
    return extension === '.json' ? JSON.parse(content) : (await importModule(path)).default;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw unreadable(path, `${extension === '.json' ? 'is not valid JSON' : 'cannot be loaded'}: ${message}`, cause);
  }
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

const BudgetSchema = z.strictObject({ credits: z.number(), per: z.enum(BUDGET_PERIODS) });

/** Every setting with its type; error messages say what is expected. `createMarketplace` checks ranges. */
const ConfigSchema = z
  .strictObject({
    backend: z.enum(['local', 'remote']),
    marketplace: z.enum(MARKETPLACES),
    language: z.enum(LANGUAGES),
    timeoutMs: z.number(),
    queueTimeoutMs: z.number(),
    retries: z.number(),
    retryQuota: z.union([z.literal(false), z.strictObject({ capacity: z.number() }).partial()], {
      error: 'false or { capacity }',
    }),
    budget: z.union([BudgetSchema, z.array(BudgetSchema)], { error: "a budget, such as { credits: 500, per: 'day' }" }),
    onEvent: code<NonNullable<ConfiguredMarketplace['onEvent']>>(),
    now: code<() => number>(),
    baseUrl: text,
    apiKey: z.union([text, code<() => string | Promise<string>>()], { error: 'a string or a function' }),
    maxConnections: z.number(),
    strict: z.boolean(),
    pages: z.union([text, code<() => never>()], { error: 'a page source, or the path of a module' }),
    fixtures: z.boolean(),
    folder: text,
    via: text,
    record: text,
    proxy: z.union([text, z.array(text), code<() => string>()], { error: 'a string, a list or a function' }),
    deliverTo: z.strictObject(Object.fromEntries(MARKETPLACES.map((name) => [name, place]))).partial(),
    pace: PaceSchema,
    backoff: z.union([z.boolean(), z.strictObject({ firstMs: z.number(), longestMs: z.number() }).partial()], {
      error: 'true, false or { firstMs, longestMs }',
    }),
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
