/** Finds, reads and checks the configuration file. */
import { readdir } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { BadRequestError } from '../contract/errors.ts';
import { readFileUpTo } from '../files/read-file.ts';
import { InputProblem } from '../http/byte-limit.ts';
import { invalidSetting, type Setting, wrongSetting } from '../options/checks.ts';
import { fileProblem } from '../options/file-problem.ts';
import { importModule } from '../options/modules.ts';
import { type OptionTable, objectIn, readOptions } from '../options/table.ts';
import { type BuyboxConfig, MARKETPLACE_OPTIONS } from './options.ts';

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

/** In bytes. */
const LARGEST_CONFIG = 1_000_000;

async function findConfig(folder: string): Promise<string | undefined> {
  const files = await readdir(folder).catch((): string[] => []);
  const name = NAMES.find((candidate) => files.includes(candidate));
  if (name !== undefined) return join(folder, name);
  return dirname(folder) === folder ? undefined : findConfig(dirname(folder));
}

async function contentOf(path: string): Promise<unknown> {
  const extension = extname(path);
  if (![...MODULES, '.json'].includes(extension)) throw unreadable(path, 'cannot be read (unknown file extension).');
  const bytes = await readFileUpTo(path, LARGEST_CONFIG).catch((cause: unknown) => {
    throw unreadable(path, cause instanceof InputProblem ? cause.message : fileProblem('read', path, cause), cause);
  });
  const content = new TextDecoder().decode(bytes);
  if (content.trim() === '') throw unreadable(path, 'is empty.');
  try {
    return extension === '.json' ? JSON.parse(content) : (await importModule(path)).default;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (extension === '.json') throw unreadable(path, `is not valid JSON: ${message.replace(EXCERPT, '')}.`);
    throw unreadable(path, `cannot be loaded: ${message.replace(/\.$/, '')}.`, cause);
  }
}

/** The part of a syntax error that quotes the file, which can have secrets. */
const EXCERPT = /, (?:\.{3})?".*$/s;

const unreadable = (path: string, why: string, cause?: unknown): BadRequestError =>
  wrongSetting('config', `${path} ${why}`, cause);

const FILE_OPTIONS: OptionTable<BuyboxConfig> = { ...MARKETPLACE_OPTIONS, commands: { check: checkedCommands } };

/** Returns the settings of a file, its paths made absolute. @throws BadRequestError with the setting's name and the path of the file */
function checkedConfig(path: string, content: unknown): BuyboxConfig {
  try {
    const given = objectIn({ name: 'config', value: content });
    const config = readOptions('the configuration file', FILE_OPTIONS, given);
    const paths = (['folder', 'record', 'pages', 'ledger'] as const).flatMap((name) => {
      const named = config[name];
      return typeof named === 'string' ? [[name, resolve(dirname(path), named)]] : [];
    });
    return { ...config, ...Object.fromEntries(paths) };
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    const { code, parameter } = error;
    throw new BadRequestError(`${error.message} It is in ${path}.`, { code, parameter });
  }
}

/** Checks that every section has only values that can be typed; the command line knows the flags. */
function checkedCommands({ name, value }: Setting): NonNullable<BuyboxConfig['commands']> {
  for (const [command, section] of Object.entries(objectIn({ name, value }))) {
    const flags = objectIn({ name: `${name}.${command}`, value: section });
    const wrong = Object.entries(flags).find(([, flag]) => ![flag].flat().every(isTyped));
    if (wrong === undefined) continue;
    const expected = 'expected a string, a number, true, false or a list.';
    throw invalidSetting(`${name}.${command}.${wrong[0]}`, wrong[1], `is not valid: ${expected}`);
  }
  return value as NonNullable<BuyboxConfig['commands']>;
}

const isTyped = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
