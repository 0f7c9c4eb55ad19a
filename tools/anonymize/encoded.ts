/** Base64 texts of a page: they contain whole URLs and JSON. */

/** A text in Base64, also in a URL and with line breaks. */
const BASE64 =
  /(?:(?<![\w+/%-])|(?<=%(?:2[26-9CF]|3[ADF])))(?:[\w+/-]|%2[BFbf]|%0[Aa]|\\n){40,}(?:=|%3[Dd]|\\u003[Dd]){0,2}/g;
const BREAKS = /%0[Aa]|\\n/g;
/** Signs at the end. An encoded text has at most two. */
const PADDING = /(?:=|%3[Dd]|\\u003[Dd]){1,2}$/;
/** Characters that no text contains: the value is an image or is encrypted. */
const BINARY = /[\p{Cc}\ufffd]/u;

/** Cleans what Base64 texts say. A text that says nothing personal stays as it is. */
export function withoutEncoded(text: string, clean: (decoded: string) => string): string {
  return text.replace(BASE64, (found) => {
    const decoded = decodedFrom(found.replace(BREAKS, ''));
    if (decoded === undefined) return found;
    const cleaned = clean(decoded);
    return cleaned === decoded ? found : encodedLike(found, cleaned);
  });
}

function decodedFrom(base64: string): string | undefined {
  const plain = base64.replace(/%2[Bb]/g, '+').replace(/%2[Ff]/g, '/');
  const decoded = Buffer.from(plain.replace(PADDING, ''), 'base64').toString('utf8');
  return BINARY.test(decoded.replace(/[\t\r\n]/g, '')) ? undefined : decoded;
}

function encodedLike(found: string, text: string): string {
  const base64 = Buffer.from(text).toString('base64');
  return found.includes('%') ? encodeURIComponent(base64) : base64;
}
