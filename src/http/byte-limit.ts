/** Reads streams up to a size limit. */
import { TransportError } from '../contract/errors.ts';
import { DEFAULTS } from '../options/defaults.ts';

const FIRST_CAPACITY = 65_536;

/** A buffer that grows. Its memory depends on the number of bytes only: kept chunks of one byte would occupy a hundred times as much. */
export class ByteBuffer {
  #bytes = new Uint8Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(chunk: Uint8Array): void {
    const size = this.#size + chunk.byteLength;
    // Most bodies are one chunk: a copy of it is smaller than the first capacity. It is not a view, so that its memory can be moved to another thread.
    if (this.#size === 0) {
      this.#bytes = new Uint8Array(chunk);
      this.#size = size;
      return;
    }
    if (size > this.#bytes.byteLength) {
      const grown = new Uint8Array(Math.max(FIRST_CAPACITY, 2 * this.#bytes.byteLength, size));
      grown.set(this.bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#size);
    this.#size = size;
  }

  /** The bytes so far. Valid until the next call of another method. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  clear(): void {
    this.#bytes = new Uint8Array(0);
    this.#size = 0;
  }
}

/** Returns the error of a response that is larger than `maxBytes`. A retry would be as large. */
export const oversizeError = (sender: string, maxBytes: number): TransportError =>
  new TransportError(`${sender} returned more than ${maxBytes} bytes (maxBytes).`, { retryable: false });

/** Returns the error of a body that is larger than `maxBytes` when it is decompressed. */
export function oversizeContentError(maxBytes: number, what = 'the response body', cause?: unknown): TransportError {
  const message = `${what} is larger than ${maxBytes} bytes when decompressed (maxBytes).`;
  return new TransportError(message, { cause, retryable: false });
}

/** Why an input was not read. The message is the second half of a sentence: "is a folder: expected a file." */
export class InputProblem extends Error {
  override readonly name = 'InputProblem';
  readonly isSize: boolean;

  constructor(message: string, { isSize = false, ...options }: ErrorOptions & { isSize?: boolean } = {}) {
    super(message, options);
    this.isSize = isSize;
  }
}

/** Returns all bytes of a stream. @throws InputProblem as soon as there are more than `maxBytes`; errors of the stream unchanged */
export async function bytesUpTo(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number = DEFAULTS.maxBytes,
): Promise<Uint8Array> {
  const all = new ByteBuffer();
  for await (const chunk of chunks) {
    if (all.size + chunk.byteLength > maxBytes) throw tooLarge(maxBytes);
    all.add(chunk);
  }
  return all.bytes;
}

/** Returns the problem of an input that is larger than `maxBytes`. */
export const tooLarge = (maxBytes: number, when = ''): InputProblem =>
  new InputProblem(`is larger than ${maxBytes} bytes${when}: expected at most that.`, { isSize: true });
