/** Reads JSON that somebody else wrote. */

/** Deepest nesting of JSON that is accepted. Functions that call themselves for each level, such as `JSON.stringify`, fail after some thousand. */
export const DEEPEST = 200;

/** The same of what becomes a part of JSON that is read again: of a result, an event, a line of a file. */
export const DEEPEST_PART = DEEPEST - 10;

/** Returns the value of a JSON text. @throws SyntaxError if it is not JSON, or nested too deep */
export function parseJson(text: string, deepest: number = DEEPEST): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, deepest)) throw new SyntaxError(`JSON is nested more than ${deepest} levels deep.`);
  return value;
}

/** Returns the value of a JSON text; `undefined` if it is not JSON, or nested too deep. */
export function jsonOf(text: string, deepest?: number): unknown {
  try {
    return parseJson(text, deepest);
  } catch {
    return undefined;
  }
}

/** Whether a value of JSON is nested deeper than so many levels. */
export const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1)));

/** Whether a value is an object, and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
