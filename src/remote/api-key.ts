/** The API key: how it is read, and how it is removed from messages. */
import { AuthenticationError } from '../contract/errors.ts';

/** A key, or a function that returns it for each attempt, for example from a vault. */
export type ApiKey = string | (() => string | Promise<string>);

const HEADER_VALUE = /^[\x21-\x7e]+$/;

/** Whether a string can be the value of a header. */
export function isHeaderValue(text: string): boolean {
  return HEADER_VALUE.test(text);
}

/**
 * Returns the key for an attempt.
 *
 * @throws AuthenticationError if the function fails or returns no key
 */
export async function currentKey(apiKey: ApiKey): Promise<string> {
  if (typeof apiKey === 'string') return apiKey;
  let key: unknown;
  try {
    key = await apiKey();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AuthenticationError(`apiKey: the function failed: ${reason.replace(/\.$/, '')}.`, { cause });
  }
  if (typeof key === 'string' && isHeaderValue(key)) return key;
  const given = typeof key === 'string' ? 'an invalid string' : String(typeof key);
  throw new AuthenticationError(`apiKey: the function returned ${given}: expected printable ASCII without spaces.`);
}

/** Shorter strings are not redacted: they could be part of any word. */
const SHORTEST_KEY = 4;

/** Returns the text without the key. */
export function redact(text: string, key: string): string {
  return key.length < SHORTEST_KEY ? text : text.replaceAll(key, '[redacted]');
}
