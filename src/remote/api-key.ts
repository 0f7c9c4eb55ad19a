/** The API key, and how it is read. */
import { AuthenticationError } from '../contract/errors.ts';
import { revealed, Secret } from '../options/secrets.ts';

/** A key, or a function that returns it for each attempt, for example from a vault. */
export type ApiKey = string | Secret | (() => string | Secret | Promise<string | Secret>);

const HEADER_VALUE = /^[\x21-\x7e]{1,4096}$/;

/** Whether a string can be the value of a header. */
export const isHeaderValue = (text: string): boolean => HEADER_VALUE.test(text);

/**
 * Returns the key for an attempt. It is empty if no key is sent.
 *
 * @throws AuthenticationError if the function fails or returns no key
 */
export async function currentKey(apiKey: ApiKey | false): Promise<string> {
  if (apiKey === false) return '';
  if (typeof apiKey !== 'function') return revealed(apiKey);
  let key: unknown;
  try {
    key = await apiKey();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const cause = plainCause(error);
    throw new AuthenticationError(`apiKey: the function failed: ${reason.replace(/\.$/, '')}.`, { cause });
  }
  if (key instanceof Secret) key = key.reveal();
  if (typeof key === 'string' && isHeaderValue(key)) return key;
  const given = typeof key === 'string' ? 'an invalid string' : String(typeof key);
  throw new AuthenticationError(`apiKey: the function returned ${given}: expected printable ASCII without spaces.`);
}

/** Of the function's error only name, message, code and stack are kept: the error of an HTTP client has the headers of its request. */
function plainCause(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, stack } = error;
  const { code } = error as { code?: unknown };
  return Object.assign(new Error(message), { name, stack }, typeof code === 'string' ? { code } : {});
}

/** Shorter keys can be words of the data, such as `test`. */
const SHORTEST_RANDOM_KEY = 16;

/** Whether a key is so long that it is never a part of the data by chance. */
export const isRandom = (key: string): boolean => key.length >= SHORTEST_RANDOM_KEY;
