/** The lines of results files, compressed or not, and of standard input; also JSON over several lines, and files whose writing was cut off. */
import { createReadStream } from 'node:fs';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { BadRequestError } from '../../contract/errors.ts';
import { displayName, errorCodeOf, type InputFile, linesOf, STDIN } from '../files.ts';

/** A line longer than this is no answer. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** A line that says something. */
export interface NumberedLine {
  /** 1 is the first. */
  number: number;
  text: string;
}

/**
 * The lines of a place that say something, one at a time; JSON that was printed for people counts as one. What begins as gzip does is unpacked, as far as it goes.
 *
 * @param signal Ends it, also while nothing comes.
 * @throws BadRequestError when it cannot be read
 */
export async function* readLines(place: InputFile, signal: AbortSignal): AsyncGenerator<NumberedLine, void> {
  try {
    yield* documentsOf(linesOf(textOf(place, signal), LONGEST_LINE));
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof BadRequestError) throw cause;
    throw new BadRequestError(`files: ${displayName(place.file)} cannot be read (${errorCodeOf(cause)})`, {
      parameter: 'files',
      cause,
    });
  }
}

/** Joins the lines of JSON that was printed for people: from a bracket that stands alone to the one that closes it. */
async function* documentsOf(lines: AsyncIterable<{ text: string }>): AsyncGenerator<NumberedLine, void> {
  let number = 0;
  let begun: { number: number; end: string; lines: string[] } | undefined;
  for await (const { text } of lines) {
    number++;
    const line = text.trimEnd();
    if (begun !== undefined) {
      begun.lines.push(line);
      if (line !== begun.end) continue;
      yield { number: begun.number, text: begun.lines.join('\n') };
      begun = undefined;
    } else if (line === '{' || line === '[') begun = { number, end: line === '{' ? '}' : ']', lines: [line] };
    else if (line !== '') yield { number, text: line };
  }
  if (begun !== undefined) yield { number: begun.number, text: begun.lines.join('\n') };
}

/** The text, its last character perhaps cut off. */
async function* textOf({ file, stdin }: InputFile, signal: AbortSignal): AsyncGenerator<string, void> {
  const bytes = file === STDIN ? Readable.from(stdin()) : createReadStream(file);
  const decoder = new TextDecoder();
  for await (const chunk of await unpacked(addAbortSignal(signal, bytes)))
    yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function unpacked(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  const whole = chain(first, chunks);
  const isGzip = first.done !== true && first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip) return whole;
  // A file whose writing was cut off ends where it ends; what goes wrong is thrown where the text is read.
  return pipeline(Readable.from(whole), createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), () => undefined);
}

async function* chain(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for (let result = first; result.done !== true; result = await rest.next()) yield result.value;
}
