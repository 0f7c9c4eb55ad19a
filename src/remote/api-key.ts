/** The key of the service: where it comes from, and how it is kept out of everything that is shown. */
import { AuthenticationError } from '../contract/errors.ts';

/** A key, or a function that gives it for each attempt: from a vault, or one that rotates. */
export type ApiKey = string | (() => string | Promise<string>);

const HEADER_VALUE = /^[\x21-\x7e]+$/;

/** Whether a header can carry the text as it is. */
export function isHeaderValue(text: string): boolean {
  return HEADER_VALUE.test(text);
}

/**
 * The key for an attempt.
 *
 * @throws AuthenticationError when the function fails or gives no key
 */
export async function currentKey(apiKey: ApiKey): Promise<string> {
  if (typeof apiKey === 'string') return apiKey;
  let key: unknown;
  try {
    key = await apiKey();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AuthenticationError(`apiKey: the function that gives the key failed: ${reason}`, { cause });
  }
  if (typeof key === 'string' && isHeaderValue(key)) return key;
  const given = typeof key === 'string' ? 'a text that no header can carry' : String(typeof key);
  throw new AuthenticationError(`apiKey: the function must give printable ASCII without spaces, and gave ${given}`);
}

/** Shorter texts are no keys, and would be found in any sentence. */
const SHORTEST_KEY = 4;

/** A text without the key in it. */
export function redact(text: string, key: string): string {
  return key.length < SHORTEST_KEY ? text : text.replaceAll(key, '[redacted]');
}
