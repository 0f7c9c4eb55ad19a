/** Texts of pages and services that a terminal can print: they cannot move its cursor, colour it, hide text or change the direction of text. */

/** Escape sequences: CSI, and the strings of OSC, DCS, SOS, PM and APC up to their end. @see https://ecma-international.org/publications-and-standards/standards/ecma-48/ */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\n\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)/g;

/**
 * Control characters, marks of direction, characters without a width, and tags. Line feeds and tabs stay, and so do the
 * joiners and variation selectors that scripts and emoji need: of several in a row, the first one.
 */
const UNSAFE =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]--[\t\n\r\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]]|\r(?!\n|$)|(?<=[\u200c\u200d])[\u200c\u200d]|(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gv;

/** Returns a text without what is unsafe to print. Its lines stay. */
export const safeText = (text: string): string =>
  isPrintable(text) ? text : text.replace(SEQUENCES, '').replace(UNSAFE, '');

/** Returns a text on one line, without what is unsafe to print. */
export const safeLine = (text: string): string => safeText(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));

/** Returns JSON with the same value, in which everything that is unsafe to print is escaped. */
export const safeJson = (json: string): string => (isPrintable(json) ? json : json.replace(UNSAFE, escaped));

function isPrintable(text: string): boolean {
  UNSAFE.lastIndex = 0;
  return !UNSAFE.test(text);
}

function escaped(characters: string): string {
  const units = Array.from({ length: characters.length }, (_, index) => characters.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
