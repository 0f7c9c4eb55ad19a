/** The input of reading one page: read in place, or in another thread. */
import { decompress } from '../http/receive.ts';
import { type DetectedPage, type ParsedPage, type ReadContext, readPage } from '../pages/index.ts';
import { decodeBody } from '../sources/charset.ts';
import type { Compression } from '../sources/page-source.ts';

/** Everything needed to read a page, in a form that can be sent to another thread. */
export interface PageInput {
  body: string | Uint8Array;
  compression: Compression | undefined;
  contentType: string | undefined;
  /** The page that was requested; `context.url` is the URL after redirects. */
  requested: DetectedPage;
  context: ReadContext;
}

/** Returns the HTML of a page. @throws TransportError if its bytes cannot be decompressed */
export async function htmlOf({ body, compression, contentType }: PageInput): Promise<string> {
  if (typeof body === 'string') return body;
  const { encoding, maxBytes, what } = compression ?? {};
  const bytes = encoding === undefined ? body : await decompress(body, encoding, maxBytes, what);
  return decodeBody(bytes, contentType);
}

/** Reads a page. @throws the same errors as `readPage` */
export const readInput = async (input: PageInput): Promise<ParsedPage> =>
  readPage(await htmlOf(input), input.context, input.requested);
