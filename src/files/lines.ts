/** The lines of a text that arrives in parts, and the text of results files, compressed or not. */
import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { BadRequestError } from '../contract/errors.ts';
import { wrongParameter } from '../contract/wrong-parameter.ts';
import { isGzip } from '../http/receive.ts';

/** The longest line of a text file, in characters. A longer one means that the file is not a text file. */
export const LONGEST_LINE = 1_000_000;

/** The longest line of results, in characters. A response is shorter. */
export const LONGEST_RESULT = 64 * 1024 * 1024;

/** A line of a text. */
export interface Line {
  /** Without its line feed. */
  text: string;
  /** Whether it ends with a line feed. Only the last line can lack it. */
  isComplete: boolean;
}

/** Which lines {@link linesOf} accepts. */
export interface LineLimit {
  /** The most characters of a line. @default LONGEST_LINE */
  longest?: number;
  parameter?: string;
}

/** Returns the lines of a text. @throws BadRequestError for a line that is too long */
export async function* linesOf(
  chunks: AsyncIterable<string>,
  { longest = LONGEST_LINE, parameter = 'file' }: LineLimit = {},
): AsyncGenerator<Line, void> {
  // The parts of a line are joined once: joining after each chunk takes time that grows with the square of its length.
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const text = chunk.slice(start, end);
      yield { text: parts.length === 0 ? text : parts.join('') + text, isComplete: true };
      [parts, length] = [[], 0];
      start = end + 1;
    }
    const rest = chunk.slice(start);
    if (rest === '') continue;
    parts.push(rest);
    length += rest.length;
    if (length > longest) throw tooLong(parameter, longest);
  }
  if (length > 0) yield { text: parts.join(''), isComplete: false };
}

/** Returns the error for a line, or a value of several lines, that is too long. */
export const tooLong = (parameter: string, longest: number): BadRequestError =>
  wrongParameter(parameter, `a line has more than ${longest} characters: expected a text file with shorter lines.`);

/** Returns the text of a file. One that starts like gzip is decompressed as far as it is complete. It can end in the middle of a character. */
export async function* resultText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const chunk of await decompressed(bytes)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function decompressed(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  const all = async function* () {
    for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
  };
  if (first.done === true || !isGzip(first.value)) return all();
  // With this flush, a file that ends early is not an error. Other errors are thrown where the text is read.
  return pipeline(Readable.from(all()), createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), () => undefined);
}
