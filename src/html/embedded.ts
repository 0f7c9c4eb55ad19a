/** Finds JSON in scripts by a marker, and parses it. */

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Returns the JSON object or array that follows a marker. Comments, single quotes, bare keys and trailing commas are accepted, because scripts
 * contain them.
 *
 * @returns `undefined` if the marker is missing or no value follows it
 */
export function jsonAfter(text: string, marker: string): unknown {
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + marker.length)) {
    const start = firstBracket(text, at + marker.length);
    if (start === -1) continue;
    const end = closing(text, start);
    if (end === -1) continue;
    const value = parseLoose(text.slice(start, end + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Parses JSON, or an object literal of JavaScript. @returns `undefined` if the string is neither */
export function parseLoose(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(toJson(text));
    } catch {
      return undefined;
    }
  }
}

/** The characters that are allowed between a marker and its value. */
const GAP = /[\s:=("']/;

function firstBracket(text: string, from: number): number {
  for (let at = from; at < text.length && at < from + 40; at++) {
    const character = text[at] as string;
    if (character in CLOSERS) return at;
    if (!GAP.test(character)) return -1;
  }
  return -1;
}

function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      at = endOfString(text, at);
      if (at === -1) return -1;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** Converts an object literal to JSON: double quotes around strings and keys, no comments, no trailing commas. */
function toJson(literal: string): string {
  let json = '';
  /** Position of the last comma if only white space follows it, else -1. */
  let comma = -1;
  for (let at = 0; at < literal.length; at++) {
    const character = literal[at] as string;
    const comment = endOfComment(literal, at);
    if (comment !== -1) at = comment;
    else if (SPACE.test(character)) json += character;
    else {
      if ((character === '}' || character === ']') && comma !== -1) json = json.slice(0, comma);
      comma = character === ',' ? json.length : -1;
      const end = endOfToken(literal, at);
      if (end === -1) return '';
      json += tokenOf(literal.slice(at, end + 1));
      at = end;
    }
  }
  return json;
}

const SPACE = /\s/;
const WORD = /[\w$]+/y;
const LITERALS = new Set(['true', 'false', 'null']);

/** Returns the end of the comment that begins at a position, or -1 if none begins there. */
function endOfComment(text: string, at: number): number {
  if (text[at] !== '/') return -1;
  const mark = text[at + 1];
  if (mark !== '/' && mark !== '*') return -1;
  const end = text.indexOf(mark === '/' ? '\n' : '*/', at + 2);
  if (end === -1) return text.length;
  return mark === '/' ? end : end + 1;
}

/** Returns the end of the string, word or single character that begins at a position, or -1 for a string without an end. */
function endOfToken(text: string, at: number): number {
  const character = text[at] as string;
  if (character === '"' || character === "'") return endOfString(text, at);
  if (!/[A-Za-z_$]/.test(character)) return at;
  WORD.lastIndex = at;
  return WORD.test(text) ? WORD.lastIndex - 1 : at;
}

function tokenOf(token: string): string {
  const quote = token[0] as string;
  if (quote === '"' || quote === "'") return quoted(token.slice(1, -1), quote);
  return /^[A-Za-z_$]/.test(token) && !LITERALS.has(token) ? `"${token}"` : token;
}

function quoted(body: string, quote: string): string {
  if (quote === '"') return `"${body}"`;
  return `"${body.replaceAll("\\'", "'").replace(/\\.|"/gs, (found) => (found === '"' ? '\\"' : found))}"`;
}
