/** Files that commands read: their names, their lines, and what went wrong. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BadRequestError } from '../contract/errors.ts';

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
