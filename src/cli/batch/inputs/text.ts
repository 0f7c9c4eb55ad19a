/** The text of an input: from a file, compressed or not, or from standard input. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BadRequestError } from '../../../contract/errors.ts';
import { displayName, type InputFile, LONGEST_LINE, STDIN } from '../../files.ts';

/**
 * The text of an input, piece by piece: UTF-8, or UTF-16 with its mark.
 *
 * @param signal Ends it, also while nothing comes.
 * @throws BadRequestError when it cannot be read, or is no text
 */
export async function* readText({ file, stdin }: InputFile, signal: AbortSignal): AsyncGenerator<string, void> {
  const bytes = addAbortSignal(signal, file === STDIN ? readable(stdin()) : createReadStream(file));
  // What goes wrong in one of them is thrown where the last one is read.
  const unpacked: Readable = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      decoder ??= new TextDecoder(isUtf16(chunk) ? 'utf-16le' : 'utf-8', { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder?.decode() ?? '';
    if (rest !== '') yield rest;
  } catch (cause) {
    signal.throwIfAborted();
    throw new BadRequestError(`file: ${displayName(file)} ${reasonOf(cause)}`, { parameter: 'file', cause });
  }
}

/** How many lines a file has, for those who want to know how far they are; nothing for what can be read only once. */
export async function countLines(place: InputFile, signal: AbortSignal): Promise<number | undefined> {
  const stats = place.file === STDIN ? undefined : await stat(place.file).catch(() => undefined);
  if (place.file === STDIN || stats?.isFile() === false) return undefined;
  let lines = 0;
  let last = '\n';
  for await (const text of readText(place, signal)) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
    last = text.at(-1) ?? last;
  }
  return last === '\n' ? lines : lines + 1;
}

/** The first line of a text, and the text with it in front again. */
export async function withFirstLine(
  chunks: AsyncIterable<string>,
): Promise<{ first: string; all: AsyncIterable<string> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let begin = '';
  while (!begin.includes('\n') && begin.length < LONGEST_LINE) {
    const { value, done = false } = await iterator.next();
    if (done) break;
    begin += value;
  }
  const all = async function* () {
    yield begin;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { first: begin.split('\n', 1)[0] ?? '', all: all() };
}

/** A stream can be ended while it waits; an iterator cannot. */
function readable(bytes: AsyncIterable<Uint8Array>): Readable {
  return bytes instanceof Readable ? bytes : Readable.from(bytes);
}

function isUtf16([first, second]: Uint8Array): boolean {
  return first === 0xff && second === 0xfe;
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is no UTF-8 text; save it as UTF-8';
  if (code.startsWith('Z_')) return 'is not compressed as its name says, or breaks off';
  return `cannot be read (${code === '' ? String(cause) : code})`;
}
