/** Files that the user names: pages, modules, truth. */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BadRequestError } from '../contract/errors.ts';

/** Returns the error for a file that cannot be used; `parameter` is the argument or flag that names the file. */
export function fileError(parameter: string, path: string, verb: 'read' | 'written', cause: unknown): BadRequestError {
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  return new BadRequestError(`${parameter}: ${path} cannot be ${verb} (${code})`, { parameter, cause });
}

/** Reads a UTF-8 file, decompressed if it is gzipped. @throws BadRequestError with the name of the parameter */
export async function readText(parameter: string, file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw fileError(parameter, file, 'read', cause);
  });
  return await decompressed(parameter, file, bytes);
}

/** Decodes UTF-8 bytes, decompressed if they are gzipped. @throws BadRequestError with the name of the parameter */
export async function decompressed(parameter: string, file: string, bytes: Buffer): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8');
  try {
    return (await promisify(gunzip)(bytes)).toString('utf8');
  } catch (cause) {
    throw new BadRequestError(`${parameter}: ${file} is damaged: it cannot be decompressed`, { parameter, cause });
  }
}

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
