/** Decompresses response bodies, off the main thread and up to a size limit. */
import { constants } from 'node:buffer';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { TransportError } from '../../contract/errors.ts';

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const unzip = promisify(zlib.gunzip) as Decompress;
/** Node supports zstd since 22.15. */
const zstd = 'zstdDecompress' in zlib ? (promisify(zlib.zstdDecompress) as Decompress) : undefined;

const DECODERS: Readonly<Record<string, Decompress | undefined>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: promisify(zlib.inflate) as Decompress,
  br: promisify(zlib.brotliDecompress) as Decompress,
  zstd,
};

/** Value of the `accept-encoding` header: the supported encodings. */
export const ACCEPT_ENCODING = zstd === undefined ? 'gzip, deflate, br' : 'gzip, deflate, br, zstd';

/**
 * Returns the decompressed bytes of a body.
 *
 * @param encoding Value of the `content-encoding` header.
 * @throws TransportError if the encoding is unknown, the bytes are invalid, or the result is larger than `maxBytes`
 */
export async function decompress(
  bytes: Uint8Array,
  encoding: string | undefined,
  maxBytes: number = constants.MAX_LENGTH,
): Promise<Uint8Array> {
  let body = bytes;
  // Encodings are listed in the order in which they were applied.
  for (const name of (encoding ?? '').toLowerCase().split(',').reverse()) {
    const coding = name.trim();
    if (coding !== '' && coding !== 'identity') body = await decode(body, coding, maxBytes);
  }
  return body;
}

async function decode(bytes: Uint8Array, coding: string, maxOutputLength: number): Promise<Uint8Array> {
  const decoder = DECODERS[coding];
  if (decoder === undefined)
    throw new TransportError(
      `content-encoding: ${JSON.stringify(coding)} is not supported: expected ${ACCEPT_ENCODING}.`,
    );
  try {
    return await decoder(bytes, { maxOutputLength });
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const why = isTooLarge
      ? `is larger than ${maxOutputLength} bytes when decompressed`
      : `cannot be decompressed (${coding})`;
    throw new TransportError(`the response body ${why}.`, { cause, retryable: !isTooLarge });
  }
}
