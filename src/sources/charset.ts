/** Decodes the bytes of a page. */

const HEADER_CHARSET = /charset\s*=\s*["']?([\w-]+)/i;
const META_CHARSET = /<meta[^<>]{0,200}charset\s*=\s*["']?([\w-]+)/i;
/** Browsers look for the `meta` element in the first 1024 bytes. */
const PRESCAN_BYTES = 1024;

/** Decodes a body with the charset of its `content-type` header, else of its `meta` element, else as UTF-8. */
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
