/** The path of a URL of the site, without what differs between URLs of the same page. */

/** `/-/en/`, `/-/zh_TW/`, and a bare `/-/`, after which the path itself can begin with two letters. */
const LANGUAGE_PREFIX = /^\/-(?:\/(?!(?:dp|gp|sp)\/)[a-z]{2}(?:[-_][a-z]{2})?)?(?=\/)/i;
const REF_TAIL = /\/ref=.*$/s;

/** Returns the path without its language prefix and its `ref` tail. */
export function sitePath({ pathname }: URL): string {
  return pathname.replace(LANGUAGE_PREFIX, '').replace(REF_TAIL, '') || '/';
}

/** Returns a part of a URL, decoded: `%2B` is `+`. A part that is not encoded correctly stays as it is. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
