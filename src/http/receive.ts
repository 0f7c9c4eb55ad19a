/** Receives and decompresses bodies, up to a limit. */
import { constants } from 'node:buffer';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Request, Response } from 'got';
import { TransportError } from '../contract/errors.ts';
import { DEFAULTS } from '../options/defaults.ts';
import { ByteBuffer, oversizeContentError, oversizeError } from './byte-limit.ts';

/** The limits and the sender of a response. */
export interface Receiving {
  /** A request as a stream, whose response is left compressed. */
  request: Request;
  /** The sender of the response, for messages. */
  sender: string;
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** If true, the body is returned compressed. */
  compressed?: boolean | undefined;
}

/** A response and its body. */
export interface Received {
  status: number;
  /** Without cookies: they belong to the session, and whoever observes responses must not get them. */
  headers: Record<string, string>;
  cookies: string[];
  body: Uint8Array;
}

/**
 * Returns a response and its decompressed body. The connection of a response that is too large is closed at once.
 *
 * @throws TransportError if the body is larger than `maxBytes`, compressed or decompressed; the signal's reason; errors of the request unchanged
 */
export async function receive(receiving: Receiving): Promise<Received> {
  const response = await compressedResponse(receiving);
  const encoding = receiving.compressed ? undefined : response.headers['content-encoding'];
  // Awaiting takes time: most services do not compress for a client on their own network.
  if (encoding === undefined) return response;
  return { ...response, body: await decompress(response.body, encoding, receiving.maxBytes) };
}

/** Reads events: iterating over the stream takes 15 µs longer. */
function compressedResponse({ request, sender, maxBytes, signal }: Receiving): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const body = new ByteBuffer();
  let response: Response | undefined;
  const settle = () => signal?.removeEventListener('abort', abort);
  const fail = (error: unknown) => {
    settle();
    request.destroy();
    reject(error);
  };
  const abort = () => fail(signal?.reason);
  request.once('response', (arrived: Response) => {
    response = arrived;
    if (Number(arrived.headers['content-length'] ?? 0) > maxBytes) fail(oversizeError(sender, maxBytes));
  });
  request.on('data', (chunk: Uint8Array) => {
    if (body.size + chunk.byteLength > maxBytes) fail(oversizeError(sender, maxBytes));
    else body.add(chunk);
  });
  request.once('end', () => {
    settle();
    if (response === undefined) reject(new TransportError(`${sender} closed the connection without a response.`));
    else resolve({ status: response.statusCode, ...textsOf(response.headers), body: body.bytes });
  });
  request.on('error', fail);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort);
  return promise;
}

function textsOf(received: Response['headers']): Pick<Received, 'headers' | 'cookies'> {
  const { 'set-cookie': cookies = [], ...headers } = received;
  const texts: Record<string, string> = {};
  // Names of HTTP/2 that begin with a colon are no headers.
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !name.startsWith(':')) texts[name] = String(value);
  return { headers: texts, cookies };
}

/** Most content codings of one body. A longer list is an attack: each coding can multiply the size. */
const MOST_CODINGS = 5;

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const unzip = promisify(zlib.gunzip) as Decompress;
const inflate = promisify(zlib.inflate) as Decompress;
const inflateRaw = promisify(zlib.inflateRaw) as Decompress;
/** Node supports zstd since 22.15. */
const zstd = 'zstdDecompress' in zlib ? (promisify(zlib.zstdDecompress) as Decompress) : undefined;

const DECODERS: ReadonlyMap<string, Decompress> = new Map([
  ['gzip', unzip],
  ['x-gzip', unzip],
  // Some servers send deflate without the zlib header, whose first byte ends in 8.
  ['deflate', (bytes, options) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, options)],
  ['br', promisify(zlib.brotliDecompress) as Decompress],
  ...(zstd === undefined ? [] : [['zstd', zstd] as const]),
]);

/** Value of the `accept-encoding` header: the supported encodings. */
export const ACCEPT_ENCODING = zstd === undefined ? 'gzip, deflate, br' : 'gzip, deflate, br, zstd';

/** Whether bytes start like a gzip file. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Returns the decompressed bytes of a body.
 *
 * @param maxBytes Largest size after each coding.
 * @param what The name of a file, which a retry does not change.
 * @throws TransportError if a coding is unknown, there are more than five, the bytes are invalid, or the result is larger than `maxBytes`
 */
export async function decompress(
  bytes: Uint8Array,
  encoding: string | undefined,
  maxBytes: number = DEFAULTS.maxBytes,
  what?: string,
): Promise<Uint8Array> {
  const codings = codingsOf(encoding ?? '');
  let body = bytes;
  // Codings are listed in the order in which they were applied. A response without a body can name one too.
  for (const coding of codings.reverse()) if (body.length > 0) body = await decode(body, coding, maxBytes, what);
  return body;
}

function codingsOf(encoding: string): string[] {
  const names = encoding.toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  if (codings.length > MOST_CODINGS)
    throw new TransportError(
      `content-encoding: ${codings.length} codings are too many: expected at most ${MOST_CODINGS}.`,
      { retryable: false },
    );
  return codings;
}

async function decode(bytes: Uint8Array, coding: string, maxBytes: number, what?: string): Promise<Uint8Array> {
  const decoder = DECODERS.get(coding);
  if (decoder === undefined)
    // The header is not shown: a server could echo a key in it.
    throw new TransportError(`content-encoding: the coding is not supported: expected ${ACCEPT_ENCODING}.`);
  try {
    return await decoder(bytes, { maxOutputLength: Math.min(maxBytes, constants.MAX_LENGTH) });
  } catch (cause) {
    if (isTooLarge(cause)) throw oversizeContentError(maxBytes, what, cause);
    const name = what ?? 'the response body';
    const retryable = what === undefined;
    throw new TransportError(`${name} cannot be decompressed (${coding}).`, { cause, retryable });
  }
}

/** Whether a decompression stopped because its result was larger than allowed. */
export const isTooLarge = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_BUFFER_TOO_LARGE';
