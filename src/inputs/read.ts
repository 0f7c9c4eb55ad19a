/** Reads the inputs of a file, one at a time: plain lines, CSV or NDJSON, from a file or from standard input. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { EndpointName } from '../contract/endpoints.ts';
import { BadRequestError } from '../contract/errors.ts';
import { isRecord, parseJson } from '../contract/json.ts';
import { shown } from '../contract/shown.ts';
import { LONGEST_LINE, linesOf } from '../files/lines.ts';
import { wrongParameter } from '../options/checks.ts';
import { fileProblem } from '../options/file-problem.ts';
import { inputFieldsOf, isHeader } from './fields.ts';
import { displayName, errorCodeOf, type InputFile, STDIN } from './input-file.ts';
import { parsePlainLine } from './plain-line.ts';
import { type Input, type InputFields, type InputRules, inputOf } from './requests.ts';

/** The format of inputs. */
export type InputFormat = 'lines' | 'csv' | 'ndjson';

/** Formats by file extension, without `.gz`. */
const EXTENSIONS: Readonly<Record<string, InputFormat>> = {
  txt: 'lines',
  csv: 'csv',
  tsv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

/**
 * The inputs of a file, invalid ones too.
 *
 * @param format Detected from the file's name by default, then from its first line.
 * @param signal Ends it, also while it waits for data.
 * @throws BadRequestError for a file that cannot be read
 */
export async function* readInputs(
  source: InputFile,
  format: InputFormat | undefined,
  rules: InputRules,
  signal: AbortSignal,
): AsyncGenerator<Input, void> {
  const { firstLine, text } = await peekFirstLine(readText(source, signal));
  const detected = format ?? EXTENSIONS[/\.([a-z]+)(?:\.gz)?$/i.exec(source.file)?.[1]?.toLowerCase() ?? ''];
  switch (detected ?? formatOfLine(firstLine)) {
    case 'csv':
      // Loaded when it is used: the CSV reader is large.
      return yield* (await import('./csv.ts')).csvInputs(text, firstLine, rules);
    case 'ndjson':
      return yield* lineInputs(text, parseJsonLine, rules);
    case 'lines':
      return yield* lineInputs(text, parsePlainLine, rules);
  }
}

function formatOfLine(line: string): InputFormat {
  if (line.trimStart().startsWith('{')) return 'ndjson';
  return isHeader(line) ? 'csv' : 'lines';
}

async function* lineInputs(
  text: AsyncIterable<string>,
  parse: typeof parsePlainLine,
  rules: InputRules,
): AsyncGenerator<Input, void> {
  let number = 0;
  for await (const { text: raw } of linesOf(text)) {
    number++;
    const line = raw.trim();
    const isComment = parse === parsePlainLine && line.startsWith('#');
    if (line !== '' && !isComment) yield inputOf(number, line, () => parse(line, rules.as), rules);
  }
}

function parseJsonLine(line: string, as: EndpointName | undefined): InputFields {
  try {
    return fieldsOfJson(parseJson(line), as);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new BadRequestError(`${shown(line)} is not valid JSON.`, { parameter: 'file', cause });
  }
}

function fieldsOfJson(value: unknown, as: EndpointName | undefined): InputFields {
  if (typeof value === 'string') return parsePlainLine(value.trim(), as);
  if (!isRecord(value)) {
    const message = `${shown(value)} is not an object: expected, for example, {"asin": "B0LANTERN1"}.`;
    throw new BadRequestError(message, { parameter: 'file' });
  }
  // A line of results or failures of an earlier run.
  if (isRecord(value.request)) return fieldsOfJson(value.request, as);
  if (typeof value.input === 'string' && isRecord(value.error)) return parsePlainLine(value.input.trim(), as);
  const { endpoint, params, ...own } = value;
  if (params === undefined) return inputFieldsOf(value, as);
  if (!isRecord(params)) {
    throw wrongParameter('params', `${shown(params)} is not an object.`);
  }
  return { endpoint: endpoint ?? inputFieldsOf(params, as).endpoint, params, own };
}

/** Counts the lines of a file. Returns `undefined` for a source that can be read only once. */
export async function countLines(source: InputFile, signal: AbortSignal): Promise<number | undefined> {
  const stats = source.file === STDIN ? undefined : await stat(source.file).catch(() => undefined);
  if (source.file === STDIN || stats?.isFile() === false) return undefined;
  let lines = 0;
  let last = '\n';
  for await (const text of readText(source, signal)) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
    last = text.at(-1) ?? last;
  }
  return last === '\n' ? lines : lines + 1;
}

/** The text of a file, decompressed if its name ends with `.gz`: UTF-8, or UTF-16 with a byte order mark. */
async function* readText({ file, stdin }: InputFile, signal: AbortSignal): AsyncGenerator<string, void> {
  const input = file === STDIN ? stdin() : createReadStream(file);
  const bytes = addAbortSignal(signal, input instanceof Readable ? input : Readable.from(input));
  // Errors of both streams are thrown where the last one is read.
  const unpacked = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      const isUtf16 = chunk[0] === 0xff && chunk[1] === 0xfe;
      decoder ??= new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (cause) {
    signal.throwIfAborted();
    throw wrongParameter('file', `${displayName(file)} ${problemOf(file, cause)}`, cause);
  }
}

function problemOf(file: string, cause: unknown): string {
  const code = errorCodeOf(cause);
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8 text. Save it as UTF-8';
  if (code.startsWith('Z_')) return 'is not a complete gzip file';
  return fileProblem('read', file, cause);
}

/** Reads the first line of a text, and returns it with the whole text. */
async function peekFirstLine(
  chunks: AsyncGenerator<string, void>,
): Promise<{ firstLine: string; text: AsyncIterable<string> }> {
  let start = '';
  while (!start.includes('\n') && start.length < LONGEST_LINE) {
    const { value, done = false } = await chunks.next();
    if (done) break;
    start += value;
  }
  const text = async function* () {
    yield start;
    yield* chunks;
  };
  return { firstLine: start.split('\n', 1)[0] ?? '', text: text() };
}
