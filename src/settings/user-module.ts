/** Modules of the user: configuration files, page sources, parsers. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports a JavaScript or TypeScript module; relative paths start at the working directory. @throws Error of the module or of Node */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  return import(pathToFileURL(resolve(path)).href);
}
