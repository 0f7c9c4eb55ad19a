/** Receives HTTP responses up to a size limit. */
import type { Request, Response } from 'got';
import { TransportError } from '../contract/errors.ts';
import { ByteBuffer, oversizeError } from './byte-limit.ts';
import { decompress } from './decompress.ts';

/** The limits and the sender of a response. */
export interface Receiving {
  /** A request as a stream, whose response is left compressed. */
  request: Request;
  /** The sender of the response, for messages. */
  sender: string;
  maxBytes: number;
  /** Closes the connection. */
  signal?: AbortSignal | undefined;
  /** If true, the body is returned compressed. */
  compressed?: boolean | undefined;
}

/** A response and its body. */
export interface Received extends Pick<Response, 'statusCode' | 'headers'> {
  body: Uint8Array;
}

/**
 * Returns a response and its decompressed body. The connection of a response that is too large is closed at once.
 *
 * @throws TransportError if the body is larger than `maxBytes`, compressed or decompressed; the signal's reason; errors of the request unchanged
 */
export async function receive(receiving: Receiving): Promise<Received> {
  const { statusCode, headers, body } = await compressedResponse(receiving);
  const encoding = receiving.compressed ? undefined : headers['content-encoding'];
  // Awaiting takes time: most services do not compress for a client on their own network.
  return {
    statusCode,
    headers,
    body: encoding === undefined ? body : await decompress(body, encoding, receiving.maxBytes),
  };
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
    else resolve({ statusCode: response.statusCode, headers: response.headers, body: body.bytes });
  });
  request.on('error', fail);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort);
  return promise;
}
