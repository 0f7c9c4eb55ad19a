/** Shortens what messages repeat of an input. */

const LONGEST_VALUE = 80;

/** Returns a text with at most so many characters. A longer one ends in `...`. */
export const shortened = (text: string, longest: number = LONGEST_VALUE): string =>
  text.length > longest ? `${text.slice(0, longest - 3).toWellFormed()}...` : text;

/** Returns a value for a message: a string in quotes, shortened; the kind of a list or an object. */
export function shown(value: unknown, longest: number = LONGEST_VALUE): string {
  if (typeof value === 'string') return shortened(quoted(value, longest), longest);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  const isObject = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isObject ? 'an object' : shortened(String(value));
}

/** Only the start of a long string is quoted, as quoting takes time and memory. */
const quoted = (text: string, longest: number): string =>
  JSON.stringify(text.length > 2 * longest ? text.slice(0, 2 * longest) : text);
