/** Reads JSON that somebody else wrote. */

/** Deepest nesting of JSON that is accepted. Functions that call themselves for each level, such as `JSON.stringify`, fail after some thousand. */
export const DEEPEST = 200;

/** The same of what becomes a part of JSON that is read again: of a result, an event, a line of a file. */
export const DEEPEST_PART = DEEPEST - 10;

/**
 * Returns the value of a JSON text.
 *
 * @throws SyntaxError if it is not JSON, or nested too deep
 */
export function parseJson(text: string, deepest: number = DEEPEST): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(text, deepest)) throw new SyntaxError(`JSON is nested more than ${deepest} levels deep.`);
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

const [BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END, QUOTE] = [...'\\[]{}"'].map((one) => one.charCodeAt(0));

/** Whether valid JSON is nested deeper than so many levels. */
export function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === BRACKET || code === BRACE) {
      if (++depth > most) return true;
    } else if (code === BRACKET_END || code === BRACE_END) depth--;
  }
  return false;
}

/** Returns where the string ends that starts at a quote: at a quote after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Whether a value is an object, and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
