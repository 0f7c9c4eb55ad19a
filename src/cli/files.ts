/** Files that commands read and write: their names, their contents, and what went wrong. */
import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { access, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { COMMON_OPTIONS } from '../client/options.ts';
import type { BadRequestError } from '../contract/errors.ts';
import { gunzipped, readFileUpTo } from '../files/read-file.ts';
import { outputFlags } from '../files/write-file.ts';
import { bytesUpTo, InputProblem } from '../http/byte-limit.ts';
import { displayName, errorCodeOf, type InputFile, STDIN } from '../inputs/input-file.ts';
import { wrongParameter } from '../options/checks.ts';
import { fileProblem } from '../options/file-problem.ts';
import { readVariable } from '../options/table.ts';
import { decodeBody } from '../sources/charset.ts';

export { displayName, errorCodeOf, type InputFile, STDIN };

/** Returns the error for a file that cannot be used; `parameter` is the argument or flag that names the file. */
export function fileError(parameter: string, file: string, verb: 'read' | 'written', cause: unknown): BadRequestError {
  const why = cause instanceof InputProblem ? cause.message : fileProblem(verb, file, cause);
  return wrongParameter(parameter, `${displayName(file)} ${why}`, cause);
}

/**
 * Reads a text file, decompressed if it is gzipped. It can have as many bytes as a page: BUYBOX_MAX_BYTES, else 20 million.
 *
 * @param stdin Opens standard input. Without it, `-` is the name of a file.
 * @throws BadRequestError with the name of the parameter
 */
export async function readText(parameter: string, file: string, stdin?: InputFile['stdin']): Promise<string> {
  const maxBytes = readVariable('maxBytes', COMMON_OPTIONS.maxBytes, process.env);
  try {
    const isStdin = file === STDIN && stdin !== undefined;
    const bytes = await (isStdin ? bytesUpTo(stdin(), maxBytes) : readFileUpTo(file, maxBytes));
    return decoded(await gunzipped(bytes, maxBytes));
  } catch (cause) {
    if (cause instanceof InputProblem || errorCodeOf(cause) !== '') throw fileError(parameter, file, 'read', cause);
    throw cause;
  }
}

/** Decodes UTF-8, and older pages with the charset that they name. A page that was saved as UTF-8 can still name another one. */
function decoded(bytes: Uint8Array): string {
  return isUtf8(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    : decodeBody(bytes, undefined);
}

/** The path with its symbolic links resolved, also when the file does not exist. */
export async function realPathOf(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return realpath(path).catch(() => join(folder, basename(path)));
}

/** Writes a file that a flag names. @throws BadRequestError when it is a link, or cannot be written */
export async function writeOutput(parameter: string, path: string, content: string | Uint8Array): Promise<void> {
  const flag = await outputFlags(parameter, path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC);
  await writeFile(path, content, { flag }).catch((cause: unknown) => {
    throw fileError(parameter, path, 'written', cause);
  });
}

/** Fails for a file that cannot be read, before anything is done with others. @throws BadRequestError with the name of the parameter */
export async function assertReadable(parameter: string, files: readonly string[]): Promise<void> {
  for (const file of files.filter((name) => name !== STDIN))
    await access(file, constants.R_OK).catch((cause: unknown) => {
      throw fileError(parameter, file, 'read', cause);
    });
}

/** Lets `await using` close a store. */
export function closing<Store extends { close(): Promise<void> }>(store: Store): Store & AsyncDisposable {
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}

/** The path of the failures file next to a results file or an input file. */
export function failuresPathOf(file: string, number = 1): string {
  const stem = file.replace(/(?:\.failures)?(?:\.\d+)?\.[a-z]+(?:\.gz)?$/i, '');
  return `${stem}.failures${number === 1 ? '' : `.${number}`}.ndjson`;
}
