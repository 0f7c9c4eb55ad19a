/** Finds and reads the configuration file. */
import { lilconfig } from 'lilconfig';
import { BadRequestError } from '../../contract/errors.ts';
import { importModule } from '../user-module.ts';

/** What a file holds, unchecked. */
export interface ConfigFile {
  path: string;
  content: unknown;
}

/** The names of the file, the first one found in a folder counts. */
export const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `buybox.config.${ending}`);

/**
 * Reads the named file, or the nearest one from the folder upwards; `undefined` when there is none.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a file that cannot be read or run
 */
export async function readConfigFile(path: string | undefined, folder: string): Promise<ConfigFile | undefined> {
  const loaders = Object.fromEntries(['.ts', '.mts', '.js', '.mjs'].map((ending) => [ending, loadModule]));
  const places = lilconfig('buybox', {
    searchPlaces: CONFIG_NAMES,
    loaders: { ...loaders, '.json': loadJson },
    cache: false,
    stopDir: '/',
    ignoreEmptySearchPlaces: false,
  });
  let found: Awaited<ReturnType<typeof places.search>>;
  try {
    found = path === undefined ? await places.search(folder) : await places.load(path);
  } catch (cause) {
    if (cause instanceof BadRequestError) throw cause;
    throw unreadable(path ?? folder, whyNot(cause), cause);
  }
  if (found === null) return undefined;
  if (found.isEmpty === true) throw unreadable(found.filepath, 'is empty');
  return { path: found.filepath, content: found.config };
}

async function loadModule(path: string): Promise<unknown> {
  try {
    return (await importModule(path)).default;
  } catch (cause) {
    throw unreadable(path, `cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

function loadJson(path: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw unreadable(path, `is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

function whyNot(cause: unknown): string {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return `cannot be read (${code ?? String(cause)})`;
}

function unreadable(path: string, why: string, cause?: unknown): BadRequestError {
  return new BadRequestError(`config: ${path} ${why}`, { code: 'INVALID_CONFIGURATION', parameter: 'config', cause });
}
