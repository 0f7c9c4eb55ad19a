/** Bytes of a page -> text, decoded once with the right charset. */

const HEADER_CHARSET = /charset\s*=\s*["']?([\w-]+)/i;
const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i;
/** Browsers look for the `meta` element in the first kilobyte. */
const PRESCAN_BYTES = 1024;

/** The text of a body: by the byte order mark or the charset of the header, else of the page's own `meta`, else UTF-8. */
export function decodeBody(body: string | Uint8Array, contentType: string | undefined): string {
  if (typeof body === 'string') return body;
  const named =
    HEADER_CHARSET.exec(contentType ?? '')?.[1] ??
    META_CHARSET.exec(new TextDecoder('latin1').decode(body.subarray(0, PRESCAN_BYTES)))?.[1];
  return decoderFor(named).decode(body);
}

function decoderFor(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
