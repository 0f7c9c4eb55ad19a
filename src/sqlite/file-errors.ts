/** The errors of a SQLite file, with its path and what to do. */
import { statSync } from 'node:fs';
import { BadRequestError, InternalError, MarketplaceError, UnavailableError } from '../contract/errors.ts';
import { filePath } from '../options/checks.ts';
import { whyRefused } from '../options/file-problem.ts';
import { shownValue } from '../options/secrets.ts';

/** Result codes of SQLite. @see https://www.sqlite.org/rescode.html */
const SQLITE = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  PROTOCOL: 15,
  TOOBIG: 18,
  CONSTRAINT: 19,
  MISMATCH: 20,
  NOTADB: 26,
};

/** The kind of a file that is not the expected one. */
export interface WrongFile {
  /** The kind of the file: `the store of a service`. */
  is: string;
  /** The expected kind: `a ledger`. */
  expected: string;
}

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
  const code = resultCode(error);
  // SQLite reports PROTOCOL for locks that it did not get after many tries.
  return code === SQLITE.BUSY || code === SQLITE.LOCKED || code === SQLITE.PROTOCOL;
}

/** Returns the error for a file that stays locked. */
export const lockedFile = (path: string, waitedMs: number, cause: unknown): UnavailableError =>
  new UnavailableError(
    `${path}: another process has locked the file (waited ${Math.round(waitedMs)} ms). End the program that holds the lock, such as a backup or an editor of databases, and try again.`,
    { cause },
  );

/** Returns the error for a file of another kind. `isNewAllowed`: whether a file that does not exist would be created. */
export function wrongFile(path: string, { is, expected }: WrongFile, isNewAllowed = true): BadRequestError {
  const or = isNewAllowed ? ', or a file that does not exist yet' : '';
  return invalidFile(`${path}: the file is ${is}: expected ${expected}${or}. Use another path.`);
}

/** Returns the error for a failure of SQLite. Other errors are returned as they are. */
export function fileError(path: string, error: unknown): unknown {
  const code = resultCode(error);
  if (error instanceof MarketplaceError || code === undefined) return error;
  const why = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'UNBOUND':
    case SQLITE.TOOBIG:
    case SQLITE.CONSTRAINT:
    case SQLITE.MISMATCH:
      return new InternalError(`${path}: the file refused a statement: ${why}`, { cause: error, retryable: false });
    case SQLITE.NOTADB:
      return invalidFile(
        `${path}: the file is not a database (${why}): expected a file of buybox. Use another path, or remove the file.`,
        error,
      );
    case SQLITE.CORRUPT:
      return invalidFile(`${path}: the file is damaged (${why}). Restore a copy of it, or use another path.`, error);
    case SQLITE.CANTOPEN:
    case SQLITE.PERM:
    case SQLITE.READONLY:
      return invalidFile(`${path}: ${whyNotOpened(path, error)}`, error);
    case SQLITE.FULL:
    case SQLITE.IOERR:
      return new UnavailableError(`${path}: the file cannot be read or written (${why}). Check the disk.`, {
        cause: error,
      });
    default:
      return new UnavailableError(
        `${path}: the file cannot be used (${why}). Restart the program, or use another path.`,
        { cause: error, retryable: false },
      );
  }
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

/** The low byte of an extended result code is the code itself. A value that no column can have does not reach SQLite. */
function resultCode(error: unknown): number | 'UNBOUND' | undefined {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  if (error instanceof TypeError && code === 'ERR_INVALID_ARG_TYPE') return 'UNBOUND';
  return error instanceof Error && typeof errcode === 'number' ? errcode & 0xff : undefined;
}

const invalidFile = (message: string, cause?: unknown): BadRequestError =>
  new BadRequestError(message, { code: 'INVALID_CONFIGURATION', parameter: 'path', cause });
