/** Reads streams up to a size limit. */
import { ByteBuffer } from './byte-buffer.ts';

/** Largest size of a page, a response or a saved page [bytes], both compressed and decompressed, unless an option says otherwise. */
export const MAX_BYTES = 20_000_000;

/** Why an input was not read. The message is the second half of a sentence: "is a folder: expected a file." */
export class InputProblem extends Error {
  override readonly name = 'InputProblem';
  /** Whether the input is too large. */
  readonly isSize: boolean;

  constructor(message: string, { isSize = false, ...options }: ErrorOptions & { isSize?: boolean } = {}) {
    super(message, options);
    this.isSize = isSize;
  }
}

/** Returns all bytes of a stream. @throws InputProblem as soon as there are more than `maxBytes`; errors of the stream unchanged */
export async function bytesUpTo(chunks: AsyncIterable<Uint8Array>, maxBytes: number = MAX_BYTES): Promise<Uint8Array> {
  const all = new ByteBuffer();
  for await (const chunk of chunks) {
    if (all.size + chunk.byteLength > maxBytes) throw tooLarge(maxBytes);
    all.add(chunk);
  }
  return all.bytes;
}

/** Returns the problem of an input that is larger than `maxBytes`. */
export function tooLarge(maxBytes: number, when = ''): InputProblem {
  return new InputProblem(`is larger than ${maxBytes} bytes${when}: expected at most that.`, { isSize: true });
}
