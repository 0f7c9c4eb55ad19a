/** Reads the lines of results files and of standard input, compressed or not, also of files that end in the middle. */
import { createReadStream } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import { BadRequestError } from '../../../contract/errors.ts';
import { LONGEST_RESULT, linesOf, resultText, tooLong } from '../../../files/lines.ts';
import { displayName, errorCodeOf, type InputFile, STDIN } from '../../files.ts';

/** The argument that names the files. */
const PARAMETER = 'files';

/** A line that is not empty, or several lines of one JSON value. */
export interface NumberedLine {
  /** The number of the (first) line, from 1. */
  number: number;
  text: string;
}

/**
 * Returns the lines of a file that are not empty, one at a time. Indented JSON counts as one line. A file that starts like gzip is decompressed as
 * far as it is complete.
 *
 * @param signal Stops reading, also while waiting for data.
 * @throws BadRequestError if the file cannot be read
 */
export async function* readLines(file: InputFile, signal: AbortSignal): AsyncGenerator<NumberedLine, void> {
  try {
    yield* joinIndented(linesOf(textOf(file, signal), { longest: LONGEST_RESULT, parameter: PARAMETER }));
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof BadRequestError) throw cause;
    const message = `${PARAMETER}: ${displayName(file.file)} cannot be read (${errorCodeOf(cause)})`;
    throw new BadRequestError(message, { parameter: PARAMETER, cause });
  }
}

/** Joins the lines of indented JSON: from an opening bracket alone on its line to the closing one. */
async function* joinIndented(lines: AsyncIterable<{ text: string }>): AsyncGenerator<NumberedLine, void> {
  let number = 0;
  let open: { number: number; end: string; lines: string[]; length: number } | undefined;
  for await (const { text } of lines) {
    number++;
    const line = text.trimEnd();
    if (open !== undefined) {
      open.lines.push(line);
      open.length += line.length + 1;
      if (open.length > LONGEST_RESULT) throw tooLong(PARAMETER, LONGEST_RESULT);
      if (line !== open.end) continue;
      yield { number: open.number, text: open.lines.join('\n') };
      open = undefined;
    } else if (line === '{' || line === '[') open = { number, end: line === '{' ? '}' : ']', lines: [line], length: 1 };
    else if (line !== '') yield { number, text: line };
  }
  if (open !== undefined) yield { number: open.number, text: open.lines.join('\n') };
}

function textOf({ file, stdin }: InputFile, signal: AbortSignal): AsyncIterable<string> {
  const bytes = file === STDIN ? Readable.from(stdin()) : createReadStream(file);
  return resultText(addAbortSignal(signal, bytes));
}
