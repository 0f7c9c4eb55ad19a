/** Files of text to read, by their names; `-` is standard input. */

/** The name of standard input. */
export const STDIN = '-';

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
