/** The files that a report reads: results, and failures files next to them, line by line, compressed or not, also if they end in the middle. */
import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { BadRequestError } from '../../../contract/errors.ts';
import { count, counted } from '../../../display/text.ts';
import { LONGEST_RESULT, linesOf, resultText, tooLong } from '../../../files/lines.ts';
import { displayName, failuresPathOf, fileError, type InputFile, realPathOf, STDIN } from '../../files.ts';
import type { ResultLine } from './result-line.ts';

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
    if (file !== STDIN) await orWrong(access(file, constants.R_OK), parameter, file, 'read');
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
export async function orWrong<T>(
  operation: Promise<T>,
  parameter: string,
  file: string,
  verb: 'read' | 'written',
): Promise<T> {
  return operation.catch((cause: unknown) => {
    throw fileError(parameter, file, verb, cause);
  });
}

/** The error for a wrong parameter of the command. */
export function wrong(parameter: string, why: string): BadRequestError {
  return new BadRequestError(`${parameter}: ${why}`, { parameter });
}

/** How many characters of a line are shown. */
const SHOWN = 60;

/** The lines of one file. */
export class FileLines {
  readonly path: string;
  #lines = 0;
  readonly #skipped = { incomplete: 0, other: 0 };
  #first: { why: string; text: string } | undefined;

  constructor(path: string) {
    this.path = path;
  }

  add(line: ResultLine, number: number, text: string): void {
    this.#lines++;
    if (line.kind !== 'incomplete' && line.kind !== 'other') return;
    this.#skipped[line.kind]++;
    this.#first ??= { why: `line ${number} ${line.why}`, text: text.slice(0, SHOWN) };
  }

  /** A sentence if the file is empty or has skipped lines. */
  get note(): string[] {
    const name = reportName(this.path);
    if (this.#lines === 0) return [`${name} is empty`];
    if (this.#first === undefined) return [];
    const { incomplete, other } = this.#skipped;
    const kinds = [incomplete > 0 && `${count(incomplete)} incomplete`, other > 0 && `${count(other)} of another kind`];
    const lines = `${counted(incomplete + other, 'line')} of ${name} skipped (${kinds.filter(Boolean).join(', ')})`;
    return [`${lines}; ${this.#first.why}`];
  }

  /** The reason why the file has no result. */
  get whyNothing(): string {
    const name = displayName(this.path);
    if (this.#first === undefined) return `${name} is empty`;
    return `${name} has no result: ${this.#first.why}: ${JSON.stringify(this.#first.text)}`;
  }
}

/** The name of a file in the report, which can be passed on: without its folder. */
export function reportName(path: string): string {
  return path === STDIN ? displayName(path) : basename(path);
}

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
    throw fileError(PARAMETER, file.file, 'read', cause);
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
