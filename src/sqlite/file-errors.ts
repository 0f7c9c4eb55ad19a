/** The errors of a SQLite file, with its path and what to do. */
import { statSync } from 'node:fs';
import { BadRequestError, InternalError, MarketplaceError, UnavailableError } from '../contract/errors.ts';
import { filePath } from '../options/checks.ts';
import { whyRefused } from '../options/file-problem.ts';
import { shownValue } from '../options/secrets.ts';

/** Result codes of SQLite. @see https://www.sqlite.org/rescode.html */
const CODES = {
  /** BUSY, LOCKED, and PROTOCOL: for locks that it did not get after many tries. */
  locked: [5, 6, 15],
  /** TOOBIG, CONSTRAINT, MISMATCH. */
  refused: [18, 19, 20],
  /** NOTADB. */
  foreign: [26],
  /** CORRUPT. */
  damaged: [11],
  /** PERM, READONLY, CANTOPEN. */
  closed: [3, 8, 14],
  /** IOERR, FULL. */
  disk: [10, 13],
};

/** Throws unless the path is a string. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertPath(path: unknown): asserts path is string {
  if (typeof path === 'string' && path !== '' && !path.includes('\0')) {
    filePath({ name: 'path', value: path });
    return;
  }
  throw invalidFile(
    `path: ${shownValue(path)} is not a path: expected the path of a SQLite file, such as "credits.sqlite".`,
  );
}

/** Returns whether SQLite refused a statement because another process has locked the file. */
export function isLocked(error: unknown): boolean {
  return CODES.locked.includes(resultCode(error) ?? 0);
}

/** Returns the error for a file that stays locked. */
export const lockedFile = (path: string, waitedMs: number, cause: unknown): UnavailableError =>
  new UnavailableError(
    `${path}: another process has locked the file (waited ${Math.round(waitedMs)} ms). End the program that holds the lock, such as a backup or an editor of databases, and try again.`,
    { cause },
  );

/** Returns the error for a file of another kind. `isNewAllowed`: whether a file that does not exist would be created. */
export function wrongFile(path: string, is: string, expected: string, isNewAllowed: boolean): BadRequestError {
  const or = isNewAllowed ? ', or a file that does not exist yet' : '';
  return invalidFile(`${path}: the file is ${is}: expected ${expected}${or}. Use another path.`);
}

/** Returns the error for a failure of SQLite. Other errors are returned as they are. */
export function fileError(path: string, error: unknown): unknown {
  const code = resultCode(error);
  if (error instanceof MarketplaceError || code === undefined) return error;
  const why = error instanceof Error ? error.message : String(error);
  if (CODES.refused.includes(code))
    return new InternalError(`${path}: the file refused a statement: ${why}`, { cause: error, retryable: false });
  if (CODES.foreign.includes(code))
    return invalidFile(
      `${path}: the file is not a database (${why}): expected a file of buybox. Use another path, or remove the file.`,
      error,
    );
  if (CODES.damaged.includes(code))
    return invalidFile(`${path}: the file is damaged (${why}). Restore a copy of it, or use another path.`, error);
  if (CODES.closed.includes(code)) return invalidFile(`${path}: ${whyNotOpened(path, error)}`, error);
  const isDisk = CODES.disk.includes(code);
  const problem = isDisk
    ? `cannot be read or written (${why}). Check the disk.`
    : `cannot be used (${why}). Restart the program, or use another path.`;
  return new UnavailableError(`${path}: the file ${problem}`, { cause: error, retryable: isDisk });
}

/** Returns the error for a file that was removed or replaced while it was open. */
export const movedFile = (path: string): UnavailableError =>
  new UnavailableError(
    `${path}: the file was removed or replaced while it was open. Put it back, then restart the program.`,
    { retryable: false },
  );

function whyNotOpened(path: string, cause: unknown): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return 'this is a folder: expected a file. Use another path.';
  return `the file cannot be opened (${whyRefused('opened', path, cause)}): expected a file that this program may read and write, in a folder that it may write to. Use another path, or change the permissions.`;
}

/** The low byte of an extended result code is the code itself. A value that no column can have does not reach SQLite: it counts as MISMATCH. */
function resultCode(error: unknown): number | undefined {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  if (error instanceof TypeError && code === 'ERR_INVALID_ARG_TYPE') return 20;
  return error instanceof Error && typeof errcode === 'number' ? errcode & 0xff : undefined;
}

const invalidFile = (message: string, cause?: unknown): BadRequestError =>
  new BadRequestError(message, { code: 'INVALID_CONFIGURATION', parameter: 'path', cause });
