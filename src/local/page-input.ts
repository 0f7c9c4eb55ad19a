/** A page as it came, and its reading: here, or in another thread. */
import { BlockedError, ParseError } from '../contract/errors.ts';
import { type DetectedPage, type PageContext, type ParsedPage, readPage } from '../pages/index.ts';
import { decodeBody } from './charset.ts';
import { decompress } from './http/body.ts';
import type { Compression } from './page-source.ts';

/** All that reading a page takes, in a form that can be sent to another thread. */
export interface PageInput {
  body: string | Uint8Array;
  compression: Compression | undefined;
  /** The header of that name. */
  contentType: string | undefined;
  /** What was asked for; `context.url` is where it came from. */
  address: DetectedPage;
  context: PageContext;
}

/** Shorter texts are no whole page: a 200 that is too short is a block that nobody named. Fragments of the offers panel can be shorter. */
const SHORTEST_PAGE = 5_000;

/** The text of a page. @throws TransportError when its bytes are broken */
export async function textOf({ body, compression, contentType }: PageInput): Promise<string> {
  if (typeof body === 'string') return body;
  const { encoding, maxBytes } = compression ?? {};
  const bytes = encoding === undefined ? body : await decompress(body, encoding, maxBytes);
  return decodeBody(bytes, contentType);
}

/** Reads the text of a page. @throws the error of what it is in place of a page */
export function readText({ address, context }: PageInput, html: string): ParsedPage {
  const { url, status } = context;
  try {
    return readPage(html, context, address);
  } catch (error) {
    const isFragment = address.page_type === 'offers';
    if (!(error instanceof ParseError) || status !== 200 || isFragment || html.length >= SHORTEST_PAGE) throw error;
    throw new BlockedError(`${url} answered with ${html.length} characters that are no page; use another session`, {
      cause: error,
    });
  }
}
