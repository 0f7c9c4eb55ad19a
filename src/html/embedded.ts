/** Finds JSON in scripts by a marker, and parses it. */
import { LIMITS } from './limits.ts';
import { QUOTE, SINGLE_QUOTE } from './parser/characters.ts';
import { step } from './time-limit.ts';

/**
 * Returns the JSON object or array that follows a marker. Comments, single quotes, bare keys and trailing commas are accepted, because scripts
 * contain them.
 *
 * @returns `undefined` if no value follows the first places of the marker
 */
export function jsonAfter(text: string, marker: string): unknown {
  let tries = 0;
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + marker.length)) {
    step();
    const start = firstBracket(text, at + marker.length);
    if (start === -1) continue;
    if (++tries > LIMITS.markers) return undefined;
    const end = closing(text, start);
    step(((end === -1 ? text.length : end) - start) >> CHARACTERS_PER_STEP_LOG2);
    if (end === -1) continue;
    const value = parseLoose(text.slice(start, end + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Parses JSON, or an object literal of JavaScript. @returns `undefined` if the string is neither */
export function parseLoose(text: string): unknown {
  // An attribute or a script that is not there: two errors would be made and dropped.
  if (text === '') return undefined;
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

/** A step is about 16 characters that are searched for the end of a value. */
const CHARACTERS_PER_STEP_LOG2 = 4;

/** The characters that are allowed between a marker and its value. */
const GAP = /[\s:=("']/;

function firstBracket(text: string, from: number): number {
  for (let at = from; at < text.length && at < from + 40; at++) {
    const character = text[at] as string;
    if (character === '{' || character === '[') return at;
    if (!GAP.test(character)) return -1;
  }
  return -1;
}

const [BACKSLASH, LEFT_BRACKET, RIGHT_BRACKET, LEFT_BRACE, RIGHT_BRACE] = [0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Returns the position of the bracket that closes a value, or -1 if there is none or the value is nested too deep. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === SINGLE_QUOTE) {
      at = endOfString(text, at);
      if (at === -1) return -1;
    } else if (code === LEFT_BRACE || code === LEFT_BRACKET) {
      depth++;
      if (depth > LIMITS.jsonDepth) return -1;
    } else if (code === RIGHT_BRACE || code === RIGHT_BRACKET) {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === quote) return at;
  }
  return -1;
}

/** Converts an object literal to JSON: double quotes around strings and keys, no comments, no trailing commas. */
function toJson(literal: string): string {
  const parts: string[] = [];
  /** The part of the last comma if only white space follows it, else -1. */
  let comma = -1;
  for (let at = 0; at < literal.length; at++) {
    step();
    const character = literal[at] as string;
    const comment = endOfComment(literal, at);
    if (comment !== -1) at = comment;
    else if (SPACE.test(character)) parts.push(character);
    else {
      if ((character === '}' || character === ']') && comma !== -1) parts[comma] = '';
      comma = character === ',' ? parts.length : -1;
      const end = endOfToken(literal, at);
      if (end === -1) return '';
      parts.push(tokenOf(literal.slice(at, end + 1)));
      at = end;
    }
  }
  return parts.join('');
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
