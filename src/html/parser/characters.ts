/** The characters that markup is made of. */
const TAB = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
export const EXCLAMATION = 0x21;
export const QUOTE = 0x22;
export const SINGLE_QUOTE = 0x27;
export const SOLIDUS = 0x2f;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const UPPER_A = 0x41;
export const UPPER_Z = 0x5a;
const LOWER_A = 0x61;
const LOWER_Z = 0x7a;

/** Returns whether a character is white space inside a tag. Carriage returns were replaced before. */
export function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === FORM_FEED;
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= LOWER_A && lower <= LOWER_Z;
}

/** Converts only ASCII letters to lower case, as HTML does with the names of tags and attributes. */
export function lowerCase(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}

/** Returns whether a character is white space in text. A character reference can be a carriage return. */
export function isWhiteSpace(code: number): boolean {
  return isSpace(code) || code === CARRIAGE_RETURN;
}

export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isWhiteSpace(text.charCodeAt(at))) return false;
  return true;
}
