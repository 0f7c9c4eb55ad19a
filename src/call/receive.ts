/** Receives HTTP responses up to a size limit. */
import type { Request, Response } from 'got';
import { TransportError } from '../contract/errors.ts';
import { bytesUpTo, InputProblem } from './byte-limit.ts';
import { decompress } from './decompress.ts';
import { oversizeError } from './oversize.ts';

/** What to receive. */
export interface Receiving {
  /** A request as a stream, whose response is left compressed. */
  request: Request;
  /** Who sends the response, for messages. */
  sender: string;
  maxBytes: number;
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
 * @throws TransportError if the body is larger than `maxBytes`, compressed or decompressed; errors of the request unchanged
 */
export async function receive({ request, sender, maxBytes, compressed = false }: Receiving): Promise<Received> {
  let response: Response | undefined;
  let isTooLarge = false;
  request.once('response', (arrived: Response) => {
    response = arrived;
    isTooLarge = Number(arrived.headers['content-length'] ?? 0) > maxBytes;
    if (isTooLarge) request.destroy();
  });
  const body = await bytesUpTo(request as AsyncIterable<Uint8Array>, maxBytes).catch((error: unknown) => {
    if (!isTooLarge && !(error instanceof InputProblem)) throw error;
    throw oversizeError(sender, maxBytes);
  });
  if (response === undefined) throw new TransportError(`${sender} closed the connection without a response.`);
  const { statusCode, headers } = response;
  return {
    statusCode,
    headers,
    body: compressed ? body : await decompress(body, headers['content-encoding'], maxBytes),
  };
}
