/** The files that a report reads: results, and failures files next to them. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { BadRequestError } from '../../../contract/errors.ts';
import { displayName, errorCodeOf, failuresPathOf, realPathOf, STDIN } from '../../files.ts';

/** The files that the user names. */
export interface NamedFiles {
  /** Paths, or `-`. */
  files: readonly string[];
  /** More files with failures. */
  failures: readonly string[];
  /** Whether to add the failures files that a batch wrote next to its results. */
  findsFailures: boolean;
}

/**
 * Returns all files to read, each once.
 *
 * @throws BadRequestError if a file cannot be read or is named twice
 */
export async function inputFilesOf({ files, failures, findsFailures }: NamedFiles): Promise<string[]> {
  const named = [
    ...files.map((file) => ['files', file] as const),
    ...failures.map((file) => ['failures', file] as const),
  ];
  for (const [parameter, file] of named)
    if (file !== STDIN) await orWrong(access(file, constants.R_OK), parameter, `${file} cannot be read`);
  const inputs = new Map<string, string>();
  for (const file of files) {
    const path = await realPathOf(file);
    if (inputs.has(path)) throw wrong('files', `${displayName(file)} is given twice`);
    inputs.set(path, file);
  }
  const found = findsFailures ? await Promise.all(files.filter((file) => file !== STDIN).map(failuresFileOf)) : [];
  for (const file of [...failures, ...found.flat()]) {
    const path = await realPathOf(file);
    if (!inputs.has(path)) inputs.set(path, file);
  }
  return [...inputs.values()];
}

/** The failures file next to results. A batch that retries its failures writes a second one; the newer one counts. */
async function failuresFileOf(file: string): Promise<string[]> {
  const paths = [1, 2].map((number) => failuresPathOf(file, number));
  const times = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0));
  const newest = Math.max(...times);
  return newest > 0 ? [paths[times.indexOf(newest)] ?? ''] : [];
}

/** Turns the error of a file operation into that of a wrong parameter. */
export async function orWrong<T>(operation: Promise<T>, parameter: string, why: string): Promise<T> {
  return operation.catch((cause: unknown) => {
    throw wrong(parameter, `${why} (${errorCodeOf(cause)})`, cause);
  });
}

/** The error for a wrong parameter of the command. */
export function wrong(parameter: string, why: string, cause?: unknown): BadRequestError {
  return new BadRequestError(`${parameter}: ${why}`, { parameter, cause });
}
