/** Files that commands read: their names, their lines, and what went wrong. */
import { isUtf8 } from 'node:buffer';
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BadRequestError } from '../contract/errors.ts';
import { decodeBody } from '../local/charset.ts';

/** The name of standard input. */
export const STDIN = '-';

/** The longest line of a text file, in characters. A longer one means that the file is not a text file. */
export const LONGEST_LINE = 1_000_000;

/** A file to read. */
export interface InputFile {
  /** A path, or {@link STDIN}. */
  file: string;
  /** Opens standard input. */
  stdin: () => AsyncIterable<Uint8Array>;
}

/** The name of a file in messages. */
export function displayName(file: string): string {
  return file === STDIN ? 'standard input' : file;
}

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function errorCodeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** Returns the error for a file that cannot be used; `parameter` is the argument or flag that names the file. */
export function fileError(parameter: string, file: string, verb: 'read' | 'written', cause: unknown): BadRequestError {
  const why = errorCodeOf(cause) || String(cause);
  return new BadRequestError(`${parameter}: ${displayName(file)} cannot be ${verb} (${why}).`, { parameter, cause });
}

/** Reads a text file, decompressed if it is gzipped. @throws BadRequestError with the name of the parameter */
export async function readText(parameter: string, file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw fileError(parameter, file, 'read', cause);
  });
  return await textOf(parameter, file, bytes);
}

/** Decodes bytes, decompressed if they are gzipped. @throws BadRequestError with the name of the parameter */
export async function textOf(parameter: string, file: string, bytes: Buffer): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decoded(bytes);
  try {
    return decoded(await promisify(gunzip)(bytes));
  } catch (cause) {
    const message = `${parameter}: ${displayName(file)} is damaged: it cannot be decompressed.`;
    throw new BadRequestError(message, { parameter, cause });
  }
}

/** Decodes UTF-8, and older pages with the charset that they name. A page that was saved as UTF-8 can still name another one. */
function decoded(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : decodeBody(bytes, undefined);
}

/** The path with its symbolic links resolved, also when the file does not exist. */
export async function realPathOf(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return realpath(path).catch(() => join(folder, basename(path)));
}

/** A line of a text. */
export interface Line {
  /** Without its line feed. */
  text: string;
  /** Whether it ends with a line feed. Only the last line can lack it. */
  isComplete: boolean;
}

/**
 * Returns the lines of a text.
 *
 * @param longest The most characters of a line.
 * @throws BadRequestError for a longer line
 */
export async function* linesOf(chunks: AsyncIterable<string>, longest = LONGEST_LINE): AsyncGenerator<Line, void> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield { text, isComplete: true };
    if (rest.length > longest) {
      throw new BadRequestError(`file: a line has more than ${longest} characters: is this a text file?`, {
        parameter: 'file',
      });
    }
  }
  if (rest !== '') yield { text: rest, isComplete: false };
}
