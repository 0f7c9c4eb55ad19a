/** Reads the body of a request, as far as it is allowed to be long. */
import { BadRequestError } from '../contract/errors.ts';

/** The text of a body. @throws BadRequestError with status 413 as soon as it is longer than `maxBytes` */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLong(maxBytes);
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLong(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLong(maxBytes: number): BadRequestError {
  return new BadRequestError(`body: must not be longer than ${maxBytes} bytes`, {
    status: 413,
    code: 'BODY_TOO_LARGE',
    parameter: 'body',
  });
}
