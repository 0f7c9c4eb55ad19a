/** Compressed bytes -> bytes, off the main thread and within a limit. */
import { constants } from 'node:buffer';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { TransportError } from '../../contract/errors.ts';

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const unzip = promisify(zlib.gunzip) as Decompress;
/** Node 22.15 and newer know zstd. */
const zstd = 'zstdDecompress' in zlib ? (promisify(zlib.zstdDecompress) as Decompress) : undefined;

const DECODERS: Readonly<Record<string, Decompress | undefined>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: promisify(zlib.inflate) as Decompress,
  br: promisify(zlib.brotliDecompress) as Decompress,
  zstd,
};

/** What is understood, as the `accept-encoding` header says it. */
export const ACCEPT_ENCODING = zstd === undefined ? 'gzip, deflate, br' : 'gzip, deflate, br, zstd';

/**
 * The bytes of a body whose `content-encoding` is given.
 *
 * @throws TransportError when the encoding is unknown, the bytes are broken, or there are more than `maxBytes` of them
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
    throw new TransportError(`the answer is encoded as ${JSON.stringify(coding)}, which was not asked for`);
  try {
    return await decoder(bytes, { maxOutputLength });
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const why = isTooLarge
      ? `is larger than ${maxOutputLength} bytes when decompressed`
      : `cannot be decompressed (${coding})`;
    throw new TransportError(`the answer ${why}`, { cause, retryable: !isTooLarge });
  }
}
