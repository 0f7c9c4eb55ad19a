/** Modules of the user: configuration files, page sources, parsers. */
import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports a JavaScript or TypeScript module; relative paths start at the working directory. @throws Error of the module or of Node */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  if (/\.m?ts$/.test(path)) stripTypes();
  return import(pathToFileURL(resolve(path)).href);
}

/** A loader hook that turns TypeScript into JavaScript. */
const STRIPPING_HOOK = `
  import { readFile } from 'node:fs/promises';
  import { stripTypeScriptTypes } from 'node:module';
  export async function load(url, context, next) {
    if (!/^file:.*\\.m?ts$/.test(url)) return next(url, context);
    return { format: 'module', source: stripTypeScriptTypes(await readFile(new URL(url), 'utf8')), shortCircuit: true };
  }`;

let isStripping = false;

/** Node strips types by itself from 22.18 on. */
function stripTypes(): void {
  if (process.features.typescript || isStripping) return;
  isStripping = true;
  register(`data:text/javascript,${encodeURIComponent(STRIPPING_HOOK)}`);
}
