/** The files that a report reads: results, and failures files next to them, compressed or not, also if they end in the middle. */
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { BadRequestError } from '../../../contract/errors.ts';
import { counted } from '../../../display/text.ts';
import { LONGEST_RESULT, linesOf, resultText, tooLong } from '../../../files/lines.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { assertReadable, displayName, failuresPathOf, fileError, realPathOf, STDIN } from '../../files.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type ResultLine, readResultLines } from './result-line.ts';

/** The argument that names the files. */
const PARAMETER = 'files';

/** Returns all files to read, with the failures that a batch wrote next to its results. @throws BadRequestError if a file cannot be read or is named twice */
export async function inputFilesOf(files: readonly string[]): Promise<string[]> {
  await assertReadable(PARAMETER, files);
  const inputs = new Map<string, string>();
  for (const file of files) {
    const path = await realPathOf(file);
    if (inputs.has(path)) throw wrongParameter(PARAMETER, `${displayName(file)} is given twice`);
    inputs.set(path, file);
  }
  for (const file of files.flatMap(failuresFileOf)) {
    const path = await realPathOf(file);
    if (!inputs.has(path)) inputs.set(path, file);
  }
  return [...inputs.values()];
}

/** The failures file next to results. A batch that retries its failures writes a second one; the newer one counts. */
function failuresFileOf(file: string): string[] {
  const paths = file === STDIN ? [] : [1, 2].map((number) => failuresPathOf(file, number));
  const times = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const newest = Math.max(...times);
  return newest > 0 ? [paths[times.indexOf(newest)] ?? ''] : [];
}

/** Characters of a line that are shown. */
const SHOWN = 60;

/** A file with results. It counts the lines that it skips. */
export class ResultFile {
  readonly path: string;
  /** The name in the report, which can be passed on: without the folder. */
  readonly name: string;
  #lines = 0;
  #skipped = 0;
  #first = '';

  constructor(path: string) {
    this.path = path;
    this.name = path === STDIN ? displayName(path) : basename(path);
  }

  /**
   * Returns the results, one line at a time.
   *
   * @throws BadRequestError if the file cannot be read
   * @throws the signal's reason, also while waiting for data
   */
  async *read({ input, signal }: Terminal): AsyncGenerator<ResultLine, void> {
    const bytes = this.path === STDIN ? Readable.from(input()) : createReadStream(this.path);
    const text = resultText(addAbortSignal(signal, bytes));
    try {
      for await (const value of joinIndented(linesOf(text, { longest: LONGEST_RESULT, parameter: PARAMETER }))) {
        for (const line of readResultLines(value.text)) {
          this.#lines++;
          if (typeof line !== 'string') yield line;
          else {
            this.#skipped++;
            this.#first ||= `line ${value.number} ${line}: ${JSON.stringify(value.text.slice(0, SHOWN))}`;
          }
        }
      }
    } catch (cause) {
      signal.throwIfAborted();
      throw cause instanceof BadRequestError ? cause : fileError(PARAMETER, this.path, 'read', cause);
    }
  }

  /** A sentence if the file is empty or has skipped lines. */
  get note(): string[] {
    if (this.#lines === 0) return [`${this.name} is empty`];
    return this.#skipped === 0 ? [] : [`${counted(this.#skipped, 'line')} of ${this.name} skipped; ${this.#first}`];
  }
}

/** Returns the lines that are not empty, with their numbers. Indented JSON is one: from an opening bracket alone on its line to the closing one. */
async function* joinIndented(lines: AsyncIterable<{ text: string }>) {
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
