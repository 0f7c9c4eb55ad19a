/** Reads the body of a request, up to a limit. */
import { BadRequestError } from '../contract/errors.ts';

/** Returns the body as a string. @throws BadRequestError with status 413 as soon as the body is longer than `maxBytes` */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  const tooLong = `body: too long: expected at most ${maxBytes} bytes.`;
  const options = { status: 413, code: 'BODY_TOO_LARGE', parameter: 'body' };
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new BadRequestError(tooLong, options);
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BadRequestError(tooLong, options);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
