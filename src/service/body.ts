/** Reads the body of a request, up to a limit. */
import { BadRequestError } from '../contract/errors.ts';

/** Returns the body as a string. @throws BadRequestError with status 413 as soon as the body is longer than `maxBytes` */
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
  return new BadRequestError(`body: too long: expected at most ${maxBytes} bytes.`, {
    status: 413,
    code: 'BODY_TOO_LARGE',
    parameter: 'body',
  });
}
